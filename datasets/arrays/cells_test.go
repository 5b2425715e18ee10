package arrays

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestObjectsAcrossACell: a stick through the wall of a cell is as long as its nearest image.
func TestObjectsAcrossACell(t *testing.T) {
	rod := func(r, frame int, x, _ []float32) {
		copy(x[3:6], x[:3])
		x[3] += 0.5
		wrapped(r, frame, x, nil)
	}
	data, _, err := prepared(t, Options{Interval: 1, Ignore: []string{"velocities"}}, append(drifting(12, rod), list("cell_a", box, 0, 0), list("cell_b", 0, box, 0), list("cell_c", 0, 0, box),
		npz.Array{Key: "sticks", Shape: []int{1, 2}, Ints: []int64{0, 1}})...)
	require.NoError(t, err)
	for _, sample := range slices.Concat(data.Train, data.Valid, data.Test) {
		require.InDelta(t, 0.5, system.Distance(sample.Position, 0, 1), 1e-5)
	}
}

// TestSticksOfNoLength: an error names the recording and the stick; a body may have two markers
// at one place.
func TestSticksOfNoLength(t *testing.T) {
	arrays := drifting(3, func(recording, _ int, x, v []float32) {
		if recording == 1 {
			copy(x[9:], x[6:9])
			copy(v[9:], v[6:9])
		}
	})
	_, _, err := prepared(t, usual, append(arrays, npz.Array{Key: "sticks", Shape: []int{2, 2}, Ints: []int64{0, 1, 2, 3}})...)
	require.ErrorContains(t, err, "in.npz: sticks: recording 1, stick 1: its particles 2 and 3 are at one place, expected a bar with a length")
	_, _, err = prepared(t, usual, append(arrays, npz.Array{Key: "bodies", Shape: []int{4}, Ints: []int64{-1, 0, 0, 0}})...)
	require.NoError(t, err)
}

// TestSkewedCells: skewed cells are written by their shortest vectors, in which a stick goes
// to its nearest image. A cell in which models see another image than the nearest is refused.
func TestSkewedCells(t *testing.T) {
	ignoring := Options{Interval: 1, Ignore: []string{"velocities"}}
	cell := func(skew float32) []npz.Array {
		return append(drifting(12, wrapped), list("cell_a", box, 0, 0), list("cell_b", skew, box, 0), list("cell_c", 0, 0, box))
	}
	data, notes, err := prepared(t, ignoring, cell(3*box)...)
	require.NoError(t, err)
	require.Contains(t, notes, "cell_a has skewed cells, which are written by their shortest vectors")
	require.Equal(t, []float32{0, box, 0}, system.CellB.Of(&data.Train[0]))
	_, _, err = prepared(t, ignoring, cell(box/2)...)
	require.ErrorContains(t, err, "by the image that models see")
	require.ErrorContains(t, err, "in.npz: cell_a: recording ")
}
