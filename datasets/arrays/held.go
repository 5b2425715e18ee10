package arrays

import (
	"fmt"

	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// fewHeld is in how many frames after one a particle is at the same place, to be held there.
	fewHeld = 3
	// leaps is how many times as far as in the frames before and after it goes from there. ofUsual
	// is the share of its usual step that this is at least: encoders of what hardly moves go on by
	// one number after many frames.
	leaps, ofUsual = 3, 0.5
)

// findHeld notes a particle that stays where it is, to the last bit, and then leaps to where it
// went on meanwhile: a marker that was lost, whose last place fills the frames.
func (s *source) findHeld(g *group) {
	size, count, first := 3*s.particles, 0, ""
	for r := range g.recordings() {
		x := g.positions[g.starts[r]*size : g.starts[r+1]*size]
		step := func(frame, particle int) float64 { // from the frame on
			return system.Distance(x, frame*s.particles+particle, (frame+1)*s.particles+particle)
		}
		for particle := range s.particles {
			held, usual := 0, usualStep(len(x)/size-1, func(frame int) float64 { return step(frame, particle) })
			for frame := range len(x)/size - 2 {
				way := step(frame, particle)
				if way == 0 {
					held++
					continue
				}
				stayed := held
				if held = 0; stayed < fewHeld {
					continue
				}
				around := step(frame+1, particle)
				if before := frame - stayed - 1; before >= 0 {
					around = max(around, step(before, particle))
				}
				if around == 0 || way <= max(leaps*around, ofUsual*usual) {
					continue
				}
				if count++; count == 1 {
					first = fmt.Sprintf("%s: particle %d stays where it is for %d frames, and leaps by %.4g to the next", g.where(g.starts[r]+frame-stayed), particle, stayed+1, way)
				}
			}
		}
	}
	if count > 0 {
		s.note("%s: %s, the first of %d such places: it was lost there, and its last place fills frames; leave them out, and begin a recording after them (start)", g.key("positions"), first, count)
	}
}

// usualStep is the median of the steps that are not 0; 0 of none.
func usualStep(steps int, step func(frame int) float64) float64 {
	var all []float64
	for frame := range steps {
		if way := step(frame); way > 0 {
			all = append(all, way)
		}
	}
	if len(all) == 0 {
		return 0
	}
	return median.Of(all)
}
