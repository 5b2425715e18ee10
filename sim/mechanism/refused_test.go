package mechanism

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// one is a mechanism of a body of two particles on a joint.
func one(joint Joint) Mechanism {
	return Mechanism{Rest: []r3.Vec{{X: 1}, {Y: 1}}, Mass: []float64{2, 3}, Bodies: []Body{{Name: "arm", Joint: joint, Parent: -1, Members: []int{0, 1}}}}
}

// TestRefusedMechanisms: each fault of a mechanism has an error of its own.
func TestRefusedMechanisms(t *testing.T) {
	_, err := New(one(Revolute(r3.Vec{Z: 1})))
	require.NoError(t, err)
	for want, change := range map[string]func(m *Mechanism){
		"mechanism: has 2 positions and 1 masses, expected equal numbers":                                      func(m *Mechanism) { m.Mass = m.Mass[:1] },
		"mechanism: particle 1 has the mass 0 at {0 1 0}, expected a positive number and finite ones":          func(m *Mechanism) { m.Mass[1] = 0 },
		"mechanism: particle 0 has the mass +Inf at {1 0 0}, expected a positive number and finite ones":       func(m *Mechanism) { m.Mass[0] = math.Inf(1) },
		"mechanism: particle 0 has the mass 2 at {+Inf 0 0}, expected a positive number and finite ones":       func(m *Mechanism) { m.Rest[0].X = math.Inf(1) },
		"mechanism: particle 0 has the mass 2 at {NaN 0 0}, expected a positive number and finite ones":        func(m *Mechanism) { m.Rest[0].X = math.NaN() },
		"mechanism: particle 1 is in no body":                                                                  func(m *Mechanism) { m.Bodies[0].Members = []int{0} },
		`mechanism: body 0, "arm": particle 2 is not there, or in another body too`:                            func(m *Mechanism) { m.Bodies[0].Members = []int{0, 2} },
		`mechanism: body 0, "arm": particle -1 is not there, or in another body too`:                           func(m *Mechanism) { m.Bodies[0].Members = []int{0, -1} },
		`mechanism: body 0, "arm": particle 0 is not there, or in another body too`:                            func(m *Mechanism) { m.Bodies[0].Members = []int{0, 0} },
		`mechanism: body 0, "arm": its parent is 0: expected one before it, or -1`:                             func(m *Mechanism) { m.Bodies[0].Parent = 0 },
		`mechanism: body 0, "arm": its parent is -2: expected one before it, or -1`:                            func(m *Mechanism) { m.Bodies[0].Parent = -2 },
		`mechanism: body 0, "arm": its anchor is not finite`:                                                   func(m *Mechanism) { m.Bodies[0].Anchor.Y = math.NaN() },
		`mechanism: body 0, "arm": its joint has the damping -1 and the friction 0: expected`:                  func(m *Mechanism) { m.Bodies[0].Damping = -1 },
		`mechanism: body 0, "arm": its joint has the damping 0 and the friction -1: expected`:                  func(m *Mechanism) { m.Bodies[0].Friction = -1 },
		`mechanism: body 0, "arm": its joint has the damping 0 and the friction +Inf: expected`:                func(m *Mechanism) { m.Bodies[0].Friction = math.Inf(1) },
		`mechanism: body 0, "arm": its joint has the axis {0 0 0}: expected one with a length`:                 func(m *Mechanism) { m.Bodies[0].Turns = []r3.Vec{{}} },
		`mechanism: body 0, "arm": its joint has the axis {0 +Inf 0}: expected one with a length`:              func(m *Mechanism) { m.Bodies[0].Slides = []r3.Vec{{Y: math.Inf(1)}} },
		`mechanism: body 0, "arm": its joint has the limits 2 and 1: expected the lower one first`:             func(m *Mechanism) { m.Bodies[0].Stop = Stop{Lower: 2, Upper: 1} },
		`mechanism: body 0, "arm": its joint has the limits 1 and 1: expected the lower one first`:             func(m *Mechanism) { m.Bodies[0].Stop = Stop{Lower: 1, Upper: 1} },
		`mechanism: body 0, "arm": its joint has limits or a rotor and 3 axes: expected one`:                   func(m *Mechanism) { m.Bodies[0].Joint = Ball(); m.Bodies[0].Rotor = 1 },
		`mechanism: body 0, "arm": its joint has limits or a rotor and 6 axes: expected one`:                   func(m *Mechanism) { m.Bodies[0].Joint = Free(); m.Bodies[0].Stop.Upper = 1 },
		`mechanism: body 0, "arm": its joint has a rotor of -1 and a stop of the inertia 0 and the time 0`:     func(m *Mechanism) { m.Bodies[0].Rotor = -1 },
		`mechanism: body 0, "arm": its joint has a rotor of 0 and a stop of the inertia NaN and the time 0`:    func(m *Mechanism) { m.Bodies[0].Stop.Inertia = math.NaN() },
		`mechanism: body 0, "arm": its joint has a rotor of 0 and a stop of the inertia 0 and the time +Inf: `: func(m *Mechanism) { m.Bodies[0].Stop.Time = math.Inf(1) },
		`mechanism: body 0, "arm": its joint has limits or a rotor and 0 axes: expected one`:                   func(m *Mechanism) { m.Bodies[0].Joint = Joint{Stop: Stop{Lower: -1}} },
		"mechanism: has no joint that moves":                                                                   func(m *Mechanism) { m.Bodies[0].Joint = Joint{} },
	} {
		m := one(Revolute(r3.Vec{Z: 1}))
		change(&m)
		_, err := New(m)
		require.ErrorContains(t, err, want)
	}
}

