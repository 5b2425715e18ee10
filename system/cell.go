package system

import (
	"math"

	"gmnc/internal/vector"
)

// cellVectors are the vectors of the sample's periodic cell, and how many numbers of them
// are given: 9 of a cell.
func (s *Sample) cellVectors() (v [3][3]float64, given int) {
	for i, f := range []*Field{CellA, CellB, CellC} {
		for axis, value := range f.Of(s) {
			v[i][axis], given = float64(value), given+1
		}
	}
	return v, given
}

// Volume is that of the sample's periodic cell; 0 where it has none.
func (s *Sample) Volume() float64 {
	v, _ := s.cellVectors()
	return math.Abs(vector.Dot(v[0], vector.Cross(v[1], v[2])))
}

// checkCell reports vectors of a periodic cell that make none: each of the three has to
// be there, and they span a volume, or are all 0.
func (s *Sample) checkCell(report Report) error {
	v, given := s.cellVectors()
	longest := 0.0
	for _, vector := range v {
		longest = max(longest, math.Hypot(vector[0], math.Hypot(vector[1], vector[2])))
	}
	switch {
	case given > 0 && given < 9:
		return report(CellA.Array(), ": expected all three of %s, %s and %s", CellA.Array(), CellB.Array(), CellC.Array())
	case longest > 0 && !(s.Volume() > 1e-6*longest*longest*longest):
		return report(CellA.Array(), ": %s, %s and %s span no volume: expected three vectors of a box, long ones where it is not periodic, or zeros for none",
			CellA.Array(), CellB.Array(), CellC.Array())
	}
	return nil
}
