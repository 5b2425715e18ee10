package stretches

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/moving"
	"gmnc/system"
)

// TestDerived: velocities are known as differences of positions, whatever the time of a frame, to 1e-4 of the
// largest.
func TestDerived(t *testing.T) {
	for off, want := range map[float64]bool{0: true, 0.9e-4: true, 1.2e-4: false} {
		of := moving.Polynomials(1, 10, 1, 0.5, 0, 0)[0].Trajectory // they move along lines at the rate 1
		of.Velocities[10] += off
		require.Equal(t, want, Derived(of), "%g", off)
	}
	require.False(t, Derived(moving.Polynomials(1, 10, 3, 0.5, 0, 0)[0].Trajectory))
	two := &system.Trajectory{Particles: 1, Positions: []float64{0, 0, 0, 1, 2, 3}, Velocities: []float64{2, 4, 6, 2, 4, 6}}
	require.True(t, Derived(two))
	two.Velocities[4]++
	require.False(t, Derived(two), "of two frames, both have the difference or none")
	one := &system.Trajectory{Particles: 1, Positions: []float64{1, 2, 3}, Velocities: []float64{1, 2, 3}}
	require.False(t, Derived(one))
	rest := &system.Trajectory{Particles: 1, Positions: make([]float64, 12), Velocities: make([]float64, 12)}
	require.False(t, Derived(rest))
}

// TestCut: stretches begin in the frame after the last one of the stretch before, and are spread over all if there are
// more than the most.
func TestCut(t *testing.T) {
	samples := moving.Polynomials(2, 10, 3, 0.5, 0, 0)
	all := Cut(samples, 2, 100)
	var firsts []int
	for _, s := range all {
		firsts = append(firsts, 10*s.Group+s.First)
		require.Equal(t, 3, s.Frames())
		require.Equal(t, 6, s.PerFrame())
	}
	require.Equal(t, []int{0, 3, 6, 10, 13, 16}, firsts)
	some := Cut(samples, 2, 3)
	require.Len(t, some, 3)
	require.Equal(t, []int{0, 6, 13}, []int{some[0].First, some[1].First, 10*some[2].Group + some[2].First})
}

// TestPairs: a sample without recordings is a stretch of its input and target; without the velocity of the target no
// velocity says anything.
func TestPairs(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{4, 5, 6}, TargetPosition: []float32{7, 8, 9}, TargetVelocity: []float32{10, 11, 12}}
	pair := pairOf(&s, 5)
	require.Equal(t, []any{5, false, 2}, []any{pair.Group, pair.Derived, pair.Frames()})
	require.Equal(t, [2][]float64{{1, 2, 3, 7, 8, 9}, {4, 5, 6, 10, 11, 12}}, pair.Records)
	s.TargetVelocity = nil
	pair = pairOf(&s, 5)
	require.True(t, pair.Derived)
	require.Equal(t, [2][]float64{{1, 2, 3, 7, 8, 9}, {4, 5, 6, 4, 5, 6}}, pair.Records)
}

// TestDrivenAlone: torques and thrusts may change along a stretch, and other fields not.
func TestDrivenAlone(t *testing.T) {
	of := func(fields ...*system.Field) bool {
		s := Stretch{Start: system.Sample{Trajectory: &system.Trajectory{}}}
		for _, f := range fields {
			s.Start.Trajectory.Given = append(s.Start.Trajectory.Given, system.Values{Field: f})
		}
		return s.DrivenAlone()
	}
	require.True(t, of())
	require.True(t, of(system.Torque, system.Thrust))
	require.False(t, of(system.Torque, system.Force))
	require.False(t, (&Stretch{}).DrivenAlone())
}
