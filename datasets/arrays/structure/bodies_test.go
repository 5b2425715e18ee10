package structure

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// TestRowsOfBodies: an array has a number or a row for each body, or one for all, and each number is above 0.
func TestRowsOfBodies(t *testing.T) {
	two := npz.Array{Key: "bodies", Shape: []int{4}, Ints: []int64{0, 0, 1, 1}}
	table := func(shape []int, values ...float32) npz.Array {
		return npz.Array{Key: "body_inertia", Shape: shape, Floats: values}
	}
	for _, c := range []struct {
		array   npz.Array
		columns int
		want    [][]float64
		failed  string
	}{
		{number("body_mass", 3), 1, [][]float64{{3}, {3}}, ""},
		{list("body_mass", 3, 4), 1, [][]float64{{3}, {4}}, ""},
		{list("body_mass", 3), 1, nil, "body_mass has shape [1], expected a row of 1 for each of 2 bodies, or one number for all"},
		{list("body_mass", 3, 4, 5), 1, nil, "body_mass has shape [3], expected"},
		{number("body_inertia", 3), 3, [][]float64{{3, 3, 3}, {3, 3, 3}}, ""},
		{list("body_inertia", 1, 2, 3), 3, [][]float64{{1, 2, 3}, {1, 2, 3}}, ""},
		{table([]int{2, 3}, 1, 2, 3, 4, 5, 6), 3, [][]float64{{1, 2, 3}, {4, 5, 6}}, ""},
		{table([]int{3, 2}, 1, 2, 3, 4, 5, 6), 3, nil, "body_inertia has shape [3 2], expected a row of 3 for each of 2 bodies, or one number for all"},
		{list("body_inertia", 1, 2), 3, nil, "body_inertia has shape [2], expected"},
		{table([]int{2, 3}, 1, 2, 3, 4, 0, 6), 3, nil, "body_inertia: body 1 has 0, expected a finite number above 0"},
		{table([]int{2, 3}, 1, 2, -3, 4, 5, 6), 3, nil, "body_inertia: body 0 has -3"},
		{list("body_mass", float32(math.Inf(1)), 4), 1, nil, "body_mass: body 0 has +Inf"},
		{list("body_mass", 3, float32(math.NaN())), 1, nil, "body_mass: body 1 has NaN"},
		{list("body_mass", math.MaxFloat32, 4), 1, [][]float64{{math.MaxFloat32}, {4}}, ""},
		{npz.Array{Key: "body_mass", Text: "heavy"}, 1, nil, "body_mass has element type"},
	} {
		s := &reading{Reader: readerOf(t, two, c.array), Structure: Structure{particles: 4}}
		rows, err := s.ofBodies(c.array.Key, 2, c.columns)
		if c.failed != "" {
			require.ErrorContains(t, err, c.failed)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, rows)
	}
	s := &reading{Reader: readerOf(t, number("body_mass", 3))}
	_, err := s.ofBodies("body_mass", 0, 1)
	require.ErrorContains(t, err, "body_mass is there without bodies: expected the body of each particle, -1 of none")
	rows, err := s.ofBodies("body_inertia", 2, 3)
	require.NoError(t, err)
	require.Nil(t, rows)
}

// TestMassesOfBodies: the mass of a body is shared by its particles, and each particle needs some.
func TestMassesOfBodies(t *testing.T) {
	s := &reading{Reader: readerOf(t), Structure: Structure{particles: 4}}
	require.NoError(t, s.shareMasses([][]int{{0, 2, 3}, {1}}, [][]float64{{6}, {5}}))
	require.Equal(t, []float32{2, 5, 2, 2}, s.Joined[0].Values)
	for particle, bodies := range [][][]int{{{1, 2, 3}}, {{0, 2, 3}}, {{0, 1}, {3}}} {
		require.ErrorContains(t, s.shareMasses(bodies, [][]float64{{6}, {5}}), "body_mass gives no mass to particle "+string(rune('0'+particle))+", which is in no body: expected mass, of all particles")
	}
}

// TestMomentsOfBodies: moments over the mass are sums of squares of two radii, up to a millionth.
func TestMomentsOfBodies(t *testing.T) {
	s := &reading{Reader: readerOf(t)}
	radii, err := s.ofInertia(0, []float64{2 * (4 + 9), 2 * (1 + 9), 2 * (1 + 4)}, 2)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2, 3}, radii)
	radii, err = s.ofInertia(0, []float64{1, 1, 2 + 3.9e-6}, 2)
	require.NoError(t, err)
	require.Zero(t, radii[2], "it is a plate, up to rounding")
	_, err = s.ofInertia(3, []float64{1, 1, 2 + 8.3e-6}, 2)
	require.ErrorContains(t, err, "body_inertia: body 3 has the moments [1 1 2.0000083], and the largest is more than the sum of the others: no body has these")
	require.InDelta(t, 2, ofBox([]float64{1, 2 * math.Sqrt(3)})[1], 1e-12)
}
