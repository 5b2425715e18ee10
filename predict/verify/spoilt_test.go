package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
	"gmnc/system"
)

// TestSpoil: a fault is in a copy of the first system's numbers, if the file has the input with as many
// objects as the fault needs.
func TestSpoil(t *testing.T) {
	inputs := func(name string, objects int) map[string]runtime.Tensor {
		return map[string]runtime.Tensor{
			system.Position.Name: runtime.Floats(make([]float32, 2*5*3), 2, 5, 3),
			name:                 runtime.Indices(make([]int64, 2*objects), 2, objects),
		}
	}
	for name, least := range map[string]int{"sticks": 2, "hinges": 1, "parents": 4, "bodies": 4, "neighbors": 1} {
		wrong := WrongInput{Input: name, spoil: func(_ []float32, indices []int64, particles int) {
			for i := range indices {
				indices[i] = int64(particles)
			}
		}}
		_, ok := wrong.Spoil(inputs(name, least-1), 2)
		require.False(t, ok, name)
		_, ok = wrong.Spoil(inputs("other", 9), 2)
		require.False(t, ok, name)
		given := inputs(name, least)
		spoilt, ok := wrong.Spoil(given, 2)
		require.True(t, ok, name)
		require.Equal(t, make([]int64, 2*least), given[name].Index, name)
		for i, value := range spoilt[name].Index {
			want := 0
			if i < least {
				want = 5
			}
			require.EqualValues(t, want, value, name)
		}
		require.Equal(t, given[system.Position.Name], spoilt[system.Position.Name])
	}
	position := WrongInput{Input: system.Position.Name, spoil: func(floats []float32, _ []int64, _ int) { floats[len(floats)-1] = 1 }}
	given := inputs("other", 1)
	spoilt, ok := position.Spoil(given, 2)
	require.True(t, ok)
	require.EqualValues(t, 1, spoilt[system.Position.Name].Float[14])
	require.Zero(t, given[system.Position.Name].Float[14])
}
