package arrays

import (
	"fmt"
	"math"

	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/checks"
	"gmnc/internal/vector"
)

// fillMissing fills frames in which particles are missing, which are those whose three numbers
// are NaN, from the frames before and after. No sample has these frames; the numbers are for the
// checks of the others. A note names the first of them. Any other number that is not a finite
// float32 is an error. vectors has three numbers for each particle.
func (s *source) fillMissing(g *recordings.Group, key string, vectors []float64) error {
	first, count := "", 0
	var breaks []int
	for r := range g.Recordings() {
		start, end := g.Starts[r], g.Starts[r+1]
		for particle := range s.particles {
			for frame := start; frame < end; frame++ {
				last := frame
				for last < end && s.isMissing(vectors, last, particle) {
					last++
				}
				if last--; last < frame {
					continue
				}
				if last-frame+1 == end-start {
					return s.Errorf(key, ": recording %d: particle %d is missing (NaN) in all of its frames: leave out the recording, or the particle", r, particle)
				}
				s.fill3(vectors, particle, frame, last, start, end)
				for gap := max(start, frame-1); gap <= last; gap++ {
					breaks = append(breaks, gap)
				}
				if count++; first == "" {
					first = fmt.Sprintf("particle %d is missing (NaN) in frames %d to %d of recording %d", particle, frame-start, last-start, r)
				}
				frame = last
			}
		}
	}
	g.Break(breaks...)
	if count > 0 {
		s.Note("%s: %s (%s); no sample has these frames: leave them out and begin a recording after them (start), or fill them", key, first, checks.Among("first", count, "such gap"))
	}
	return s.checkFinite(g, key, vectors)
}

// isMissing reports whether all three numbers of a particle in a frame are NaN.
func (s *source) isMissing(vectors []float64, frame, particle int) bool {
	at := 3 * (frame*s.particles + particle)
	return math.IsNaN(vectors[at]) && math.IsNaN(vectors[at+1]) && math.IsNaN(vectors[at+2])
}

// fill3 fills the vectors of a particle from a frame to the last, in a recording from start to
// end. They are on the line through the frames before and after them or, at an end of the
// recording, through the next two.
func (s *source) fill3(vectors []float64, particle, frame, last, start, end int) {
	size, before, after := 3*s.particles, frame-1, last+1
	switch {
	case before < start:
		before = after
		if after+1 < end && !s.isMissing(vectors, after+1, particle) {
			after++
		}
	case after == end:
		after = before
		before = max(start, before-1)
	}
	from, to := vector.At(vectors[before*size:], particle), vector.At(vectors[after*size:], particle)
	for at := frame; at <= last; at++ {
		filled := vector.Plus(from, float64(at-before)/float64(max(1, after-before)), vector.Plus(to, -1, from))
		copy(vectors[at*size+3*particle:], filled[:])
	}
}

// checkFinite reports a number that is not a finite float32, among vectors with three numbers
// for each particle.
func (s *source) checkFinite(g *recordings.Group, key string, vectors []float64) error {
	for i, value := range vectors {
		if !(math.Abs(value) <= math.MaxFloat32) {
			frame, at := i/(3*s.particles), i%(3*s.particles)
			return s.Errorf(key, ": %s, particle %d, axis %c: %v is not a finite float32", g.Where(frame), at/3, "xyz"[at%3], value)
		}
	}
	return nil
}
