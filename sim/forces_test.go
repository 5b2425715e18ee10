package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestShortBarsMoveNobody: a lone robot with bars of 4 cm has inner forces alone, so that
// its center of mass moves evenly, with the limit of forces too.
func TestShortBarsMoveNobody(t *testing.T) {
	robot := Shape{
		Size: 4, Parents: []int{-1, 0, 1, 2}, Masses: []float64{0.25, 0.5, 0.5, 0.25},
		Pose: [][3]float64{{0, 0, 0}, {0, 0, 0.04}, {0, 0.04, 0.04}, {0.04, 0.04, 0.04}},
	}
	given := newState(Config{Shapes: []Shape{robot}}, stream(43, 0, 0, 0))
	momentum := func() (sum vector) {
		for i, v := range given.Velocity {
			sum = sum.add(load(v).scale(given.Mass[i]))
		}
		return sum
	}
	before := momentum()
	in, err := NewIntegrator(given, Settings{})
	require.NoError(t, err)
	advance(in, 2000)
	require.InDelta(t, 0, momentum().sub(before).norm(), 1e-10)
}

// TestPairsHaveTheLimit: a force beyond it is cut to it, on both particles.
func TestPairsHaveTheLimit(t *testing.T) {
	c := charges{charge: []float64{1, 1, -1}, limit: 100, constrained: [][]int{{2}, nil, nil}}
	force := make([]vector, 3)
	c.act([][3]float64{{0, 0, 0}, {0.01, 0, 0}, {0, 0, 0.01}}, force)
	require.InDelta(t, 0, force[0].add(force[1]).add(force[2]).norm(), 1e-12)
	require.InDelta(t, 100, force[0].norm(), 1e-12, "of the pair 0, 1; 0 and 2 are held")
	require.InDelta(t, 100, force[2].norm(), 1e-12, "of the pair 1, 2")
}

// TestGravityKeepsMomentum: of the paper's particles, sticks and hinges in gravity the
// limit acts on pairs, and momentum changes by gravity alone; by charges alone it acts on
// particles, as published.
func TestGravityKeepsMomentum(t *testing.T) {
	change := func(m Mechanics) float64 {
		settings := Settings{Method: RungeKutta, ForceLimit: 0.3, Mechanics: m}
		config := Config{System: system.Composition{3, 2, 1}, Settings: settings}
		given := newState(config, stream(43, 0, 0, 0))
		var before, after vector
		for _, v := range given.Velocity {
			before = before.add(load(v))
		}
		in, err := NewIntegrator(given, settings)
		require.NoError(t, err)
		advance(in, 300)
		for _, v := range given.Velocity {
			after = after.add(load(v)).sub(load(m.Gravity).scale(300 * TimeStep))
		}
		return after.sub(before).norm()
	}
	require.Less(t, change(Mechanics{Gravity: [3]float64{0, 0, -1}}), 1e-12)
	require.Greater(t, change(Mechanics{}), 1e-3)
}
