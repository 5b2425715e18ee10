package mechanism

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
)

// TestAfloats: bodies on free joints without damping or friction, each with the particles of all that is attached to it.
func TestAfloats(t *testing.T) {
	of := func(change func(bodies []Body)) []afloat {
		m := Mechanism{Bodies: []Body{
			{Joint: Free(), Parent: -1, Members: []int{0, 1, 2}}, {Joint: Free(), Parent: -1, Members: []int{4, 5, 6}},
			{Joint: Revolute(r3.Vec{Z: 1}), Parent: 1, Members: []int{3}}, {Joint: Revolute(r3.Vec{Z: 1}), Parent: 2, Members: []int{7}},
		}}
		for range 2 {
			m.Rest = append(m.Rest, r3.Vec{}, r3.Vec{X: 1}, r3.Vec{Y: 1}, r3.Vec{X: 1, Y: 2})
			m.Mass = append(m.Mass, 1, 2, 3, 4)
		}
		change(m.Bodies)
		made, err := New(m)
		require.NoError(t, err)
		return made.afloats()
	}
	all := []afloat{{0, []int{0, 1, 2}}, {1, []int{3, 4, 5, 6, 7}}}
	require.Equal(t, all, of(func([]Body) {}))
	require.Equal(t, all, of(func(b []Body) { b[2].Damping = 1 }))
	require.Equal(t, all[1:], of(func(b []Body) { b[0].Damping = 1 }))
	require.Equal(t, all[:1], of(func(b []Body) { b[1].Friction = 1 }))
	require.Equal(t, all[1:], of(func(b []Body) { b[0].Slides = b[0].Slides[:2] }))
	require.Equal(t, all[1:], of(func(b []Body) { b[0].Turns = b[0].Turns[:2] }))
}

// TestFreeFall: a body on a free joint that turns about a principal axis falls by h^2 / 2 times gravity in a step, and keeps its
// turning.
func TestFreeFall(t *testing.T) {
	m := Mechanism{Gravity: r3.Vec{Z: -8}, Rest: []r3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}}, Mass: []float64{1, 1, 1, 1}, Bodies: []Body{{Joint: Free(), Parent: -1, Members: []int{0, 1, 2, 3}}}}
	made, err := New(m)
	require.NoError(t, err)
	state := made.AtRest()
	copy(state.Rates, []float64{1, 0, 2, 0, 0, 3})
	in := made.NewIntegrator(state)
	in.Step(0.5, nil)
	x, v := make([]r3.Vec, 4), make([]r3.Vec, 4)
	in.Particles(x, v)
	center, velocity := r3.Scale(0.25, r3.Add(r3.Add(x[0], x[1]), r3.Add(x[2], x[3]))), r3.Scale(0.25, r3.Add(r3.Add(v[0], v[1]), r3.Add(v[2], v[3])))
	require.InDelta(t, 0, r3.Norm(r3.Sub(r3.Vec{X: 0.5}, center)), 1e-12, "2 h - 8 h^2 / 2 is 0 after half a second")
	require.InDelta(t, 0, r3.Norm(r3.Sub(r3.Vec{X: 1, Z: -2}, velocity)), 1e-12)
	require.InDelta(t, 3, in.State.Rates[5], 1e-12)
	kinetic, potential := in.Energy()
	require.InDelta(t, 2*(1+4)+2*9, kinetic, 1e-12)
	require.InDelta(t, 0, potential, 1e-12)
}
