package robots

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/test/allclose"
	"gmnc/sim/mechanism"
)

// slider returns a body of 2 kg that slides along x.
func slider(t *testing.T) *mechanism.Mechanism {
	t.Helper()
	m, err := mechanism.New(mechanism.Mechanism{
		Bodies: []mechanism.Body{{Name: "slider", Parent: -1, Joint: mechanism.Prismatic(r3.Vec{X: 1}), Members: []int{0, 1}}},
		Rest:   []r3.Vec{{Y: 1}, {Y: 2}}, Mass: []float64{0.5, 1.5},
	})
	require.NoError(t, err)
	return m
}

// TestSimulatedSlider: a load acts from its frame to the next, and frames are an interval apart for any number of steps.
func TestSimulatedSlider(t *testing.T) {
	c := Config{Robot: slider(t), Frames: 4, Interval: 0.1}
	s := start{state: c.Robot.AtRest(), loads: [][]float64{{4}, {0}, {-8}}}
	s.state.Rates[0] = 2
	for _, steps := range []int{1, 2, 5} {
		m := c.simulate(s, steps)
		require.Equal(t, 0.1/float64(steps), m.step)
		require.Equal(t, s.loads, m.loads)
		var x, v []float64
		for frame := range c.Frames {
			x, v = append(x, m.positions[6*frame]), append(v, m.velocities[6*frame+3])
			require.Equal(t, []float64{1, 0}, m.positions[6*frame+1:][:2])
		}
		allclose.Within(t, []float64{0, 0.21, 0.43, 0.63}, x, 1e-6)
		allclose.Within(t, []float64{2, 2.2, 2.2, 1.8}, v, 1e-6)
		require.True(t, math.IsNaN(m.energy), "the load changes the energy")
		require.True(t, math.IsNaN(m.momentum), "the ground holds it")
	}
	s.loads = nil
	require.InDelta(t, 0, c.simulate(s, 1).energy, 1e-12)
}

// TestFallAfloat: a body that falls gains the momentum that gravity gives it by the time of each frame.
func TestFallAfloat(t *testing.T) {
	c := Config{Robot: cart(t, mechanism.Free()), Frames: 3, Interval: 0.1}
	c.Robot.Gravity = r3.Vec{Z: -10}
	s := start{state: c.Robot.AtRest()}
	s.state.Rates[0], s.state.Rates[4] = 1, 0.5
	m := c.simulate(s, 2)
	require.Less(t, m.momentum, 1e-9)
	require.Less(t, m.angular, 1e-6)
	require.Less(t, m.energy, 1e-6)
}

// TestResolved: the time step is the longest that does, a whole number of times in the interval. Without one that
// does, it is the requested step or else the shortest, and the motion counts as chaotic.
func TestResolved(t *testing.T) {
	c := job(cart(t, mechanism.Prismatic(r3.Vec{X: 1})))
	c.Interval, c.Frames = 1, 2
	spun := func(rate float64) start {
		s := start{state: c.Robot.AtRest()}
		s.state.Rates[1] = rate
		return s
	}
	m, err := c.resolved(spun(0))
	require.NoError(t, err)
	require.Equal(t, [2]float64{1, 0}, [2]float64{m.step, m.halved})

	m, err = c.resolved(spun(4))
	require.NoError(t, err)
	require.Less(t, m.step, 1.)
	require.LessOrEqual(t, m.halved, Bound)
	step := m.step
	c.TimeStep = 2 * step
	_, err = c.resolved(spun(4))
	require.ErrorContains(t, err, "of the motion, and may by 0.0001: ")
	for _, c.TimeStep = range []float64{step, step / 2} {
		m, err = c.resolved(spun(4))
		require.NoError(t, err)
		require.Equal(t, c.TimeStep, m.step)
		require.LessOrEqual(t, m.halved, Bound)
	}

	const wild = 1000
	c.TimeStep = 0.5
	m, err = c.resolved(spun(wild))
	require.NoError(t, err)
	require.Equal(t, 0.5, m.step)
	require.False(t, m.halved <= Bound)
	require.False(t, math.IsInf(m.halved, 1))
	c.TimeStep = 0
	m, err = c.resolved(spun(wild))
	require.NoError(t, err)
	require.Equal(t, 1./128, m.step)
	require.True(t, math.IsInf(m.halved, 1))
}

// TestMotionsThatOverflow: a given start that leaves the finite numbers is an error. Random ones are drawn anew, up to a number.
func TestMotionsThatOverflow(t *testing.T) {
	c := Config{Robot: slider(t), Frames: 3, Interval: 1, TimeStep: 1, Train: 1}
	c.Given = &Given{joints: 1, splits: [3]recorded{2: {angle: [][]float64{{0}}, rate: [][]float64{{3e38}}}}}
	_, _, err := Simulate(t.Context(), c, nil)
	require.ErrorContains(t, err, "test: trajectory 0: leaves the finite numbers from the start that is given")

	c = Config{Robot: slider(t), Frames: 3, Interval: 1000, TimeStep: 1000, Train: 1, Motor: 1e6}
	for i := range c.Robot.Mass {
		c.Robot.Mass[i] = 1e-35
	}
	_, err = c.one(0, 0)
	require.ErrorContains(t, err, "left the finite numbers in each of 50 draws: take less of motors, or a shorter interval")
}
