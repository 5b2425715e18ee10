package checks

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAddFrames: each frame has the energies as they are set, after those that are there.
func TestAddFrames(t *testing.T) {
	r := &Recording{Elements: 2, Positions: []float64{1, 2, 3, 4}, Rates: []float64{5, 6, 7, 8}, Energies: []float64{9}}
	e := NewEnergies(2, 1)
	r.AddFrames(e, func(positions, rates []float64) {
		e.Parts[0], e.States[0], e.Potentials[0] = positions[1], rates[0], positions[0]*rates[1]
	})
	require.Equal(t, [][]float64{{9, 2, 0, 4, 0}, {5, 7}, {6, 24}}, [][]float64{r.Energies, r.States, r.Potentials})
}

// TestNear: near a frame each joint in turn is faster and slower by 1, and then farther and less far by a step.
func TestNear(t *testing.T) {
	const step = stepOfPosition
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 2}, Positions: []float64{0, 3, 5, 7}, Rates: []float64{1, 2, 3, 4}}
	r.AddEnergies = func(r *Recording) {
		for range r.frames() {
			r.Energies, r.States, r.Potentials = append(r.Energies, 1), append(r.States, 2, 2), append(r.Potentials, 3)
		}
	}
	var frames []int
	for frame, near := range r.near(1, 0) {
		x, v := r.Positions[2*frame:][:2], r.Rates[2*frame:][:2]
		require.Equal(t, []float64{v[0], v[1] + 1, v[0], v[1] - 1, v[0] + 1, v[1], v[0] - 1, v[1], v[0], v[1], v[0], v[1], v[0], v[1], v[0], v[1]}, near.Rates)
		require.Equal(t, []float64{x[0], x[1], x[0], x[1], x[0], x[1], x[0], x[1], x[0], x[1] + step, x[0], x[1] - step, x[0] + step, x[1], x[0] - step, x[1]}, near.Positions)
		require.Equal(t, [3]int{8, 16, 8}, [3]int{len(near.Energies), len(near.States), len(near.Potentials)})
		frames = append(frames, frame)
	}
	require.Equal(t, []int{0, 1}, frames)
	for frame := range r.near(0) {
		require.Zero(t, frame)
		break
	}
}
