package kernels

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// drawnEdges are edges with all senders, of which the rows touch nothing else.
func drawnEdges(receivers, neighbors, width int) Edges {
	_, x := edged(random(1, receivers*width), 3)
	_, y := edged(random(2, receivers*width), 5)
	index := make([]int64, receivers*neighbors)
	for i := range index {
		index[i] = int64(7 * i % receivers)
	}
	return Edges{x, y, index, neighbors}
}

// TestAddEdges: each edge has the sum of its receiver's row and its sender's.
func TestAddEdges(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range widths {
			for _, neighbors := range []int{1, 3, 5, 2*blockSiLU + 1} {
				e := drawnEdges(5, neighbors, width)
				all, sums := edged(make([]float32, len(e.Index)*width), 3)
				e.Add(sums, width)
				requireEdges(t, all, 3)
				for i, sender := range e.Index {
					for j := range width {
						require.Equal(t, e.Receivers[i/neighbors*width+j]+e.Senders[int(sender)*width+j], sums[i*width+j],
							"edge %d, column %d of %d", i, j, width)
					}
				}
			}
		}
		row := make([]float32, 20)
		Edges{row, row, nil, 0}.Add(nil, 20)
		require.Panics(t, func() { Edges{row, row, []int64{1}, 1}.Add(row, 20) }, "no such sender")
		require.Panics(t, func() { Edges{row, row, []int64{0}, 0}.Add(row, 20) }, "no neighbors")
		require.Panics(t, func() { Edges{row, row, []int64{0}, 1}.Add(row[1:], 20) }, "no room")
		require.Panics(t, func() { Edges{row, row, []int64{0}, 1}.MatMul(row, nil, row, 20, 1) }, "no factor")
		require.Panics(t, func() { Edges{row, row, []int64{0}, 1}.MatMul(row, row, row, 20, 2) }, "too few weights")
		require.Panics(t, func() { Edges{row, row, []int64{0}, 1}.MatMulSiLU(row, row[1:], row, row, 20, 1) }, "no room for slopes")
	})
}

// TestEdgesMatMul has the bits of the sum, the product and SiLU one after
// the other.
func TestEdgesMatMul(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range widths {
			for _, k := range []int{0, 1, 4, 9} {
				e := drawnEdges(4, 9, width)
				edges := len(e.Index)
				_, x := edged(random(3, edges*k), 1)
				_, w := edged(random(4, k*width), 3)
				want, slopes := make([]float32, edges*width), make([]float32, edges*width)
				e.Add(want, width)
				MatMul(want, width, x, k, 1, w, width, edges, width, k, nil, true)
				all, got := edged(make([]float32, edges*width), 5)
				e.MatMul(got, x, w, width, k)
				requireEdges(t, all, 5)
				require.Equal(t, want, got, "width %d, depth %d", width, k)
				sums := append([]float32(nil), want...)
				SiLU(want, sums)
				e.MatMulSiLU(got, nil, x, w, width, k)
				require.Equal(t, want, got, "width %d, depth %d", width, k)
				SiLUSlope(want, slopes, sums)
				_, slope := edged(make([]float32, edges*width), 5)
				e.MatMulSiLU(got, slope, x, w, width, k)
				requireEdges(t, all, 5)
				require.Equal(t, want, got, "width %d, depth %d", width, k)
				require.Equal(t, slopes, slope, "width %d, depth %d", width, k)
			}
		}
	})
}
