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
	CellC.Set(&s, []float32{1, 1, 0})
	require.ErrorContains(t, s.checkCell(report), "span no volume")
	CellC.Set(&s, []float32{1, 1, -4})
	require.NoError(t, s.checkCell(report))
	require.Equal(t, 24.0, s.Volume())
	for _, f := range []*Field{CellA, CellB, CellC} {
		f.Set(&s, make([]float32, 3))
	}
	require.NoError(t, s.checkCell(report), "no cell")
}
