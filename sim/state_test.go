package sim

import (
	"math"
	"testing"

	"gmnc/system"

	"github.com/stretchr/testify/require"
)

// rounding bounds what a handful of operations on numbers near 1 lose.
const rounding = 1e-14

func TestInitialVelocitiesFitTheConstraints(t *testing.T) {
	for index := range 50 {
		state := newTestState(system.Composition{3, 2, 1}, index)
		for _, bar := range state.bars() {
			e := state.direction(bar[0], bar[1])
			stretch := load(state.Velocity[bar[0]]).sub(load(state.Velocity[bar[1]])).dot(e)
			require.InDelta(t, 0, stretch, rounding, "bar %v", bar)
		}
	}
}

// TestInitialForests: velocities keep all bars and bodies, momentum is as with the
// unconstrained velocities, every particle is a root in turn.
func TestInitialForests(t *testing.T) {
	config := Config{System: system.Composition{2}, Shapes: []Shape{Chain(4), Body(4)}}
	roots := map[int]bool{}
	for index := range 100 {
		given := config.testState(index)
		require.Equal(t, 1, given.Objects.Count(system.Tree))
		require.Equal(t, 1, given.Objects.Count(system.Body))
		for _, bar := range given.bars() {
			stretch := load(given.Velocity[bar[0]]).sub(load(given.Velocity[bar[1]])).dot(given.direction(bar[0], bar[1]))
			require.InDelta(t, 0, stretch, 10*rounding, "bar %v", bar)
		}
		roots[given.Objects[0].Members[0]] = true

		free := given
		free.State = NewState(system.Composition{10}, stream(3, 4, uint64(index), 0))
		require.Equal(t, free.Position, given.Position)
		require.Less(t, free.momentum().sub(given.momentum()).norm(), 100*rounding)
		require.Less(t, given.kinetic(), free.kinetic())
	}
	require.Len(t, roots, 10)
}

func TestInitialSpeeds(t *testing.T) {
	for index := range 50 {
		state := newTestState(system.Composition{3, 2, 1}, index)
		free, err := state.isolated()
		require.NoError(t, err)
		// A joint keeps its velocity; its ends follow.
		for _, i := range append(free, state.Objects.Of(system.Hinge)[0][0]) {
			require.InDelta(t, initialSpeed, load(state.Velocity[i]).norm(), rounding)
		}
		for _, stick := range state.Objects.Of(system.Stick) {
			// Sharing a component can only lose energy.
			energy := load(state.Velocity[stick[0]]).dot(load(state.Velocity[stick[0]])) +
				load(state.Velocity[stick[1]]).dot(load(state.Velocity[stick[1]]))
			require.LessOrEqual(t, energy, 2*initialSpeed*initialSpeed+rounding)
		}
	}
}

// Over 2000 states of 10 particles each mean is within five standard errors
// of the documented value.
func TestInitialDistribution(t *testing.T) {
	const states = 2000
	composition := system.Composition{3, 2, 1}
	n := composition.N()
	deviation := math.Cbrt(2) + 0.1
	var charge, square float64
	joints := make([]int, n)
	for index := range states {
		state := newTestState(composition, index)
		for i := range n {
			require.Contains(t, []float64{-1, 1}, state.Charge[i])
			charge += state.Charge[i]
			square += load(state.Position[i]).dot(load(state.Position[i]))
		}
		joints[state.Objects.Of(system.Hinge)[0][0]]++
	}
	require.InDelta(t, 0, charge/float64(states*n), 5/math.Sqrt(states*float64(n)))
	variance := square / float64(states*n*3)
	require.InDelta(t, 1, variance/(deviation*deviation), 5*math.Sqrt(2/float64(states*n*3)))
	for i, count := range joints {
		require.InDelta(t, states/n, count, 5*math.Sqrt(states/float64(n)), "particle %d as the joint", i)
	}
}

func TestObjectsAreAPermutation(t *testing.T) {
	composition := system.Composition{5, 3, 3}
	for index := range 20 {
		state := newTestState(composition, index)
		members, err := state.isolated()
		require.NoError(t, err)
		require.Len(t, members, composition.Count(system.Isolated))
		for _, stick := range state.Objects.Of(system.Stick) {
			members = append(members, stick[:]...)
		}
		for _, hinge := range state.Objects.Of(system.Hinge) {
			members = append(members, hinge[:]...)
		}
		everyParticle := make([]int, composition.N())
		for i := range everyParticle {
			everyParticle[i] = i
		}
		require.ElementsMatch(t, everyParticle, members)
	}
}

func TestFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		state := newTestState(system.Composition{2}, 0)
		require.True(t, state.finite())
		state.Velocity[1][2] = bad
		require.False(t, state.finite())
		state = newTestState(system.Composition{2}, 0)
		state.Position[0][0] = bad
		require.False(t, state.finite())
	}
}
