package mechanism

import (
	"math"
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
	require.Equal(t, []afloat{{0, []int{0, 1, 2, 7}}, {1, []int{3, 4, 5, 6}}}, of(func(b []Body) { b[3].Parent = 0 }))
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

// TestTurningOfThinBodies: a body has an angular velocity for its angular momentum, unless its determinant of inertia is less than a
// 1e13th of the cube of the sum of its moments, as of a line.
func TestTurningOfThinBodies(t *testing.T) {
	for thin, turns := range map[float64]bool{0.5: true, 8.4e-13: true, 7.6e-13: false} { // against 2^3 / 1e13
		off := math.Sqrt(thin)
		m := Mechanism{Rest: []r3.Vec{{Z: 1}, {Z: -1}, {X: off}, {X: -off}}, Mass: []float64{0.5, 0.5, 0.5, 0.5}, Bodies: []Body{{Joint: Free(), Parent: -1, Members: []int{0, 1, 2, 3}}}}
		made, err := New(m)
		require.NoError(t, err)
		in := made.NewIntegrator(made.AtRest())
		in.place(in.State)
		spin := in.turning(in.free[0], r3.Vec{}, r3.Vec{X: 2, Y: 3 * (1 + thin), Z: 4 * thin})
		want := r3.Vec{}
		if turns {
			want = r3.Vec{X: 2, Y: 3, Z: 4}
		}
		require.InDelta(t, 0, r3.Norm(r3.Sub(want, spin)), 1e-9, "%g", thin)
	}
}
