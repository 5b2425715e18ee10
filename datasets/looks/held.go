package looks

import (
	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// fewHeld is the least number of frames for which a particle must stay at a position, after
	// the first, before a leap counts.
	fewHeld = 3
	// A leap is longer than leaps times the steps next to it, and than ofUsual times the
	// particle's median step. An encoder of something that hardly moves changes by one count
	// after many frames.
	leaps, ofUsual = 3, 0.5
)

// Stay is a position that a particle keeps, to the last bit, until it jumps to its true position.
type Stay struct {
	Frame, Particle int
	Frames          int     // number of frames for which it stays
	Length          float64 // length of the leap
}

// Stays finds lost markers, whose last known position fills the frames until the marker is seen
// again.
func Stays(t system.Trajectory) (stays []Stay) {
	steps, least := t.Frames()-1, rounded(t)
	for particle := range t.Particles {
		length := func(frame int) float64 { // of the step from the frame to the next
			return system.Distance(t.Positions, frame*t.Particles+particle, (frame+1)*t.Particles+particle)
		}
		held, usual := 0, usualStep(steps, length)
		for frame := range steps - 1 {
			way := length(frame)
			if way == 0 {
				held++
				continue
			}
			stayed := held
			if held = 0; stayed < fewHeld {
				continue
			}
			beside := length(frame + 1)
			if before := frame - stayed - 1; before >= 0 {
				beside = max(beside, length(before))
			}
			if beside > 0 && way > max(leaps*beside, ofUsual*usual, least) {
				stays = append(stays, Stay{frame - stayed, particle, stayed + 1, way})
			}
		}
	}
	return stays
}

// usualStep returns the median of the steps that are not 0, or 0 if there are none.
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
