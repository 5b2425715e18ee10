package stretches

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/moving"
	"gmnc/system"
	"gmnc/train/shooting/states"
)

// TestVelocitiesOfRest: velocities that are all 0 are no differences, and those whose squares sum to 1
// are, if positions move by them.
func TestVelocitiesOfRest(t *testing.T) {
	three := []float64{0, 1, 2} // of these, only the frame in the middle has a central difference
	for velocity, want := range map[float64]bool{0: false, 1: true, 2: true} {
		require.Equal(t, want, areDifferences(three, []float64{7, velocity, 7}, 1), velocity)
	}
	require.False(t, areDifferences([]float64{0, 1}, []float64{2, 1}, 1), "of two frames both have the difference")
	require.False(t, areDifferences([]float64{0, 1}, []float64{1, 2}, 1))
	require.True(t, areDifferences([]float64{0, 0, 0, 0.6, 0.8, 0}, []float64{0.6, 0.8, 0, 0.6, 0.8, 0}, 3))
}

// TestBackwardVelocities: velocities are compared in units of the largest in either direction.
func TestBackwardVelocities(t *testing.T) {
	for off, want := range map[float64]bool{1.3e-4: true, 1.7e-4: false} {
		require.Equal(t, want, areDifferences([]float64{0, -1, -2, -3, -4}, []float64{-1, -1 + off, -1, -1, -1}, 1), "%g", off)
	}
}

// TestDerivedRates: rates of joints are differences if those of all samples are, of which each has recorded rates.
func TestDerivedRates(t *testing.T) {
	x := [3]float64{1, 0, 0}
	at := []float64{0, 0.1, 0.4, 0.9}
	differences, others := sliding(t, x, at, []float64{0, 0.2, 0.4, 0}), sliding(t, x, at, []float64{0, 0.2, 0.3, 0})
	require.True(t, DerivedRates([]system.Sample{differences}))
	require.True(t, DerivedRates([]system.Sample{differences, differences}))
	require.False(t, DerivedRates([]system.Sample{others}))
	require.False(t, DerivedRates([]system.Sample{differences, others}))
	unrecorded := differences
	unrecorded.Trajectory = nil
	require.False(t, DerivedRates([]system.Sample{unrecorded}))
	positions := *differences.Trajectory
	positions.Velocities = nil
	unrecorded.Trajectory = &positions
	require.False(t, DerivedRates([]system.Sample{unrecorded}))
	free := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	require.False(t, DerivedRates([]system.Sample{free.Along(&system.Trajectory{Particles: 1, Positions: make([]float64, 9), Velocities: make([]float64, 9)})}))
}

// TestCutPairs: a sample without recorded velocities is a stretch of one step, and those after it are cut as before.
func TestCutPairs(t *testing.T) {
	recorded := moving.Polynomials(1, 6, 3, 0.5, 0, 0)[0]
	pair := system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{4, 5, 6}, TargetPosition: []float32{7, 8, 9}}
	unrecorded := pair
	unrecorded.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 18)}
	var groups, frames []int
	for _, s := range Cut([]system.Sample{pair, unrecorded, recorded}, 2, 100) {
		groups, frames = append(groups, s.Group), append(frames, s.Frames())
	}
	require.Equal(t, []int{0, 1, 2, 2}, groups)
	require.Equal(t, []int{2, 2, 3, 3}, frames)
}

// TestBeyondLimits: a joint is beyond a limit from it on, now or after a time at its own rate.
func TestBeyondLimits(t *testing.T) {
	rest := []float32{0, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0, 5, 1, 0, 5, 0, 1}
	s := system.Sample{Position: rest, Velocity: make([]float32, 18)}
	x := [3]float64{1, 0, 0}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Slides: true, Axis: x}, {Parent: 0, Members: []int{3, 4, 5}, Slides: true, Axis: x}}))
	system.SlideLimits.Set(&s, []float32{-1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1})
	joints := states.JointsIn(states.Of(&s))
	require.NotNil(t, joints)
	for _, c := range []struct {
		state  []float64
		beyond bool
	}{
		{[]float64{0, 0, 0, 0}, false}, {[]float64{1, -1, 0, 0}, false}, {[]float64{1.001, 0, 0, 0}, true}, {[]float64{0, -1.001, 0, 0}, true},
		{[]float64{0, 0.5, 0, 9}, true}, {[]float64{0.5, 0, 9, 0}, true}, {[]float64{0.5, 0, 0, 9}, false}, {[]float64{0, 0.5, 0, -9}, false},
	} {
		require.Equal(t, c.beyond, anyBeyond(&s, joints, c.state, 0.1), c.state)
	}
}

// TestRowsWithoutNumbers: rows of which one is infinite in either direction are none.
func TestRowsWithoutNumbers(t *testing.T) {
	s := turningStretch()
	for _, wrong := range []float64{math.Inf(-1), math.Inf(1)} {
		require.Nil(t, s.RowsOf([][]float32{{1, float32(wrong), 0}}, [][]float32{{0, 0, 0}}, 0))
	}
}
