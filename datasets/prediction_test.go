package datasets

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestFramesOfRollouts: the file has every array in its shape, of systems of two sizes, too.
func TestFramesOfRollouts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rollout.npz")
	positions, radii := [][]float32{{1, 2, 3, 4, 5, 6, 7, 8, 9}, {11, 12, 13, 14, 15, 16, 17, 18, 19}}, [][]float32{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}}
	velocities := [][]float32{make([]float32, 9), {0, 0, 0, 0, 0, 0, 0, 0, 5}}
	require.NoError(t, WriteRollout(path, positions, velocities, radii, []int64{1, 2}))
	want := []float32{1, 2, 3, 0, 0, 0, 11, 12, 13, 0, 0, 0, 4, 5, 6, 7, 8, 9, 14, 15, 16, 17, 18, 19}
	require.NoError(t, npz.Open(path, func(a *npz.Archive) error {
		axes := []npz.Axis{{Name: "samples", Size: 2}, {Name: "frames", Size: 2}, {Name: "particles", Size: 2}, {Name: "axes", Size: 3}}
		for _, key := range []string{"positions", "x"} {
			values, _, err := a.Floats(key, axes...)
			require.NoError(t, err)
			require.Equal(t, want, values)
		}
		for _, key := range []string{"velocities", "v"} {
			values, _, err := a.Floats(key, axes...)
			require.NoError(t, err)
			require.EqualValues(t, 5, values[23])
		}
		axes[3].Size = 1
		values, _, err := a.Floats("position_radius", axes...)
		require.NoError(t, err)
		require.Equal(t, []float32{0.1, 0, 0.4, 0, 0.2, 0.3, 0.5, 0.6}, values)
		sizes, err := a.Ints(sizesArray, npz.Axis{Name: "samples", Size: 2})
		require.NoError(t, err)
		require.Equal(t, []int64{1, 2}, sizes)
		return nil
	}))
	require.NoError(t, WriteRollout(path, positions, velocities, nil, []int64{3}))
	require.NoError(t, npz.Open(path, func(a *npz.Archive) error {
		require.False(t, a.Has(sizesArray))
		require.False(t, a.Has("position_radius"))
		return nil
	}))
	_, err := ReadPrediction(path, []system.Sample{sized(3)})
	require.ErrorContains(t, err, "positions are of rollouts, many frames: gmnc rollout --pictures draws them; gmnc predict -o writes predictions")
}

// TestColumnsOfPredictions: a column is of particles or of samples, and predictions are read as they were
// written.
func TestColumnsOfPredictions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prediction.npz")
	samples, x := []system.Sample{sized(1), sized(2)}, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}
	require.NoError(t, WritePrediction(path, x, x, []int64{1, 2}, Column{"radius", []float32{7, 8, 9}}, Column{"energy", []float32{5, 6}}))
	require.NoError(t, npz.Open(path, func(a *npz.Archive) error {
		values, shape, err := a.Numbers("radius")
		require.NoError(t, err)
		require.Equal(t, []int{2, 2, 1}, shape)
		require.Equal(t, []float64{7, 0, 8, 9}, values)
		values, shape, err = a.Numbers("energy")
		require.NoError(t, err)
		require.Equal(t, []int{2, 1}, shape)
		require.Equal(t, []float64{5, 6}, values)
		return nil
	}))
	read, err := ReadPrediction(path, samples)
	require.NoError(t, err)
	require.Equal(t, x, read)
	_, err = ReadPrediction(path, []system.Sample{sized(2), sized(2)})
	require.ErrorContains(t, err, "differ from the samples': expected a prediction of the same data")
	_, err = ReadPrediction(path, []system.Sample{sized(2)})
	require.ErrorContains(t, err, "sizes has shape [2], expected [1 samples]")
	require.ErrorContains(t, WritePrediction(path, x, x, []int64{1, 2}, Column{"radius", []float32{7}}), "1 numbers are the radius of 3 particles in 2 samples")
	require.ErrorContains(t, WritePrediction(path, x, x[:6], []int64{1, 2}), "9 position and 6 velocity numbers, expected 9 of each for 2 samples")
	require.ErrorContains(t, WritePrediction(path, x[:6], x, []int64{1, 2}), "6 position and 9 velocity numbers")
	require.NoError(t, npz.Write(path, []npz.Array{{Key: "x", Shape: []int{2, 2}, Floats: make([]float32, 4)}, {Key: sizesArray, Shape: []int{2}, Ints: []int64{1, 2}}}))
	_, err = ReadPrediction(path, samples)
	require.ErrorContains(t, err, "x has shape [2 2], expected")
	require.NoError(t, npz.Write(path, []npz.Array{{Key: "v", Shape: []int{1}, Floats: make([]float32, 1)}}))
	_, err = ReadPrediction(path, samples)
	require.ErrorContains(t, err, "x is missing: gmnc predict -o writes predictions")
	require.Equal(t, "2 particles", Particles([]system.Sample{sized(2), sized(2)}))
	require.Equal(t, "1 to 2 particles, the first of 2 particles", Particles([]system.Sample{sized(2), sized(1)}))
}
