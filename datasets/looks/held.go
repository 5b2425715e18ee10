package looks

import (
	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// fewHeld is how many more frames a particle must stay put before a leap counts.
	fewHeld = 3
	// A leap is more than leaps times as long as the steps beside it, and longer than ofUsual times
	// the particle's median step: an encoder of something that hardly moves goes on by one number
	// after many frames.
	leaps, ofUsual = 3, 0.5
)

// Stay is a position that a particle keeps, to the last bit, until it jumps to its true position.
type Stay struct {
	Frame, Particle int
	Frames          int     // for how many it stays
	Length          float64 // of the leap
}

// Stays finds lost markers: the last known place fills the frames until the marker was seen again.
func Stays(t system.Trajectory) (stays []Stay) {
	steps := t.Frames() - 1
	for particle := range t.Particles {
		length := func(frame int) float64 { // from the frame on
			return system.Distance(t.Positions, frame*t.Particles+particle, (frame+1)*t.Particles+particle)
		}
		held, usual, least := 0, usualStep(steps, length), rounded(t)
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
