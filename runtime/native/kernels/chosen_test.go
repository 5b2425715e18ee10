package kernels

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// maskOf holds for rows in no order, by numbers that are not all 1.
func maskOf(rows int) []float32 {
	numbers := []float32{1, 0, 0.5, float32(math.Copysign(0, -1)), 0, -2, canary, 1, 0, 1, 0}
	mask := make([]float32, rows)
	for i := range mask {
		mask[i] = numbers[i%len(numbers)]
	}
	return mask
}

func TestRowsOfAMask(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range widths {
			for _, rows := range []int{0, 1, 2, 11, 130, portion/width + 30} {
				mask := maskOf(rows)
				_, x := edged(random(1, rows*width), 3)
				all, chosen := edged(make([]float32, rows*width), 3)
				count := ChooseRows(chosen, x, mask, width)
				requireEdges(t, all, 3)
				at := 0
				for i, holds := range mask {
					if holds != 0 {
						require.Equal(t, x[i*width:(i+1)*width], chosen[at*width:(at+1)*width], "row %d of %d", i, width)
						at++
					}
				}
				require.Equal(t, at, count)

				all, put := edged(random(2, rows*width), 5)
				PutRows(put, chosen[:count*width], mask, width)
				requireEdges(t, all, 5)
				want := make([]float32, rows*width)
				for i, holds := range mask {
					if holds != 0 {
						copy(want[i*width:(i+1)*width], x[i*width:])
					}
				}
				require.Equal(t, want, put, "%d rows of %d", rows, width)
			}
		}
		require.Panics(t, func() { ChooseRows(make([]float32, 64), make([]float32, 128), []float32{0, 1}, 64) })
		require.Panics(t, func() { ChooseRows(make([]float32, 128), make([]float32, 64), []float32{0, 1}, 64) })
		require.Panics(t, func() { PutRows(make([]float32, 64), make([]float32, 64), []float32{0, 1}, 64) })
		require.Panics(t, func() { PutRows(make([]float32, 128), make([]float32, 64), []float32{1, 1}, 64) })
	})
}

func TestAddRowsWhere(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range widths {
			for _, rows := range []int{0, 1, 11, 130, portion/width + 30} {
				mask := maskOf(rows)
				_, x := edged(random(1, rows*width), 3)
				all, sum := edged(random(2, rows*width), 3)
				want := slices.Clone(sum)
				for _, holds := range []bool{true, false, true} {
					AddRowsWhere(sum, x, mask, holds, width)
					requireEdges(t, all, 3)
					for i := range want {
						if (mask[i/width] != 0) == holds {
							want[i] += x[i]
						}
					}
					require.Equal(t, want, sum, "%d rows of %d, %v", rows, width, holds)
				}
			}
		}
		require.Panics(t, func() { AddRowsWhere(make([]float32, 64), make([]float32, 128), []float32{0, 1}, true, 64) })
		require.Panics(t, func() { AddRowsWhere(make([]float32, 128), make([]float32, 64), []float32{0, 1}, true, 64) })
	})
}
