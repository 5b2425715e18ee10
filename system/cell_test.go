package system

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCell(t *testing.T) {
	report := func(array, format string, arguments ...any) error {
		return fmt.Errorf("%s%s", array, fmt.Sprintf(format, arguments...))
	}
	var s Sample
	require.NoError(t, s.checkCell(report))
	require.Zero(t, s.Volume())
	CellA.Set(&s, []float32{2, 0, 0})
	require.ErrorContains(t, s.checkCell(report), "cell_a: expected all three of cell_a, cell_b and cell_c")
	CellB.Set(&s, []float32{1, 3, 0})
	require.ErrorContains(t, s.checkCell(report), "cell_a: expected all three of cell_a, cell_b and cell_c")
	CellC.Set(&s, []float32{1, 1, 0})
	require.ErrorContains(t, s.checkCell(report), "span no volume")
	CellC.Set(&s, []float32{1, 1, -4})
	require.NoError(t, s.checkCell(report))
	require.Equal(t, 24.0, s.Volume())
	for _, f := range []*Field{CellA, CellB, CellC} {
		f.Set(&s, make([]float32, 3))
	}
	require.NoError(t, s.checkCell(report), "no cell")

	thin := func(height float32) *Sample {
		s := &Sample{}
		for i, vector := range [][]float32{{0, 0, 2}, {2, 0, 0}, {0, height, 0}} {
			[]*Field{CellA, CellB, CellC}[i].Set(s, vector)
		}
		return s
	}
	require.NoError(t, thin(2.1e-6).checkCell(report), "more than a millionth of a cube of its longest vector")
	require.ErrorContains(t, thin(1.9e-6).checkCell(report), "cell_a: cell_a, cell_b and cell_c span no volume")
}

// TestImages: of particles that are far apart in a skewed cell, or many cells in any, models
// see another image than the nearest, which is reported; neighbors within half of its width
// are right. In the middle between two images rounding may choose the farther.
func TestImages(t *testing.T) {
	report := func(array, format string, arguments ...any) error {
		return fmt.Errorf("%s%s", array, fmt.Sprintf(format, arguments...))
	}
	in := func(x, y float32, vectors ...[]float32) *Sample {
		s := &Sample{Position: []float32{0, 0, 0, x, y, 0}}
		for i, f := range []*Field{CellA, CellB, CellC} {
			f.Set(s, vectors[i])
		}
		return s
	}
	a, c := []float32{10, 0, 0}, []float32{0, 0, 10}
	skewed, square := []float32{16, 10, 0}, []float32{0, 10, 0}
	require.NoError(t, in(4.9, 4.9, a, square, c).CheckImages(report))
	require.NoError(t, in(0.5, 1, a, skewed, c).CheckImages(report), "a short way")
	far := in(1, 4.5, a, skewed, c) // in shares of the vectors -0.62 and 0.45
	require.ErrorContains(t, far.CheckImages(report), "cell_a: particles 0 and 1 are 11.88 apart by the image that models see, and 4.61 by the nearest: expected a cell with right angles, or neighbors within half of its width, 2.65")
	require.ErrorContains(t, in(1, -35.01, a, square, c).CheckImages(report), "cell_a: particles 0 and 1 are 4 lengths of the cell apart, and models find the nearest image up to 3 away: give the cell in the unit of positions, or move particles by whole vectors of it")
	require.NoError(t, in(1, -34.99, a, square, c).CheckImages(report))
	middle := []float32{1, 10, 0}
	require.NoError(t, in(5.32, 3, a, middle, c).CheckImages(report), "in shares 0.502 and 0.3")
	require.ErrorContains(t, in(5.3005, 3, a, middle, c).CheckImages(report), "6.091 apart by the image that models see, and 5.575 by the nearest")
	far.Neighbors = []int64{-1, -1}
	require.NoError(t, far.CheckImages(report), "no neighbors")
	far.Neighbors[1] = 0
	require.ErrorContains(t, far.CheckImages(report), "particles 1 and 0")
}
