package mechanism_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
)

// wheel is a wheel of the inertia 1 kg m^2 on a joint with a friction in N m.
func wheel(t *testing.T, friction float64) *mechanism.Mechanism {
	joint := mechanism.Revolute(r3.Vec{Z: 1})
	joint.Friction = friction
	m, err := mechanism.New(mechanism.Mechanism{
		Rest: []r3.Vec{{X: 1}, {X: -1}}, Mass: []float64{0.5, 0.5},
		Bodies: []mechanism.Body{{Joint: joint, Parent: -1, Members: []int{0, 1}}},
	})
	require.NoError(t, err)
	return m
}

// TestTurnsBack: a wheel under a constant torque loses its rate by the torque and the friction, turns back at
// any point of a step, and then goes on by their difference.
func TestTurnsBack(t *testing.T) {
	const friction, torque, step, steps = 2, 3, 1e-3, 20
	for _, rate := range []float64{0.0501, 0.05125, 0.0549, -0.0549} {
		in := wheel(t, friction).NewIntegrator(wheel(t, friction).AtRest())
		in.State.Rates[0] = rate
		for range steps {
			in.Step(step, []float64{-math.Copysign(torque, rate)})
		}
		since := step*steps - math.Abs(rate)/(torque+friction)
		require.InDelta(t, math.Copysign(since*(torque-friction), -rate), in.State.Rates[0], 3e-5, rate)
	}
}

// TestComesToRest: friction brings a wheel to rest and holds it against less torque than itself, whose sign
// changes: the wheel creeps below the rate at which friction falls.
func TestComesToRest(t *testing.T) {
	for _, friction := range []float64{2, 20, 200} {
		in := wheel(t, friction).NewIntegrator(wheel(t, friction).AtRest())
		in.State.Rates[0] = friction * 0.0101
		var rest float64
		for k := range 200 {
			in.Step(1e-3, []float64{0.5 * friction * math.Sin(float64(k)/10)})
			if k >= 30 {
				rest = max(rest, math.Abs(in.State.Rates[0]))
			}
		}
		require.Less(t, rest, 1e-5, friction)
	}
}

// TestMostHalvings: a step ends however large friction is beside the inertia, since it is halved ten times at most.
func TestMostHalvings(t *testing.T) {
	in := wheel(t, 1e15).NewIntegrator(wheel(t, 1e15).AtRest())
	in.State.Rates[0] = 0.1
	in.Step(1e-3, nil)
	require.False(t, math.IsNaN(in.State.Rates[0]) || math.IsInf(in.State.Rates[0], 0))
}
