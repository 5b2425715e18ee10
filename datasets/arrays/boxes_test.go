package arrays

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestPrepareBoxes: bodies with half sizes are boxes to others, with halves of edges as
// their corners have them. A single body is none, nor one without corners, which is noted.
func TestPrepareBoxes(t *testing.T) {
	halves := [3]float64{0.1, 0.1, 0.05}
	given := sliding(4, halves)
	two := func(key string) npz.Array {
		for _, a := range given {
			if a.Key == key {
				frames := a.Shape[0] * a.Shape[1]
				doubled := npz.Array{Key: key, Shape: []int{a.Shape[0], a.Shape[1], 16, 3}}
				for f := range frames {
					frame := a.Floats[24*f : 24*f+24]
					doubled.Floats = append(append(doubled.Floats, frame...), frame...)
				}
				return doubled
			}
		}
		return npz.Array{}
	}
	plane, size := list("plane", 0, 0, 1, 0), npz.Array{Key: "half_size", Shape: []int{3}, Floats: []float32{0.05, 0.1, 0.1}}
	bodies := npz.Array{Key: "bodies", Shape: []int{16}, Ints: []int64{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}}
	pair := []npz.Array{two("positions"), two("velocities"), number("dt", 0.1), bodies, list("body_mass", 1, 2), plane, size}
	data, _, err := prepared(t, usual, pair...)
	require.NoError(t, err)
	s := data.Test[0]
	weights := system.Box.Of(&s)
	var edges [3][3]float64
	for i := 8; i < 16; i++ {
		for k := range 3 {
			for axis := range 3 {
				edges[k][axis] += float64(weights[3*i+k] * s.Position[3*i+axis])
			}
		}
	}
	for k, want := range []float64{0.05, 0.1, 0.1} {
		var square float64
		for axis := range 3 {
			square += edges[k][axis] * edges[k][axis]
		}
		require.InEpsilon(t, want, math.Sqrt(square), 1e-5)
	}
	require.InDelta(t, 0.05, math.Abs(edges[0][2]), 1e-6, "the short edge is upright")

	data, _, err = prepared(t, usual, append(given, plane, size, list("body_mass", 1))...)
	require.NoError(t, err)
	require.False(t, data.Has(system.Box))
	_, _, err = prepared(t, usual, append(pair, npz.Array{Key: "box", Shape: []int{16, 3}, Floats: weights})...)
	require.ErrorContains(t, err, "box is there and half_size, too")
	for half, want := range map[float32]string{0.0555: "half_size: body 0 has 0.0555, and its corners are 0.05 from its middle", 0.0445: "body 0 has 0.0445", 50: "body 0 has 0.1, and its corners are 0.05"} {
		size.Floats[0] = half
		_, _, err = prepared(t, usual, pair...)
		require.ErrorContains(t, err, want)
	}
	size.Floats[0] = 0.0545
	_, notes, err := prepared(t, usual, pair...)
	require.NoError(t, err)
	require.Contains(t, notes, "half_size: body 1 has 0.0545, and its corners are 0.05 from its middle along this axis: it touches others by half_size")
	moments := npz.Array{Key: "body_inertia", Shape: []int{3}, Floats: []float32{0.005, 0.005, 0.008}}
	_, notes, err = prepared(t, usual, append(pair[:5:5], size, moments)...)
	require.NoError(t, err)
	require.Contains(t, notes, "half_size is not read: body_inertia says how the bodies turn, and no other body touches them")
	for frame := range 12 {
		pair[0].Floats[48*frame] += 0.02
	}
	_, notes, err = prepared(t, usual, pair...)
	require.NoError(t, err)
	require.Contains(t, notes, "half_size: body 0 is no box to others, as its particles are not at the 8 corners of one")
}
