package kernels

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGroupsOfRows compares the functions of groups with copies and sums of
// single rows.
func TestGroupsOfRows(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range []int{1, 3, 8, 15, 16, 20, 64, 70, 133} {
			for _, size := range []int{1, 2, 9} {
				for _, groups := range []int{0, 1, 5} {
					src, x := random(1, groups*width), random(2, groups*size*width)
					all, repeated := edged(make([]float32, len(x)), 16)
					RepeatRows(repeated, src, size, width)
					requireEdges(t, all, 16)
					for i := range groups * size {
						require.Equal(t, src[i/size*width:][:width], repeated[i*width:][:width], "width %d, size %d, row %d", width, size, i)
					}
					index := make([]int64, groups*size)
					for i := range index {
						index[i] = int64(i * 7 % max(1, groups))
					}
					wantSums, wantEnds := make([]float32, groups*width), random(3, groups*width)
					ends := slices.Clone(wantEnds)
					all, sums := edged(make([]float32, groups*width), 16)
					SumGroups(wantSums, x, size, width)
					ScatterAddRows(wantEnds, x, index, width)
					SumEndpoints(sums, ends, x, index, size, width)
					requireEdges(t, all, 16)
					require.Equal(t, wantSums, slices.Clone(sums), "sums of width %d, size %d", width, size)
					require.Equal(t, wantEnds, ends, "ends of width %d, size %d", width, size)
				}
			}
		}
	})
}

// TestLargeGroups takes groups that do not fit one call of assembly.
func TestLargeGroups(t *testing.T) {
	const width, size = 17, portion/17 + 5
	eachLevel(t, func(t *testing.T) {
		src, x, index := random(1, 2*width), random(2, 2*size*width), make([]int64, 2*size)
		repeated := make([]float32, len(x))
		RepeatRows(repeated, src, size, width)
		for i := range 2 * size {
			require.Equal(t, src[i/size*width:][:width], repeated[i*width:][:width], "row %d", i)
		}
		wantSums, wantEnds := make([]float32, 2*width), make([]float32, 2*width)
		sums, ends := make([]float32, 2*width), make([]float32, 2*width)
		SumGroups(wantSums, x, size, width)
		ScatterAddRows(wantEnds, x, index, width)
		SumEndpoints(sums, ends, x, index, size, width)
		require.Equal(t, wantSums, sums)
		require.Equal(t, wantEnds, ends)
	})
}

func TestGroupsRefuseWrongSizes(t *testing.T) {
	row := make([]float32, 4)
	require.Panics(t, func() { RepeatRows(row, row, 2, 4) }, "too small a result")
	require.Panics(t, func() { SumEndpoints(row, row, row, []int64{0, 0}, 1, 4) }, "more rows than groups")
	require.Panics(t, func() { SumEndpoints(row, row, row[:3], []int64{0}, 1, 4) }, "too few values")
	require.Panics(t, func() { SumEndpoints(row, row, row, []int64{1}, 1, 4) }, "an index outside")
}
