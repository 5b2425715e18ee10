package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const model = "../../testdata/golden/model.onnx"

// golden are the tensors of golden.txt, with their shapes.
func golden(t *testing.T) (numbers map[string][]float32, shapes map[string][]int) {
	t.Helper()
	text, err := os.ReadFile("../golden.txt")
	require.NoError(t, err)
	numbers, shapes = map[string][]float32{}, map[string][]int{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		rank, err := strconv.Atoi(words[1])
		require.NoError(t, err)
		for i, word := range words[2:] {
			value, err := strconv.ParseFloat(word, 32)
			require.NoError(t, err)
			if i < rank {
				shapes[words[0]] = append(shapes[words[0]], int(value))
			} else {
				numbers[words[0]] = append(numbers[words[0]], float32(value))
			}
		}
	}
	return numbers, shapes
}

// started serves until the end of the test.
func started(t *testing.T) (url string) {
	t.Helper()
	s, err := newService(model)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- serve(ctx, listener, s) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-ended, "it stops when asked to")
	})
	return "http://" + listener.Addr().String() + "/predict"
}

func post(t *testing.T, url string, body any) (status int, text []byte) {
	t.Helper()
	encoded, err := json.Marshal(body)
	require.NoError(t, err)
	response, err := http.Post(url, "application/json", bytes.NewReader(encoded))
	require.NoError(t, err)
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, text
}

func TestService(t *testing.T) {
	numbers, shapes := golden(t)
	count, n := shapes["position"][0], shapes["position"][1]
	systems := make([]System, count)
	for i := range systems {
		s := &systems[i]
		s.Position = vectors(numbers["position"][3*n*i:][:3*n])
		s.Velocity = vectors(numbers["velocity"][3*n*i:][:3*n])
		s.Charge = numbers["charge"][n*i:][:n]
		for k := range shapes["sticks"][1] {
			at := numbers["sticks"][2*(i*shapes["sticks"][1]+k):]
			s.Sticks = append(s.Sticks, [2]int{int(at[0]), int(at[1])})
		}
		for k := range shapes["hinges"][1] {
			at := numbers["hinges"][3*(i*shapes["hinges"][1]+k):]
			s.Hinges = append(s.Hinges, [3]int{int(at[0]), int(at[1]), int(at[2])})
		}
	}
	url := started(t)
	status, text := post(t, url, systems)
	require.Equal(t, http.StatusOK, status, string(text))
	var predictions []Prediction
	require.NoError(t, json.Unmarshal(text, &predictions))
	for i, p := range predictions {
		require.InDeltaSlice(t, numbers["predicted_position"][3*n*i:][:3*n], flat(p.Position), 1e-4)
		require.InDeltaSlice(t, numbers["predicted_velocity"][3*n*i:][:3*n], flat(p.Velocity), 1e-4)
	}

	systems[1].Sticks[0] = [2]int{0, 99}
	status, text = post(t, url, systems)
	require.Equal(t, http.StatusBadRequest, status)
	require.Contains(t, string(text), "99")
	status, _ = post(t, url, make([]System, mostSystems+1))
	require.Equal(t, http.StatusRequestEntityTooLarge, status)
	status, _ = post(t, url, strings.Repeat(" ", largestBody))
	require.Equal(t, http.StatusRequestEntityTooLarge, status)
	status, _ = post(t, url, []System{{}})
	require.Equal(t, http.StatusBadRequest, status)
}
