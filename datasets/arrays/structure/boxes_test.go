package structure

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestEdges: particles are the corners of a box up to a thousandth of its edges.
func TestEdges(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6, 7}
	halves := [3]float64{1, 2, 3}
	for name, c := range map[string]struct {
		change func(first []float64)
		is     bool
	}{
		"a box":             {func([]float64) {}, true},
		"nearly a corner":   {func(first []float64) { first[3*7] += 0.0015 }, true},
		"off a corner":      {func(first []float64) { first[3*7] += 0.003 }, false},
		"a corner twice":    {func(first []float64) { copy(first[3*7:], first[3*6:3*7]) }, false},
		"at one place":      {func(first []float64) { clear(first) }, false},
		"in a plane":        {func(first []float64) { flatten(first, 2) }, false},
		"slightly inclined": {func(first []float64) { incline(first, 0.0006) }, true},
		"inclined":          {func(first []float64) { incline(first, 0.0012) }, false},
	} {
		first := cube(halves)
		c.change(first)
		s := reading{Structure: Structure{particles: 8}, first: first}
		edges, is := s.edges(all)
		require.Equal(t, c.is, is, name)
		if name == "a box" {
			require.Equal(t, [3][3]float64{{2, 0, 0}, {0, 4, 0}, {0, 0, 6}}, edges)
		}
	}
	s := reading{first: cube(halves)}
	_, is := s.edges(all[:7])
	require.False(t, is, "seven particles")
	require.Equal(t, [3]float64{-1, -2, -3}, s.offset(all, 0))
	require.Equal(t, [3]float64{1, 0, 0}, s.offset([]int{0, 1}, 1))
}

// flatten puts all particles into a plane.
func flatten(first []float64, axis int) {
	for i := axis; i < len(first); i += 3 {
		first[i] = 0
	}
}

// incline moves particles along x by a fraction of their z.
func incline(first []float64, fraction float64) {
	for i := 0; i < len(first); i += 3 {
		first[i] += fraction * first[i+2]
	}
}

// TestWeightsOfBoxes: the corners by their weights add up to half of each edge, in ascending order, of the
// given sizes.
func TestWeightsOfBoxes(t *testing.T) {
	first := append(cube([3]float64{3, 1, 2}), 9, 9, 9)
	bodies := npz.Array{Key: "bodies", Shape: []int{9}, Ints: []int64{0, 0, 0, 0, 0, 0, 0, 0, -1}}
	for _, plane := range []string{"plane", "planes"} {
		s, notes, err := read(t, first, bodies, npz.Array{Key: plane, Shape: []int{1, 4}, Floats: []float32{0, 0, 1, 9}}, list("half_size", 3, 1.009, 2))
		require.NoError(t, err)
		require.Equal(t, []string{"half_size: bodies are taken as solid boxes, as there is no body_inertia"}, notes)
		var halves [3][3]float64
		for i, weight := range s.Joined.Of(system.Box) {
			for axis := range 3 {
				halves[i%3][axis] += float64(weight) * first[3*(i/3)+axis]
			}
		}
		for k, want := range [3][3]float64{{0, 1.009, 0}, {0, 0, 2}, {3, 0, 0}} {
			for axis := range want { // of either sign
				require.InDelta(t, want[axis], math.Abs(halves[k][axis]), 1e-6)
			}
		}
	}
	_, notes, err := read(t, first, bodies, list("plane", 0, 0, 1, 9), list("half_size", 3, 1.011, 2))
	require.NoError(t, err)
	require.Contains(t, notes, "half_size: body 0 has 1.011, and its corners are 1 from its middle along this axis: it touches others by half_size")
	_, _, err = read(t, first, bodies, list("plane", 0, 0, 1, 9), list("half_size", 3, 1.11, 2))
	require.ErrorContains(t, err, "half_size: body 0 has 1.11, and its corners are 1 from its middle along this axis: expected both in one unit, half of each edge")
	s, _, err := read(t, first, bodies, list("half_size", 3, 1, 2))
	require.NoError(t, err)
	require.Nil(t, s.Joined.Of(system.Box), "without a plane nothing touches")
	s, _, err = read(t, first[:24], oneBody, list("plane", 0, 0, 1, 9), list("half_size", 3, 1, 2))
	require.NoError(t, err)
	require.Nil(t, s.Joined.Of(system.Box), "there is nothing beside the body")
}

