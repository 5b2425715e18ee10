package commandline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx/onnxpb"
)

// largestWeight are the bytes of the largest weight of an exported file.
func largestWeight(t *testing.T, file []byte) (largest []byte) {
	t.Helper()
	model := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(file, model))
	for _, initializer := range model.Graph.Initializer {
		if len(initializer.RawData) > len(largest) {
			largest = initializer.RawData
		}
	}
	return largest
}

func TestVerify(t *testing.T) {
	s := getSession(t)
	page, model := filepath.Join(t.TempDir(), "page.html"), filepath.Join(t.TempDir(), "model.onnx")
	gmnc(t, "export", s.run, "-o", model, "--test", s.data)
	output := gmnc(t, "verify", model, "--html", page, "--test", s.data).out
	require.Contains(t, output, "  holds     The file keeps every promise: rounding errors and")
	require.Contains(t, output, "  measured  On the 8 test samples of data.npz ")
	require.FileExists(t, page)
	quiet := gmnc(t, "verify", model, "--quiet", "--test", s.data).out
	require.Regexp(t, `\A  measured  On the 8 test samples of data.npz .*\n(  measured  .*\n)?(  caveat    .*\n)*  holds     The file keeps every promise: .*\n\z`, quiet)
	for line := range strings.Lines(quiet) {
		require.Contains(t, output, line)
	}
	requireFailure(t, "already exists", "verify", model, "--html", page)

	file, err := os.ReadFile(model)
	require.NoError(t, err)
	file[bytes.Index(file, largestWeight(t, file))] ^= 1
	require.NoError(t, os.WriteFile(model, file, 0o600))
	changed := call(t.Context(), "verify", model)
	require.Equal(t, exitFailure, changed.code)
	require.Contains(t, changed.out, "  broken    the bytes are not those that gmnc exported and certified: the digest differs\n")
	quiet = call(t.Context(), "verify", model, "--quiet").out
	require.Contains(t, quiet, "  broken    the bytes are not those")
	require.NotContains(t, quiet, "  measured  ")
	require.NotContains(t, quiet, "  holds  ")
	require.Contains(t, changed.err, "model.onnx does not keep its promises")
	require.Contains(t, changed.err, model+": broken: the bytes are not those", "which is said before anything is measured")
	early := call(t.Context(), "verify", model, "--timeout", "1ns")
	require.Equal(t, exitFailure, early.code)
	require.Contains(t, early.err, model+" was not measured to the end (the model has not finished after 1ns: ")
	require.Contains(t, early.err, "found before: broken: the bytes are not those that gmnc exported and certified")
	require.Contains(t, call(t.Context(), "verify", s.model, "--timeout", "1ns").err, "found before: the bytes are those that gmnc exported, and the structure is valid")
	changed = call(t.Context(), "verify", model, "--json")
	require.Contains(t, changed.out, `"holds":false,`)
	require.Contains(t, changed.out, `"broken":["the bytes are not those that gmnc exported`)
	require.Contains(t, changed.out, `"test_mse":null,`)
	requireFailure(t, "model.onnx: it was made by", "verify", foreign(t))
}

// foreign is a file that another program made.
func foreign(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "model.onnx")
	require.NoError(t, os.WriteFile(path, []byte("\x08\x08\x12\x07pytorch"), 0o600))
	return path
}

// TestVerifyEndedEarly: of a file that was not measured to the end, what was found before is told.
func TestVerifyEndedEarly(t *testing.T) {
	require.EqualError(t, endedEarly(fmt.Errorf("in onnx-go: %w", tooLong(time.Second)), "model.onnx", "nothing"),
		"model.onnx was not measured to the end (in onnx-go: "+tooLong(time.Second).Error()+"); found before: nothing")
	interrupted := endedEarly(context.Canceled, "model.onnx", "nothing")
	require.ErrorIs(t, interrupted, errStopped)
	require.ErrorContains(t, interrupted, "model.onnx was not measured to the end; found before: nothing")
	require.Equal(t, errFull, endedEarly(errFull, "model.onnx", "nothing"))
}

// TestVerifyAFile: a file that keeps its promises says so in words, as an object and on a page.
func TestVerifyAFile(t *testing.T) {
	s := getSession(t)
	page := filepath.Join(t.TempDir(), "page.html")
	require.Contains(t, gmnc(t, "verify", s.model, "--seed", "1", "--html", page, "--quiet").out, "  holds     The file keeps every promise: ")
	require.FileExists(t, page)
	requireFailure(t, page+" already exists", "verify", s.model, "--html", page)
	requireFailure(t, "cannot read the model: ", "verify", filepath.Join(t.TempDir(), "absent.onnx"))
	requireFailure(t, "absent.npz does not exist", "verify", s.model, "--test", "absent.npz")
	var object verificationReport
	out, _, _ := strings.Cut(gmnc(t, "verify", s.model, "--seed", "1", "--json", "--test", s.data).out, "\n")
	require.NoError(t, json.Unmarshal([]byte(out), &object))
	require.True(t, object.Holds)
	require.Empty(t, object.Broken)
	require.Equal(t, s.model, object.Path)
	require.Greater(t, float64(object.TestError), 0.0)
}
