package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestPairsOfFrames: of up to a thousand pairs of frames all are used, and of more every second.
func TestPairsOfFrames(t *testing.T) {
	of := func(count int) int {
		s := sized(1)
		s.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 3*count), Velocities: make([]float64, 3*count)}
		return len(frames([]system.Sample{s}))
	}
	require.Equal(t, []int{1, 1000, 501, 667}, []int{of(2), of(1001), of(1002), of(2002)})
}

// TestTimesOfRest: what does not move has no time.
func TestTimesOfRest(t *testing.T) {
	still := sized(2)
	_, known := CenterTime([]system.Sample{still})
	require.True(t, known)
	clear(still.Velocity)
	_, known = CenterTime([]system.Sample{still})
	require.False(t, known)
	require.Zero(t, SpeedTime([]system.Sample{still}))
	across := sized(2)
	across.Velocity = []float32{1, 0, 0, 1, 0, 0}
	_, known = CenterTime([]system.Sample{across})
	require.False(t, known, "at a right angle to the displacement")
	require.Equal(t, 1.0, SpeedTime([]system.Sample{across}))
	require.Equal(t, [3]float64{0.5, 0, 0}, center([]float32{0, 0, 0, 1, 0, 0}))
	require.Equal(t, 2.0, Deflection([]system.Sample{sized(2)}, -1))
	for _, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
		vector := make([]float32, 3)
		vector[map[*system.Field]int{system.CellA: 0, system.CellB: 1, system.CellC: 2}[f]] = 2
		f.Set(&across, vector)
	}
	require.InDelta(t, 1.5874010519681994, neighborDistance([]system.Sample{across}), 1e-12) // the cube root of 8/2
	require.InDelta(t, 0.7071067811865476, neighborDistance([]system.Sample{still}), 1e-12)
}