// TestInertia: a half size beside moments only says how bodies touch. The radii of gyration are those of the
// moments over the mass.
func TestInertia(t *testing.T) {
	first := append(cube([3]float64{3, 1, 2}), cube([3]float64{3, 1, 2})...)
	for i := 24; i < 48; i++ {
		first[i] += 10
	}
	bodies := npz.Array{Key: "bodies", Shape: []int{16}, Ints: append(make([]int64, 8), slices.Repeat([]int64{1}, 8)...)}
	moments := npz.Array{Key: "body_inertia", Shape: []int{2, 3}, Floats: []float32{10, 12, 6, 20, 24, 12}}
	s, notes, err := read(t, first, bodies, list("body_mass", 2, 4), moments, list("half_size", 3, 1, 2))
	require.NoError(t, err)
	require.Equal(t, []string{"half_size is not read: body_inertia says how the bodies turn, and no other body touches them"}, notes)
	for body := range 2 {
		var radii [3]float64
		for i := range 8 {
			for k, axis := range [3]int{1, 2, 0} { // from the least spread to the largest
				radii[k] += float64(s.Joined.Of(system.Gyration)[3*(8*body+i)+k]) * (first[3*(8*body+i)+axis])
			}
		}
		for k, square := range []float64{(14 - 12.) / 2, (14 - 10.) / 2, (14 - 6.) / 2} {
			require.InDelta(t, math.Sqrt(square), math.Abs(radii[k]), 1e-5)
		}
		require.InDelta(t, float64(2*(body+1))/8, s.Joined.Of(system.Mass)[8*body+7], 1e-7)
	}
	s, notes, err = read(t, first, bodies, list("plane", 0, 0, 1, 9), list("body_mass", 2, 4), moments, list("half_size", 3, 1, 2))
	require.NoError(t, err)
	require.Empty(t, notes)
	require.NotNil(t, s.Joined.Of(system.Box))
}

// TestRadii: a moment may exceed the sum of the others by a millionth of all. Mass off the plane of the
// particles is refused, and mass in it is not.
func TestRadii(t *testing.T) {
	r := reading{Reader: readerOf(t)}
	radii, err := r.ofInertia(0, []float64{1, 1, 2.0000035}, 1)
	require.NoError(t, err)
	allclose.Within(t, []float64{1, 1, 0}, radii, 1e-5)
	_, err = r.ofInertia(3, []float64{1, 1, 2.00001}, 1)
	require.ErrorContains(t, err, ": body 3 has the moments [1 1 2.00001], and the largest is more than the sum of the others: no body has these")
	allclose.Within(t, []float64{1, 2}, ofBox([]float64{math.Sqrt(3), 2 * math.Sqrt(3)}), 1e-12)
	flat := cube([3]float64{3, 1, 2})
	flatten(flat, 2)
	for _, c := range []struct {
		radii []float64
		z     float64
		wrong bool
	}{{[]float64{0, 1, 1}, 0, false}, {[]float64{0.1, 1, 1}, 0, true}, {[]float64{0.1, 1, 1}, 0.0032, false}, {[]float64{0.1, 1, 1}, 0.0028, true}} {
		first := slices.Clone(flat)
		for i := 2; i < 24; i += 3 { // the spread along z is z^2, and along x it is 9
			first[i] = c.z * float64(2*(i/12)-1)
		}
		r.first = first
		weights := make([]float32, 24)
		err := r.spreadMass(weights, 2, []int{0, 1, 2, 3, 4, 5, 6, 7}, c.radii)
		if c.wrong {
			require.ErrorContains(t, err, ": body 2 has mass off the plane in which its particles are: expected particles that span space")
			continue
		}
		require.NoError(t, err, "%+v", c)
		require.Equal(t, c.radii[0] == 0, weights[0] == 0)
	}
}

// TestWrongBodies: what contradicts the bodies of a file is named.
func TestWrongBodies(t *testing.T) {
	first := append(cube([3]float64{3, 1, 2}), 9, 9, 9)
	bodies := npz.Array{Key: "bodies", Shape: []int{9}, Ints: []int64{0, 0, 0, 0, 0, 0, 0, 0, -1}}
	for want, given := range map[string][]npz.Array{
		"body_mass gives no mass to particle 8, which is in no body: expected mass, of all particles":          {list("body_mass", 1)},
		"half_size has shape [2], expected a row of 3 for each of 1 bodies, or one number for all":             {list("half_size", 1, 1)},
		"half_size has shape [2 3], expected a row of 3 for each of 1 bodies":                                  {{Key: "half_size", Shape: []int{2, 3}, Floats: make([]float32, 6)}},
		"half_size: body 0 has 0, expected a finite number above 0":                                            {list("half_size", 1, 0, 1)},
		"body_inertia is there without bodies: expected the body of each particle, -1 of none":                 {{Key: "bodies", Shape: []int{9}, Ints: slices.Repeat([]int64{-1}, 9)}, list("body_inertia", 1, 1, 1)},
		"bodies: body 0 has mass off the plane in which its particles are: expected particles that span space": {{Key: "bodies", Shape: []int{9}, Ints: []int64{0, 0, 0, 0, -1, -1, -1, -1, -1}}, list("half_size", 3, 1, 2)},
	} {
		if given[0].Key != "bodies" {
			given = append(given, bodies)
		}
		_, _, err := read(t, first, given...)
		require.ErrorContains(t, err, want)
	}
	s, _, err := read(t, first[:24], oneBody, number("body_mass", 4), number("half_size", 3))
	require.NoError(t, err, "one number is of all bodies and axes")
	require.Equal(t, slices.Repeat([]float32{0.5}, 8), s.Joined.Of(system.Mass))
	for k := range 3 {
		require.NotZero(t, s.Joined.Of(system.Gyration)[k])
	}
}
