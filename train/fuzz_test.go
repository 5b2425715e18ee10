package train

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/adam"
	"gmnc/run"
	"gmnc/run/weights"
	"gmnc/runtime"
)

// FuzzState: a state that is read has no number that training could not go on
// from.
func FuzzState(f *testing.F) {
	store := run.NewMemory("memory")
	s := newState()
	s.epoch, s.bestEpoch, s.bestValid = 2, 1, 0.5
	s.weights = map[string]runtime.Tensor{"w": runtime.Floats([]float32{1, -2}, 1, 2)}
	s.adam = runtime.SolverState{Step: 6, First: map[string][]float32{"w": {0.1, 0}}, Second: map[string][]float32{"w": {0.01, 0}}}
	require.NoError(f, s.write(store))
	whole, err := store.Read(run.StateName)
	require.NoError(f, err)
	f.Add(whole)
	for _, x := range []float32{float32(math.NaN()), float32(math.Inf(-1)), -1} {
		s.adam.Second["w"][0] = x
		require.NoError(f, s.write(store))
		hostile, err := store.Read(run.StateName)
		require.NoError(f, err)
		f.Add(hostile)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		store := run.NewMemory("memory")
		require.NoError(t, store.Write(run.StateName, data))
		s, err := readState(store, adam.Decays{})
		if err != nil {
			return
		}
		require.NoError(t, s.write(store))
		file, err := run.ReadState(store)
		require.NoError(t, err)
		require.Equal(t, strconv.Itoa(s.epoch), file.Metadata["epoch"])
		for _, tensor := range file.Tensors {
			requireFinite(t, tensor)
		}
	})
}

func requireFinite(t *testing.T, tensor weights.Tensor) {
	t.Helper()
	for _, x := range tensor.Data {
		require.True(t, finite(x), tensor.Name)
	}
}
