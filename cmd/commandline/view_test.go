package commandline

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPagesThatCannotBe: a page needs a model and data that go together.
func TestPagesThatCannotBe(t *testing.T) {
	s := getSession(t)
	terminal := &terminal{err: new(failing)}
	for _, fit := range []bool{false, true} {
		_, err := (&viewCommand{Model: "absent", Data: s.data, Fit: fit, pageFlags: pageFlags{Split: "test"}}).handler(t.Context(), terminal, "")
		require.ErrorContains(t, err, "absent")
	}
	_, err := (&viewCommand{Model: s.run, Data: s.data, Fit: true}).handler(t.Context(), terminal, "")
	require.ErrorContains(t, err, s.run+" with "+s.data+": it learns no constants")
	_, err = (&viewCommand{Model: s.model, Data: "absent.npz", pageFlags: pageFlags{Split: "test"}}).handler(t.Context(), terminal, "")
	require.ErrorContains(t, err, "absent.npz does not exist")
	for message, args := range map[string][]string{
		"data.npz is no model: a page is about a run folder or an .onnx file (gmnc plot draws predictions)": {"report", "data.npz", "-o", "page.html"},
		"the model comes first, gmnc view model.onnx data.npz":                                              {"view", "data.npz", "model.onnx"},
		"the model comes first, gmnc plot run data.npz":                                                     {"plot", "data.npz", "run"},
		"--listen here: expected an address and a port, such as 127.0.0.1:8000":                             {"view", "model.onnx", "data.npz", "--listen", "here"},
	} {
		_, err := parsed(args...)
		require.ErrorContains(t, err, message)
	}
}

// TestServe: a page is served until the context ends, and a listener that is closed is an error.
func TestServe(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, end := context.WithTimeout(t.Context(), 10*time.Second)
	ended := make(chan error)
	go func() { ended <- serve(ctx, listener, http.NotFoundHandler()) }()
	response, err := http.Get("http://" + listener.Addr().String())
	require.NoError(t, err)
	require.Equal(t, http.StatusNotFound, response.StatusCode)
	require.NoError(t, response.Body.Close())
	end()
	require.NoError(t, <-ended)
	require.ErrorContains(t, serve(t.Context(), listener, nil), "use of closed network connection")
}
