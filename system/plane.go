package system

import "math"

// MostPlanes is how many planes a system has at most, and PlaneColumns how many numbers
// each: the normal and the offset.
const (
	MostPlanes   = 6
	PlaneColumns = 4
)

// Planes is how many planes a sample has: the number of the last one.
func (s *Sample) Planes() (count int) {
	for i, value := range Planes.Of(s) {
		if value != 0 {
			count = i/PlaneColumns + 1
		}
	}
	return count
}

// Gap is how far a point is ahead of a plane, below 0 behind it.
func Gap[T float32 | float64](plane []float32, x []T) float64 {
	var along, square float64
	for axis := range 3 {
		n := float64(plane[axis])
		along, square = along+float64(n*float64(x[axis])), square+float64(n*n)
	}
	return along/math.Sqrt(square) - float64(plane[3])
}

// checkPlanes reports a plane without a normal that is followed by another or has an
// offset.
func (s *Sample) checkPlanes(report Report) error {
	planes := Planes.Of(s)
	for number := range s.Planes() {
		plane := planes[number*PlaneColumns:][:PlaneColumns]
		if plane[0] == 0 && plane[1] == 0 && plane[2] == 0 {
			return report(Planes.Array(), ", plane %d has no normal: expected three numbers, not all 0, and an offset; planes that are missing are zeros at the end", number)
		}
	}
	return nil
}

// UnitOf is the unit of a column.
func (f *Field) UnitOf(column int) Unit {
	if f.Turns == Planar && column%PlaneColumns == PlaneColumns-1 {
		return Unit{Length: 1}
	}
	return f.Unit
}

// Inside is the particle of a sample that is farthest behind a plane, and how far; -1 where
// none is.
func (s *Sample) Inside() (particle, plane int, depth float64) {
	particle, plane = -1, -1
	planes := Planes.Of(s)
	for number := range s.Planes() {
		for i := range s.Particles() {
			if behind := -Gap(planes[number*PlaneColumns:], s.Position[3*i:3*i+3]); behind > depth {
				particle, plane, depth = i, number, behind
			}
		}
	}
	return particle, plane, depth
}

// Extent is the root mean square distance of a sample's particles from their centre, or 1
// of a system in one place.
func (s *Sample) Extent() float64 {
	n := s.Particles()
	var center [3]float64
	for i, x := range s.Position {
		center[i%3] += float64(x) / float64(n)
	}
	var sum float64
	for i, x := range s.Position {
		off := float64(x) - center[i%3]
		sum += float64(off * off)
	}
	if sum == 0 {
		return 1
	}
	return math.Sqrt(sum / float64(n))
}

// MostSkew is the largest cosine between edges of a box.
const MostSkew = 1e-2