// TestDefaultStops: a stop leaves a twentieth of other accelerations of the inertia of its joint, with its rotor, while other
// joints are free; joints without limits have none.
func TestDefaultStops(t *testing.T) {
	m := one(Revolute(r3.Vec{Z: 2}))
	m.Bodies[0].Rotor = 1
	free, err := New(m)
	require.NoError(t, err)
	free.DefaultStops()
	require.Zero(t, free.Bodies[0].Stop)
	require.Equal(t, []r3.Vec{{Z: 1}}, free.Bodies[0].Turns, "the axis has the length 1")
	m.Bodies[0].Stop = Stop{Lower: -1, Upper: 1}
	m.Rest, m.Mass = append(m.Rest, r3.Vec{X: 4}), append(m.Mass, 7)
	m.Bodies = append(m.Bodies, Body{Joint: Prismatic(r3.Vec{X: 1}), Parent: -1, Members: []int{2}})
	limited, err := New(m)
	require.NoError(t, err)
	limited.DefaultStops()
	require.InDelta(t, 19*(2+3+1), limited.Bodies[0].Stop.Inertia, 1e-9)
	require.InDelta(t, 0.019, limited.Bodies[0].Stop.Time, 1e-15)
	require.Zero(t, limited.Bodies[1].Stop)
}

// TestPushes: a joint beyond a limit is pushed back by the part of the stop's inertia that its excess has beside its rate.
func TestPushes(t *testing.T) {
	s := Stop{Lower: -1, Upper: 2, Inertia: 3, Time: 0.5}
	require.Equal(t, push{}, s.push(false, 1.9, 7, 0.1))
	require.Equal(t, push{}, s.push(false, 2, 7, 0.1))
	for _, sign := range []float64{1, -1} {
		p := s.push(false, 0.5+sign*(1.5+0.25), 4*sign, 0.1)
		inertia := 3 * 0.25 / (0.25 + softness*0.5*4)
		require.InDelta(t, 0.25*sign, p.beyond, 1e-12)
		require.InDelta(t, inertia*1.1*1.1, p.resists, 1e-12)
		require.InDelta(t, sign*inertia*0.1/0.5*(8+0.25/0.5), p.load, 1e-12)
		require.Equal(t, 0.1, p.h)
	}
	require.InDelta(t, math.Sin(0.5), s.excess(true, 2.5), 1e-12, "an angle by its sine")
	require.InDelta(t, 0.5, s.excess(false, 2.5), 1e-12)
	require.Zero(t, s.excess(true, 2*math.Pi), "a whole turn from 0")
	require.Zero(t, Stop{}.excess(false, 3))
	require.True(t, push{beyond: 1, resists: 2, load: 3, h: 0.1}.acts(-1.4))
	require.False(t, push{beyond: 1, resists: 2, load: 3, h: 0.1}.acts(-1.5))
	require.True(t, push{beyond: -1, resists: 2, load: -3, h: 0.1}.acts(1.4))
	require.False(t, push{beyond: 1, resists: 2, load: 3, h: -0.1}.acts(1))
}

// TestCoordinates: the displacement and the angle of a joint, along its axis.
func TestCoordinates(t *testing.T) {
	slide, turn := Prismatic(r3.Vec{X: 0.6, Y: 0.8}), Revolute(r3.Vec{Z: 1})
	s := State{Slides: []r3.Vec{{X: 0.6, Y: 0.8}, {}}, Turns: []quat.Number{still, turnBy(-1.2, r3.Vec{Z: 5})}}
	turns, at := s.coordinate(0, &slide)
	require.False(t, turns)
	require.InDelta(t, 1, at, 1e-12)
	turns, at = s.coordinate(1, &turn)
	require.True(t, turns)
	require.InDelta(t, -1.2, at, 1e-12)
}

// TestEnergyOfRotors: a rotor has the kinetic energy of its rate, and particles have those of theirs and of their heights.
func TestEnergyOfRotors(t *testing.T) {
	m := one(Revolute(r3.Vec{Z: 1}))
	m.Gravity = r3.Vec{Y: -10}
	for rotor, want := range map[float64]float64{0: 0.5 * 5 * 4, 0.5: 0.5 * 5.5 * 4} {
		m.Bodies[0].Rotor = rotor
		made, err := New(m)
		require.NoError(t, err)
		state := made.AtRest()
		state.Rates[0] = 2
		kinetic, potential := made.NewIntegrator(state).Energy()
		require.InDelta(t, want, kinetic, 1e-12)
		require.InDelta(t, 3*10, potential, 1e-12)
	}
}
