package system

import "math"

// MostPlanes is the largest number of planes of a system. PlaneColumns is how many numbers each
// plane has: the normal and the offset.
const (
	MostPlanes   = 6
	PlaneColumns = 4
)

// Planes returns the number of planes of a sample, which is the number of the last plane with a
// normal.
func (s *Sample) Planes() (count int) {
	for i, value := range Planes.Of(s) {
		if value != 0 {
			count = i/PlaneColumns + 1
		}
	}
	return count
}

// Gap returns the distance of a point from a plane, which is negative behind the plane.
func Gap[T float32 | float64](plane []float32, x []T) float64 {
	var along, square float64
	for axis := range 3 {
		n := float64(plane[axis])
		along, square = along+float64(n*float64(x[axis])), square+float64(n*n)
	}
	return along/math.Sqrt(square) - float64(plane[3])
}

// checkPlanes reports a plane without a normal that has an offset or is followed by another
// plane.
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

// UnitOf returns the unit of a column.
func (f *Field) UnitOf(column int) Unit {
	if f.Turns == Planar && column%PlaneColumns == PlaneColumns-1 {
		return Unit{Length: 1}
	}
	return f.Unit
}

// Inside returns the particle of a sample that is farthest behind a plane, the plane, and the
// depth. The particle is -1 if none is behind a plane.
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

// Extent returns the root mean square distance of a sample's particles from their centroid, or
// 1 if all are in one place.
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

// MostSkew is the largest cosine of the angle between two edges of a box.
const MostSkew = 1e-2
