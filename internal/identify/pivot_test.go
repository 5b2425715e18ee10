package identify

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPivot: of the components that are not much smaller than the largest, the lowest rank is fixed, then the first parameter, and of this the
// largest component.
func TestPivot(t *testing.T) {
	for _, c := range []struct {
		rows        [][]float64
		rank        []int
		row, column int
	}{
		{[][]float64{{0.06, -0.5}}, []int{0, 1}, 0, 0},
		{[][]float64{{-0.06, 0.5}}, []int{0, 1}, 0, 0},
		{[][]float64{{0.04, -0.5}}, []int{0, 1}, 0, 1},
		{[][]float64{{12, -100}}, []int{0, 1}, 0, 0},
		{[][]float64{{8, -100}}, []int{0, 1}, 0, 1},
		{[][]float64{{0, 1}, {1, 0}}, []int{0, 0}, 1, 0},
		{[][]float64{{0, 1}, {1, 0}}, []int{1, 0}, 0, 1},
		{[][]float64{{1, 0}, {0, 1}}, []int{1, 0}, 1, 1},
		{[][]float64{{1, 0}, {-2, 0}}, []int{0, 0}, 1, 0},
		{[][]float64{{-2, 0}, {1, 0}}, []int{0, 0}, 0, 0},
		{[][]float64{{0, 1}, {0, 1}}, []int{0, 0}, 0, 1},
		{[][]float64{{0, 0}}, []int{0, 0}, 0, -1},
	} {
		row, column := pivot(c.rows, c.rank)
		require.Equal(t, [2]int{c.row, c.column}, [2]int{row, column}, "%v", c)
	}
}
