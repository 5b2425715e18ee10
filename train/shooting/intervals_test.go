package shooting

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// slid is a stretch of a body that slides along x with these displacements and rates.
func slid(t *testing.T, at, rates []float64) *stretches.Stretch {
	rest := []float32{0, 0, 0, 0, 1, 0, 0, 0, 1}
	s := system.Sample{Position: rest, Velocity: make([]float32, 9)}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Slides: true, Axis: [3]float64{1, 0, 0}}}))
	trajectory := &system.Trajectory{Particles: 3}
	for frame, x := range at {
		for i := range 3 {
			trajectory.Positions = append(trajectory.Positions, float64(rest[3*i])+x, float64(rest[3*i+1]), float64(rest[3*i+2]))
			trajectory.Velocities = append(trajectory.Velocities, rates[frame], 0, 0)
		}
	}
	all := stretches.Cut([]system.Sample{s.Along(trajectory)}, len(at)-1, 9)
	require.Len(t, all, 1)
	return &all[0]
}

// TestIntervals: the motion between two frames is the mean of both, whose rates change over the time of a frame; without rates
// it is the one of a frame, by the frames before and after.
func TestIntervals(t *testing.T) {
	f := &fit{}
	f.Time = 0.5
	s := slid(t, []float64{0, 1, 4, 9}, []float64{7, 3, 5, 1})
	require.False(t, s.Derived)
	all := f.intervals(s)
	require.Len(t, all, 3)
	for frame, want := range [][]float64{{0.5, 5, -8}, {2.5, 4, 4}, {6.5, 3, -8}} {
		m := all[frame].motion
		require.Equal(t, frame, all[frame].frame)
		allclose.Within(t, want, []float64{m.Position[0], m.Rate[0], m.Change[0]}, 1e-6)
	}
	s.WithoutRates()
	all = f.intervals(s)
	require.Len(t, all, 2)
	for k, want := range [][]float64{{1, 4, 8}, {4, 8, 8}} {
		m := all[k].motion
		require.Equal(t, k+1, all[k].frame)
		allclose.Within(t, want, []float64{m.Position[0], m.Rate[0], m.Change[0]}, 1e-6)
	}
}

// TestSimilar: values agree within the same ratio in both directions.
func TestSimilar(t *testing.T) {
	require.True(t, similar([]float64{1, 2}, []float64{1, 2}))
	require.False(t, similar([]float64{1, 2}, []float64{1, 3}))
	require.False(t, similar([]float64{1, 3}, []float64{1, 2}))
	require.False(t, similar([]float64{3, 2}, []float64{1, 2}))
	require.Equal(t, []float64{1, 1, 0.5, 0.25}, []float64{weight(0), weight(1), weight(2), weight(4)})
}
