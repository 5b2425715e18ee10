package kernels

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// widths of rows around the sizes of vectors and blocks.
var widths = []int{1, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 80, 132}

func TestGatherAndScatterRows(t *testing.T) {
	index := []int64{2, 0, 4, 2, 2, 1}
	const rows = 5
	eachLevel(t, func(t *testing.T) {
		for _, width := range widths {
			_, src := edged(random(1, rows*width), 3)
			all, dst := edged(make([]float32, len(index)*width), 5)
			GatherRows(dst, src, index, width)
			requireEdges(t, all, 5)
			sums, sum := edged(random(2, rows*width), 1)
			want := append([]float32(nil), sum...)
			ScatterAddRows(sum, dst, index, width)
			requireEdges(t, sums, 1)
			for i, at := range index {
				row := int(at)
				require.Equal(t, src[row*width:(row+1)*width], dst[i*width:(i+1)*width], "row %d of %d", i, width)
				for j := range width {
					want[row*width+j] += dst[i*width+j]
				}
			}
			require.Equal(t, want, sum, "width %d", width)
			AddGatheredRows(dst, src, index, width)
			requireEdges(t, all, 5)
			for i, at := range index {
				for j, x := range src[int(at)*width:][:width] {
					require.Equal(t, 2*x, dst[i*width+j], "row %d of %d", i, width)
				}
			}
		}
		AddGatheredRows(nil, nil, nil, 64)
		GatherRows(nil, nil, nil, 64)
		ScatterAddRows(nil, nil, nil, 64)
		for _, width := range []int{3, 64} {
			x := make([]float32, 2*width)
			for _, wrong := range []int64{-1, 2, 1 << 62} {
				require.Panics(t, func() { GatherRows(x, x, []int64{wrong}, width) }, wrong)
				require.Panics(t, func() { ScatterAddRows(x, x, []int64{wrong}, width) }, wrong)
				require.Panics(t, func() { AddGatheredRows(x, x, []int64{wrong}, width) }, wrong)
			}
			require.Panics(t, func() { GatherRows(x, x, []int64{0, 1, 0}, width) })
			require.Panics(t, func() { ScatterAddRows(x, x, []int64{0, 1, 0}, width) })
		}
	})
}

// TestIndices looks at indices of every length, with a wrong entry at every place.
func TestIndices(t *testing.T) {
	const rows = 7
	x := make([]float32, rows)
	eachLevel(t, func(t *testing.T) {
		for length := range 40 {
			index := make([]int64, length)
			for i := range index {
				index[i] = int64(i % rows)
			}
			require.NotPanics(t, func() { GatherRows(make([]float32, length), x, index, 1) })
			for i, right := range index {
				for _, wrong := range []int64{-1, rows, 1 << 32, math.MaxInt64, math.MinInt64} {
					index[i] = wrong
					require.PanicsWithValue(t, fmt.Sprintf("kernels: index %d in row %d is outside of %d rows", wrong, i, rows),
						func() { GatherRows(make([]float32, length), x, index, 1) })
				}
				index[i] = right
			}
		}
		long := make([]int64, 2*portion+3)
		require.NotPanics(t, func() { GatherRows(make([]float32, len(long)), x, long, 1) })
		for _, at := range []int{0, portion, len(long) - 1} {
			long[at] = rows
			require.Panics(t, func() { GatherRows(make([]float32, len(long)), x, long, 1) })
			long[at] = 0
		}
	})
}

func TestRepeatAndSumGroups(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range widths {
			for _, size := range []int{0, 1, 2, 9} {
				const rows = 4
				_, src := edged(random(1, rows*width), 3)
				all, many := edged(make([]float32, rows*size*width), 3)
				RepeatRows(many, src, size, width)
				requireEdges(t, all, 3)
				for i := range rows * size {
					require.Equal(t, src[i/size*width:][:width], many[i*width:][:width], "row %d", i)
				}
				mul(many, many, random(2, len(many)))
				all, sums := edged(random(3, rows*width), 5)
				SumGroups(sums, many, size, width)
				requireEdges(t, all, 5)
				for i := range rows {
					for j := range width {
						want := float32(0)
						for k := range size {
							want += many[(i*size+k)*width+j]
						}
						require.Equal(t, want, sums[i*width+j], "row %d, column %d, %d in a group", i, j, size)
					}
				}
			}
		}
	})
}

func TestSums(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range widths {
			for _, rows := range []int{0, 1, 2, 90} {
				_, x := edged(random(1, rows*width), 3)
				all, byColumn := edged(random(2, width), 3)
				want := append([]float32(nil), byColumn...)
				SumRows(byColumn, x)
				requireEdges(t, all, 3)
				all, byRow := edged(random(2, rows), 3)
				SumColumns(byRow, x, width)
				requireEdges(t, all, 3)
				for i := range rows {
					sum, size := 0.0, 0.0
					for j := range width {
						want[j] += x[i*width+j]
						sum += float64(x[i*width+j])
						size += max(float64(x[i*width+j]), -float64(x[i*width+j]))
					}
					require.InDelta(t, sum, byRow[i], float64(width)*unit*size, "row %d of width %d", i, width)
				}
				require.Equal(t, want, byColumn, "%d rows of width %d", rows, width)
			}
		}
		require.Panics(t, func() { SumRows(make([]float32, 2), make([]float32, 3)) })
		require.Panics(t, func() { SumColumns(make([]float32, 2), make([]float32, 3), 2) })
	})
}

func TestCopyColumns(t *testing.T) {
	src, dst := random(1, 3*5), make([]float32, 3*4)
	CopyColumns(dst[1:], 4, src[2:], 5, 3, 2)
	for i := range 3 {
		require.Equal(t, []float32{0, src[5*i+2], src[5*i+3], 0}, dst[4*i:4*i+4])
	}
	CopyColumns(nil, 4, nil, 5, 0, 2)
	require.Panics(t, func() { CopyColumns(dst[3:], 4, src, 5, 3, 2) })
	require.Panics(t, func() { CopyColumns(dst, 4, src[4:], 5, 3, 2) })
}

func TestSame(t *testing.T) {
	dst := make([]float32, 3)
	Same(dst, []int64{1, 2, 3}, []int64{1, 3, 3})
	require.Equal(t, []float32{1, 0, 1}, dst)
	require.Panics(t, func() { Same(dst, []int64{1}, []int64{1, 3, 3}) })
}
