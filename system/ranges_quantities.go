package system

import (
	"math"

	"gmnc/internal/vector"
)

// mostPaired is the largest number of particles for which the distances of all pairs are
// measured.
const mostPaired = 300

// quantity is one of the ranges: its name, where Ranges holds it, and how it is measured on a
// sample.
type quantity struct {
	name   string
	locate func(*Ranges) **Range
	of     func(*Sample) Range
	// below and above say how far a value may be outside of a range, as a share of the end that
	// it exceeds.
	below, above float64
	least        float64 // of the quantity, in any system
}

// quantities holds all of them. A distance or a speed may exceed its range by half, and a
// system may be at rest or have its particles far apart. The number of particles and the
// charges must be within their ranges.
var quantities = []quantity{
	{"particles", func(r *Ranges) **Range { return &r.Particles }, func(s *Sample) Range { return one(float64(s.Particles())) }, 0, 0, 1},
	{"nearest distance", func(r *Ranges) **Range { return &r.Nearest }, nearest, 0.5, unbounded, 0},
	{"distance from the centroid", func(r *Ranges) **Range { return &r.Extent }, func(s *Sample) Range { return one(extent(s)) }, unbounded, 0.5, 0},
	{"speed", func(r *Ranges) **Range { return &r.Speed }, func(s *Sample) Range { return one(fastest(s)) }, unbounded, 0.5, 0},
	{"charge", func(r *Ranges) **Range { return &r.Charge }, func(s *Sample) Range { return Charge.span(s, 0) }, 0, 0, -math.MaxFloat32},
	{"coordinate", func(r *Ranges) **Range { return &r.Coordinate }, coordinates, unbounded, unbounded, -math.MaxFloat32},
	{"distance of neighbors", func(r *Ranges) **Range { return &r.Reach }, reach, 0.5, 0.5, 0},
	{"length of bars", func(r *Ranges) **Range { return &r.Bar }, barLengths, unbounded, unbounded, 0},
}

// unbounded is a share that no value exceeds.
var unbounded = math.Inf(1)

func one(value float64) Range { return Range{value, value} }

func nearest(s *Sample) Range {
	r, n := nothing, s.Particles()
	if n > mostPaired {
		return r
	}
	cell := s.Cell()
	for i := range n {
		for j := range i {
			r.Least = min(r.Least, s.apart(cell, j, i))
		}
	}
	if n > 1 {
		r.Most = r.Least
	}
	return r
}

func coordinates(s *Sample) Range {
	r := nothing
	for _, x := range s.Position {
		r.take(float64(x))
	}
	return r
}

func barLengths(s *Sample) Range {
	r := nothing
	for _, object := range s.Objects {
		for _, bar := range object.Bars() {
			r.take(Distance(s.Position, bar[0], bar[1]))
		}
	}
	return r
}

func extent(s *Sample) (farthest float64) {
	var center [3]float64
	for i, x := range s.Position {
		center[i%3] += float64(x) / float64(s.Particles())
	}
	for i := range s.Particles() {
		var square float64
		for axis := range 3 {
			offset := float64(s.Position[3*i+axis]) - center[axis]
			square += float64(offset * offset)
		}
		farthest = max(farthest, math.Sqrt(square))
	}
	return farthest
}

func fastest(s *Sample) (speed float64) {
	for i := range s.Particles() {
		speed = max(speed, vector.Norm(vector.At(s.Velocity, i)))
	}
	return speed
}
