package corpus

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// recordedRuns are two trials of 40 and 45 frames of three joints in a row, of which joint
// j moves by j + 1 a frame along x.
func recordedRuns() []npz.Array {
	const frames, joints = 85, 3
	positions := npz.Array{Key: "positions", Shape: []int{frames, joints, 3}}
	for frame := range frames {
		for joint := range joints {
			positions.Floats = append(positions.Floats, float32(frame*(joint+1)), float32(joint), 0)
		}
	}
	all := []npz.Array{positions,
		{Key: "start", Shape: []int{3}, Ints: []int64{0, 40, 85}}, {Key: "bones", Shape: []int{2, 2}, Ints: []int64{1, 0, 2, 1}}}
	for split, number := range map[string]int64{"train": 0, "valid": 1, "test": 1} {
		all = append(all, npz.Array{Key: split + "_case", Shape: []int{1}, Ints: []int64{number}},
			npz.Array{Key: split + "_starts", Shape: []int{1, 2}, Ints: []int64{3, 9}})
	}
	return all
}

// TestRunning: pairs are of the published trials and starts, and the bones are one tree.
func TestRunning(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.npz")
	require.NoError(t, npz.Write(path, recordedRuns()))
	data, err := prepareRunning(t.Context(), DataSet{File: path})
	require.NoError(t, err)
	require.Equal(t, []int{2, 2, 2}, []int{len(data.Train), len(data.Valid), len(data.Test)})
	sample := data.Test[1]
	require.Equal(t, []float32{49, 0, 0, 98, 1, 0, 147, 2, 0}, sample.Position, "frame 9 of the second trial")
	require.Equal(t, []float32{1, 0, 0, 2, 0, 0, 3, 0, 0}, sample.Velocity)
	require.InDelta(t, 49+runSpan, sample.TargetPosition[0], 0)
	require.Equal(t, []float32{1, 1, 1}, sample.NodeFeatures)
	require.Equal(t, [][2]int{{0, 1}, {1, 2}}, sample.Bonds)
	require.Equal(t, 1, sample.Count(system.Tree))
	require.Len(t, sample.Objects.Bars(system.Tree), 2)
}

// TestRunningThatIsWrong is an error that names the array.
func TestRunningThatIsWrong(t *testing.T) {
	for message, change := range map[string]func(a *npz.Array){
		"train_case has 2, expected a trial from 0 to 1":            of("train_case", func(a *npz.Array) { a.Ints[0] = 2 }),
		"test_starts has the frame 15 of a recording of 45":         of("test_starts", func(a *npz.Array) { a.Ints[1] = 15 }),
		"bones has a bone from 3 to 1, expected joints from 0 to 2": of("bones", func(a *npz.Array) { a.Ints[2] = 3 }),
		"start of trial 1 is of the frames 40 to 40, expected an":   of("start", func(a *npz.Array) { a.Ints[2] = 40 }),
		"start has 1 numbers, expected the first frame of each":     of("start", func(a *npz.Array) { a.Shape, a.Ints = []int{1}, a.Ints[:1] }),
		"valid_case has no trial, expected at least one": func(a *npz.Array) {
			if a.Key == "valid_case" || a.Key == "valid_starts" {
				a.Shape[0], a.Ints = 0, a.Ints[:0]
			}
		},
	} {
		arrays := recordedRuns()
		for i := range arrays {
			change(&arrays[i])
		}
		path := filepath.Join(t.TempDir(), "run.npz")
		require.NoError(t, npz.Write(path, arrays))
		_, err := prepareRunning(t.Context(), DataSet{File: path})
		require.ErrorContains(t, err, message)
	}
}

// TestRunningOfOneTrial: a single trial is enough.
func TestRunningOfOneTrial(t *testing.T) {
	arrays := recordedRuns()
	for i := range arrays {
		of("start", func(a *npz.Array) { a.Shape, a.Ints = []int{2}, []int64{0, 40} })(&arrays[i])
		for _, key := range []string{"valid_case", "test_case"} {
			of(key, func(a *npz.Array) { a.Ints[0] = 0 })(&arrays[i])
		}
	}
	path := filepath.Join(t.TempDir(), "run.npz")
	require.NoError(t, npz.Write(path, arrays))
	data, err := prepareRunning(t.Context(), DataSet{File: path})
	require.NoError(t, err)
	require.Equal(t, data.Train, data.Test)
}

// of changes the array of that key.
func of(key string, change func(a *npz.Array)) func(a *npz.Array) {
	return func(a *npz.Array) {
		if a.Key == key {
			change(a)
		}
	}
}
