package commandline

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
)

// TestOutOfDomain: samples unlike the training samples are told of, and data of
// another interval are refused.
func TestOutOfDomain(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	larger, frames := filepath.Join(folder, "larger.npz"), filepath.Join(folder, "frames.npz")
	gmnc(t, "simulate", "--system", "6,2,1", "--train", "0", "--valid", "0", "--test", "3", "-o", larger)
	gmnc(t, "simulate", "--train", "0", "--valid", "0", "--test", "2", "--frames", "2", "-o", frames)
	predictions := filepath.Join(folder, "predictions.npz")
	gmnc(t, "predict", s.run, frames, "--units", "ignore", "-o", predictions)
	for _, model := range []string{s.run, s.model} {
		require.Contains(t, gmnc(t, "inspect", model).out, "\n  range     particles 10 only\n")
		require.Contains(t, gmnc(t, "predict", model, larger).err,
			"note: 3 of 3 samples lie outside the training ranges, where the model may be far off (sample 0: its particles 13 is above the training maximum, 10)\n")
		const refused = "the model was trained on an interval of 1 time unit, and the data set has an interval of 0.1 time units: " +
			"its predictions would be wrong; convert the data, or predict all the same with --units ignore"
		requireFailure(t, refused, "predict", model, frames)
		requireFailure(t, refused, "rollout", model, frames, "--velocity", "displacement")
		gmnc(t, "predict", model, frames, "--units", "ignore")
		requireFailure(t, refused, "plot", model, frames, "-o", filepath.Join(folder, "pictures"))
		requireFailure(t, refused, "plot", predictions, frames, "--beside", model, "-o", filepath.Join(folder, "pictures"))
	}
	require.Contains(t, gmnc(t, "plot", s.run, larger, "-o", filepath.Join(folder, "pictures")).err, "note: 3 of 3 samples lie outside")
	gmnc(t, "plot", s.run, frames, "--units", "ignore", "-o", filepath.Join(folder, "ignored"))
	rolled := call(t.Context(), "rollout", s.run, s.data, "--velocity", "displacement", "--steps", "30")
	require.Contains(t, rolled.err, "note: in step 30, ")
}

// TestNotesOnData: samples outside of the training ranges are told of, and data in other units are
// converted or refused, unless units are ignored.
func TestNotesOnData(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	predict := func(change func(d *datasets.Data), flags ...string) result {
		data, err := datasets.Read(s.data)
		require.NoError(t, err)
		change(data)
		path := filepath.Join(folder, "data.npz")
		require.NoError(t, datasets.Write(path, data))
		return call(t.Context(), append([]string{"predict", s.run, path}, flags...)...)
	}
	far := func(d *datasets.Data) {
		for i := range d.Test[2].Position {
			d.Test[2].Position[i] *= 100
		}
	}
	require.NotContains(t, predict(func(*datasets.Data) {}).err, "outside the training ranges")
	require.Contains(t, predict(far).err, "note: 1 of 8 samples lie outside the training ranges, where the model may be far off (sample 2: ")
	other := func(d *datasets.Data) { d.About.LengthUnit = "m" }
	requireOneLine(t, exitFailure, "data.npz: the model was trained on positions in natural units, and the data set has positions in m", predict(other))
	require.Equal(t, exitSuccess, predict(other, "--units", "ignore").code)
}
