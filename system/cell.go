package system

import (
	"math"

	"gmnc/internal/periodic"
	"gmnc/internal/vector"
)

// cellVectors returns the vectors of the sample's periodic cell and how many of their numbers
// are given, which is 9 if there is a cell.
func (s *Sample) cellVectors() (v [3][3]float64, given int) {
	for i, f := range []*Field{CellA, CellB, CellC} {
		for axis, value := range f.Of(s) {
			v[i][axis], given = float64(value), given+1
		}
	}
	return v, given
}

// Cell returns the sample's periodic cell, or nil if it has none.
func (s *Sample) Cell() *periodic.Cell {
	v, given := s.cellVectors()
	if given == 0 {
		return nil
	}
	cell, err := periodic.New(v, [3]bool{true, true, true})
	if err != nil {
		return nil
	}
	return cell
}

// Volume returns the volume of the sample's periodic cell, or 0 if it has none.
func (s *Sample) Volume() float64 {
	v, _ := s.cellVectors()
	return math.Abs(vector.Dot(v[0], vector.Cross(v[1], v[2])))
}

// displacement is the vector from one particle to another.
func (s *Sample) displacement(from, to int) [3]float64 {
	return vector.Plus(vector.At(s.Position, to), -1, vector.At(s.Position, from))
}

// apart is the distance between two particles. In a periodic cell it is the distance to the
// nearest image.
func (s *Sample) apart(cell *periodic.Cell, from, to int) float64 {
	displacement := s.displacement(from, to)
	if cell != nil {
		displacement, _ = cell.Nearest(displacement)
	}
	return vector.Norm(displacement)
}

// reach is the range of the distances between listed neighbors in a periodic cell, each to the
// nearest image.
func reach(s *Sample) Range {
	r, cell := nothing, s.Cell()
	if cell == nil {
		return r
	}
	for slot, j := range s.Neighbors {
		if j >= 0 {
			r.take(s.apart(cell, slot/s.Slots(), int(j)))
		}
	}
	return r
}

// checkCell reports vectors that are not a periodic cell. Either all three are 0, or all three
// are given and span a volume.
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

// Images is how many lengths of the cell two particles may be apart, along each of its vectors,
// so that a model finds the nearest image.
const Images = 3

// CheckImages reports a pair of particles, or of neighbors if they are listed, for which a
// model would find another image than the nearest. This happens to distant particles in a cell
// without right angles, and to particles that are many cells apart.
func (s *Sample) CheckImages(report Report) error {
	cell := s.Cell()
	if cell == nil || cell.Square() && s.withinImages(cell) {
		return nil
	}
	narrow, others := cell.Narrow(), s.Particles()
	if s.Neighbors != nil {
		others = s.Slots()
	}
	for at := range s.Particles() * others {
		i, j := at/others, at%others
		if s.Neighbors != nil {
			j = int(s.Neighbors[at])
		}
		if j < 0 {
			continue
		}
		if err := s.checkImage(cell, narrow, i, j, report); err != nil {
			return err
		}
	}
	return nil
}

// withinImages reports whether no two particles are more than Images lengths apart.
func (s *Sample) withinImages(cell *periodic.Cell) bool {
	for k := range cell.Inverse {
		least, most := 0., 0.
		for i := range s.Particles() {
			share := vector.Dot(cell.Inverse[k], s.displacement(0, i))
			least, most = min(least, share), max(most, share)
		}
		if most-least > Images {
			return false
		}
	}
	return true
}

// checkImage is CheckImages for one pair. A displacement shorter than narrow is shorter than
// all of its images.
func (s *Sample) checkImage(cell *periodic.Cell, narrow float64, i, j int, report Report) error {
	const rounding = 1e-5
	displacement := s.displacement(i, j)
	for _, turns := range cell.Turns(displacement) {
		if math.Abs(turns) > Images {
			return report(CellA.Array(), ": particles %d and %d are %g lengths of the cell apart, and models find the nearest image up to %d away: give the cell in the unit of positions, or move particles by whole vectors of it",
				i, j, math.Abs(turns), Images)
		}
	}
	for _, image := range cell.Images(displacement) {
		seen := vector.Norm(image)
		if seen <= narrow {
			continue
		}
		if nearest := vector.Norm(cell.Shortest(image)); nearest < seen*(1-rounding) {
			return report(CellA.Array(), ": particles %d and %d are %.4g apart by the image that models see, and %.4g by the nearest: expected a cell with right angles, or neighbors within half of its width, %.4g",
				i, j, seen, nearest, narrow)
		}
	}
	return nil
}
