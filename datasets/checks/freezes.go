package checks

import (
	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// minFrozenFrames is the least number of frames for which a particle must stay at a position, after
	// the first, before a jump counts.
	minFrozenFrames = 3
	// A jump is longer than jumpRatio times the steps next to it, and than medianRatio times the
	// particle's median step. An encoder of something that hardly moves changes by one count
	// after many frames.
	jumpRatio, medianRatio = 3, 0.5
)

// Freeze is a position that a particle keeps, to the last bit, until it jumps to its true position.
type Freeze struct {
	Frame, Particle int
	Frames          int     // number of frames for which it stays
	Length          float64 // length of the jump
}

// Freezes finds lost markers, whose last known position fills the frames until the marker is seen
// again.
func Freezes(t system.Trajectory) (freezes []Freeze) {
	steps, least := t.Frames()-1, rounded(t)
	for particle := range t.Particles {
		lengths := make([]float64, max(0, steps)) // of the steps from each frame to the next
		for frame := range lengths {
			lengths[frame] = system.Distance(t.Positions, frame*t.Particles+particle, (frame+1)*t.Particles+particle)
		}
		frozen, typical := 0, 0.0
		if moving := nonzero(lengths); len(moving) > 0 {
			typical = median.Of(moving)
		}
		for frame := range steps - 1 {
			displacement := lengths[frame]
			if displacement == 0 {
				frozen++
				continue
			}
			count := frozen
			if frozen = 0; count < minFrozenFrames {
				continue
			}
			adjacent := lengths[frame+1]
			if before := frame - count - 1; before >= 0 {
				adjacent = max(adjacent, lengths[before])
			}
			if adjacent > 0 && displacement > max(jumpRatio*adjacent, medianRatio*typical, least) {
				freezes = append(freezes, Freeze{frame - count, particle, count + 1, displacement})
			}
		}
	}
	return freezes
}
