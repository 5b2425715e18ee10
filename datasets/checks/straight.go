package checks

import (
	"slices"

	"gmnc/internal/median"
	"gmnc/internal/vector"
	"gmnc/system"
)

const (
	// straightFrames is the least number of frames along a straight line, without its ends.
	straightFrames = 5
	// kinked is the least bend at either end of such a line, relative to the median bend of the
	// particle. A force that fades in or out makes none.
	kinked = 3
	// mostStraight is the greatest fraction of all frames that may lie on straight lines. If there
	// are more, nothing acts on the particles, or all frames were interpolated.
	mostStraight = 0.2
	// bends is the least median bend of a particle, and moves the least step along a line, relative
	// to rounding.
	bends, movesOn = 10, 100
)

// Line is a straight line along which a particle moves at one speed, from its first to its last frame.
type Line struct{ Frame, Last, Particle int }

// Lines finds gaps that were filled by linear interpolation. A particle moves along a straight line
// at one speed up to rounding, begins and ends it with a kink, and bends in most frames, unlike one that
// flies freely from collision to collision.
func Lines(t system.Trajectory) (lines []Line) {
	least := rounded(t)
	straight, inner := 0, max(0, t.Frames()-2)
	turns := make([]float64, inner+2) // of each frame, 0 of the first and the last
	for particle := range t.Particles {
		for frame := 1; frame <= inner; frame++ {
			turns[frame] = vector.Distance(step(t, frame-1, particle), step(t, frame, particle))
		}
		curved := make([]float64, 0, inner)
		for _, turn := range turns[1 : inner+1] {
			if turn > least {
				curved = append(curved, turn)
			}
		}
		if 2*len(curved) <= inner || median.Of(curved) < bends*least {
			straight += inner - len(curved)
			continue
		}
		typical := median.Of(curved)
		for frame := 1; frame <= inner; frame++ {
			first := frame
			for frame <= inner && turns[frame] <= least {
				frame++
			}
			count := frame - first
			straight += count
			if count < straightFrames || vector.Norm(step(t, first, particle)) < movesOn*least {
				continue
			}
			if min(turns[first-1], turns[frame]) > kinked*typical {
				lines = append(lines, Line{first - 1, frame, particle})
			}
		}
	}
	if float64(straight) > mostStraight*float64(inner*t.Particles) {
		return nil
	}
	return lines
}

// straightLines finds such lines, without those that a reader has filled itself.
func straightLines(s *subject) result {
	r := s.recording
	if r.Each != 3 {
		return result{} // joints turn evenly by command
	}
	all := inEach(r, Lines, func(line Line, start int) finding {
		return finding{line.Frame + start, nothing, 0, []any{s.words.Name(line.Particle), line.Last - line.Frame}}
	})
	return s.report(slices.DeleteFunc(all, func(f finding) bool { return slices.Contains(r.LeftOut, f.frame) }), firstOf, "such line")
}
