package export_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
)

func accept([]byte) error { return nil }

func TestWrite(t *testing.T) {
	model, err := export.Model(probe(t), probeWeights, export.Info{})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "model.onnx")
	require.NoError(t, export.Write(path, model, accept))
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, model, written)
}

func TestWriteLeavesNoFile(t *testing.T) {
	model, err := export.Model(probe(t), probeWeights, export.Info{})
	require.NoError(t, err)
	folder := t.TempDir()
	path := filepath.Join(folder, "model.onnx")

	failure := errors.New("predicted_position is off by 0.5")
	err = export.Write(path, model, func([]byte) error { return failure })
	require.ErrorIs(t, err, failure)
	require.ErrorContains(t, err, path+" was not written: the model failed its verification")

	err = export.Write(path, model[:100], accept)
	require.ErrorContains(t, err, path+" was not written: the model's structure is wrong")

	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
}
