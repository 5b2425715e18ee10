package commandline

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestImportThatCannotBe: what is no file of weights, or of training steps, makes no run.
func TestImportThatCannotBe(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	made := filepath.Join(folder, "run")
	for message, args := range map[string][]string{
		s.model + " is no file of training steps as gmnc and its pages write them: gmnc import takes weights": {s.model},
		"absent.safetensors":    {"absent.safetensors"},
		"absent.onnx":           {"absent.onnx"},
		"absent does not exist": {s.data, "--train-step", "absent"},
		"has no array weights: save what the steps return as next_weights under that name": {s.data, "--train-step", s.model},
		"absent.npz does not exist": {"absent.npz", "--train-step", s.model},
	} {
		requireFailure(t, message, append([]string{"import", "-o", made}, args...)...)
	}
	requireEmpty(t, folder)
}

// TestOptionsOfImports are those of weights from PyTorch alone.
func TestOptionsOfImports(t *testing.T) {
	yes, one := true, 1.0
	for _, c := range []importCommand{
		{Weights: "a.onnx"}, {Weights: "a.npz", Step: "b.onnx"}, {Weights: "a.pt", Recurrent: &yes, CoordsWeight: &one, Rename: []string{"a=b"}},
	} {
		require.NoError(t, c.Validate())
	}
	for message, c := range map[string]importCommand{
		"a.onnx goes without --recurrent, --activation, --coords-weight and --rename: its model is known": {Weights: "a.onnx", Recurrent: &yes},
		"a.onnx goes without ":       {Weights: "a.onnx", CoordsWeight: &one},
		"--train-step goes without ": {Weights: "a.npz", Step: "b.onnx", Rename: []string{"a=b"}},
		"a.onnx goes":                {Weights: "a.onnx", Activation: "silu"},
	} {
		require.ErrorContains(t, c.Validate(), message)
	}
}
