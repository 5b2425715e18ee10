package commandline

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/datasets"
)

// TestActingLimits: predictions and rollouts in which a limit of the law acted say so.
func TestActingLimits(t *testing.T) {
	folder := t.TempDir()
	usual, fast, trained := filepath.Join(folder, "usual.npz"), filepath.Join(folder, "fast.npz"), filepath.Join(folder, "run")
	gmnc(t, "simulate", "--system", "1 chain(3), 1 stick", "--train", "4", "--valid", "4", "--test", "4", "-o", usual)
	gmnc(t, "train", usual, "-o", trained, "--model", "gmn-ode", "--layers", "2", "--hidden", "4", "--epochs", "1", "--velocity", "1")
	data, err := datasets.Read(usual)
	require.NoError(t, err)
	for i := range data.Test[0].Velocity {
		data.Test[0].Velocity[i] *= 1000
	}
	require.NoError(t, datasets.Write(fast, data))
	const note = "in 1 of 4 predictions, where a rigid object turned by more than 0.75 radians in a step: take more steps"
	require.NotContains(t, gmnc(t, "predict", trained, usual).err, "limit")
	model, err := artifact.Load(trained)
	require.NoError(t, err)
	plain, _, err := model.OpenFor(data, "native")
	require.NoError(t, err)
	defer plain.Close()
	watched, _, _, err := model.OpenWatched(data, "native")
	require.NoError(t, err)
	defer watched.Close()
	want, err := plain.Outputs(data.Valid)
	require.NoError(t, err)
	got, err := watched.Outputs(data.Valid)
	require.NoError(t, err)
	require.Equal(t, want, got, "limits beside predictions change no bit of them")
	require.Contains(t, gmnc(t, "predict", trained, fast).err, note)
	require.Contains(t, gmnc(t, "rollout", trained, fast, "--steps", "1").err, note)
}

// TestActingComponentClamp: predictions of a run and of its file in which the published clamp
// acted say so.
func TestActingComponentClamp(t *testing.T) {
	folder := t.TempDir()
	usual, wide := filepath.Join(folder, "usual.npz"), filepath.Join(folder, "wide.npz")
	trained, file := filepath.Join(folder, "run"), filepath.Join(folder, "model.onnx")
	gmnc(t, "simulate", "--system", "3,0,0", "--train", "20", "--valid", "4", "--test", "4", "-o", usual)
	gmnc(t, "train", usual, "-o", trained, "--model", "egnn", "--layers", "1", "--hidden", "4", "--epochs", "1", "--clamp", "component")
	gmnc(t, "export", trained, "-o", file)
	data, err := datasets.Read(usual)
	require.NoError(t, err)
	for i := range data.Test[0].Position {
		data.Test[0].Position[i] *= 1e5
	}
	require.NoError(t, datasets.Write(wide, data))
	for _, model := range []string{trained, file} {
		require.NotContains(t, gmnc(t, "predict", model, usual).err, "limit", model)
		require.Contains(t, gmnc(t, "predict", model, wide).err, "a limit acted in 1 of 4 predictions, where a component of a force came to its largest value", model)
	}
}
