package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReach: the distances between listed neighbors in a cell, to the nearest image.
func TestReach(t *testing.T) {
	s := Sample{Position: []float32{0, 0, 0, 3.5, 0, 0, 0, 1, 0}, Velocity: make([]float32, 9), Neighbors: []int64{1, 2, 0, -1, 0, -1}}
	require.Equal(t, nothing, reach(&s), "without a cell")
	setCell(&s, 4)
	require.InDelta(t, 0.5, reach(&s).Least, 1e-6)
	require.InDelta(t, 1, reach(&s).Most, 1e-6)
}

// setCell gives a sample a cubic cell.
func setCell(s *Sample, length float32) {
	for k, f := range []*Field{CellA, CellB, CellC} {
		vector := make([]float32, 3)
		vector[k] = length
		f.Set(s, vector)
	}
}

// TestFlatCells: the volume of a cell is more than a millionth of its longest edge's cube.
func TestFlatCells(t *testing.T) {
	for height, wrong := range map[float32]bool{0.9e-6: true, 1.1e-6: false} {
		s := Sample{Position: make([]float32, 3)}
		setCell(&s, 1)
		CellC.Set(&s, []float32{0, 0, height})
		err := s.checkCell(func(array, format string, arguments ...any) error { return errUneven })
		require.Equal(t, wrong, err != nil, "%g", height)
	}
}

// TestWithinImages: particles are within three lengths of the cell along each of its vectors, from the least
// to the most.
func TestWithinImages(t *testing.T) {
	for _, c := range []struct {
		position []float32
		is       bool
	}{
		{[]float32{0, 0, 0, 0, 2.9, 0}, true}, {[]float32{0, 0, 0, 0, 3.1, 0}, false}, {[]float32{0, 0, 0, 0, -3.1, 0}, false},
		{[]float32{0, 0, 0, 0, 1.6, 0, 0, -1.5, 0}, false}, {[]float32{0, 0, 0, 2.9, 0, 0, 0, 2.9, 0}, true}, {[]float32{5, 5, 5, 7, 7, 7}, true},
		{[]float32{0, 0, 0, 0, -2.9, 0}, true}, {[]float32{0, 0, 0, 0, 3, 0}, true},
	} {
		s := Sample{Position: c.position, Velocity: c.position}
		setCell(&s, 1)
		require.Equal(t, c.is, s.withinImages(s.Cell()), "%v", c.position)
	}
}
