package sim

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// hanging is a chain of three that hangs, of drawn masses, in gravity.
func hanging(m Mechanics) *system.State {
	return newState(Config{Shapes: []Shape{Chain(3)}, Settings: Settings{Mechanics: m}}, stream(1, 0, 0, 0))
}

// TestDoublePendulum compares the accelerations of a double pendulum in a plane with
// its equations in angles (Goldstein, Classical Mechanics, chapter 1; both rods
// released at rest).
func TestDoublePendulum(t *testing.T) {
	const g, m1, m2, l1, l2, a1, a2, h = 9.81, 1.3, 0.7, 1.1, 0.8, 0.6, -0.4, 1e-4
	down := func(a, l float64) vector { return vector{l * math.Sin(a), 0, -l * math.Cos(a)} }
	one := down(a1, l1)
	two := one.add(down(a2, l2))
	s := &system.State{
		Position: [][3]float64{{}, one.store(), two.store()}, Velocity: make([][3]float64, 3), Charge: make([]float64, 3),
		Mass: []float64{1, m1, m2}, Pinned: []bool{true, false, false},
		Objects: system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})},
	}
	in, err := NewIntegrator(s, Settings{TimeStep: h, Mechanics: Mechanics{Gravity: [3]float64{0, 0, -g}}})
	require.NoError(t, err)
	in.Step()

	// (m1 + m2) l1 A1 + m2 l2 A2 cos = -(m1 + m2) g sin a1, l2 A2 + l1 A1 cos = -g sin a2
	cos := math.Cos(a1 - a2)
	A1 := (m2*g*math.Sin(a2)*cos - (m1+m2)*g*math.Sin(a1)) / (l1 * (m1 + m2 - m2*cos*cos))
	A2 := (-g*math.Sin(a2) - l1*A1*cos) / l2
	v1 := vector{math.Cos(a1), 0, math.Sin(a1)}.scale(l1 * A1 * h)
	v2 := v1.add(vector{math.Cos(a2), 0, math.Sin(a2)}.scale(l2 * A2 * h))
	require.Equal(t, [3]float64{}, s.Position[0])
	require.Equal(t, [3]float64{}, s.Velocity[0])
	for k, want := range []vector{v1, v2} {
		require.Less(t, load(s.Velocity[k+1]).sub(want).norm(), 1e-3*h, "particle %d", k+1)
	}
}

// TestHangingKeepsEnergy: of masses that hang in gravity the energy stays, to the
// fourth order of the step, and damping takes it.
func TestHangingKeepsEnergy(t *testing.T) {
	m := Mechanics{Gravity: [3]float64{0, 0, -1}, LeastMass: 0.5, MostMass: 2, Hang: true, Neutral: true}
	change := func(m Mechanics, step float64) float64 {
		s := hanging(m)
		before := m.Energy(*s)
		frames, err := run(context.Background(), s, Settings{TimeStep: step, Mechanics: m}, []int{0, 20})
		require.NoError(t, err)
		require.Equal(t, frames[0].Position[index(frames[0].Pinned)], frames[1].Position[index(frames[0].Pinned)])
		return m.Energy(frames[1]) - before
	}
	coarse, fine := math.Abs(change(m, 0.02)), math.Abs(change(m, 0.01))
	require.Less(t, fine, 1e-6)
	require.Less(t, fine, coarse/8)
	m.Damping = 0.1
	require.Less(t, change(m, 0.01), -1e-3)
}

func index(pinned []bool) int {
	for i, held := range pinned {
		if held {
			return i
		}
	}
	return -1
}

// TestPinsThatCannotBe pins bodies, and two particles of one tree.
func TestPinsThatCannotBe(t *testing.T) {
	s := hanging(Mechanics{Hang: true})
	s.Pinned = []bool{true, true, true}
	_, err := NewIntegrator(s, Settings{})
	require.ErrorContains(t, err, "is the second pinned one of its tree")
	s.Objects = system.Objects{system.Body.Of(0, 1, 2)}
	_, err = NewIntegrator(s, Settings{})
	require.ErrorContains(t, err, "particle 0 of a body is pinned")
	s = hanging(Mechanics{Hang: true})
	s.Position, s.Velocity, s.Charge = s.Position[:2], s.Velocity[:2], s.Charge[:2]
	s.Objects, s.Pinned = system.Objects{system.Stick.Of(0, 1)}, []bool{true, true}
	_, err = NewIntegrator(s, Settings{Method: RungeKutta})
	require.ErrorContains(t, err, "particle 1 is the second pinned one of its tree")
	for want, config := range map[string]Config{
		"hang pins the first particle of each chain, star and tree, and system has none": {Shapes: []Shape{Body(3)}, Settings: Settings{Mechanics: Mechanics{Hang: true}}},
		"mass from 2 to 1: expected numbers above 0":                                     {Shapes: []Shape{Chain(3)}, Settings: Settings{Mechanics: Mechanics{LeastMass: 2, MostMass: 1}}},
		"damping -1: expected 0 to 1e+06":                                                {Shapes: []Shape{Chain(3)}, Settings: Settings{Mechanics: Mechanics{Damping: -1}}},
	} {
		require.ErrorContains(t, config.Validate(), want)
	}
}
