package checks

import (
	"hash/maphash"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/median"
	"gmnc/system"
)

// abruptly is the length of a step next to a repeated frame, relative to the typical step,
// above which the motion does not come to rest there.
const abruptly = 0.1

// Duplicates returns the frames that equal an earlier one to the last bit although everything moves
// before or after them, each with that earlier frame. Such frames were written twice, or fill a
// gap. A system that comes to rest, or rests at the same position again, moves little before and
// after, and is not reported.
func Duplicates(t system.Trajectory) (pairs [][2]int) {
	lengths := stepLengths(t)
	moving := nonzero(lengths)
	if len(moving) == 0 {
		return nil
	}
	least := max(abruptly*median.Of(moving), rounded(t))
	for _, pair := range Repeated(Digests(maphash.MakeSeed(), t.Positions, 3*t.Particles)) {
		before, after := pair[0]-1, pair[0] // the step to the frame and the step from it
		for before >= 0 && lengths[before] == 0 {
			before--
		}
		for after < len(lengths) && lengths[after] == 0 {
			after++
		}
		if before >= 0 && lengths[before] > least || after < len(lengths) && lengths[after] > least {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// mostDoubled is the greatest number of extra copies of each frame, if a recording has the rate
// of another: 30 frames a second written as 120.
const mostDoubled = 3

// once returns the trajectory without frames that equal the previous one, if a few copies are
// written while everything moves. frames holds the indices of the remaining frames.
func once(t system.Trajectory) (left system.Trajectory, frames []int) {
	doubled := make([]bool, t.Frames())
	for _, pair := range Duplicates(t) {
		if pair[0]-pair[1] <= mostDoubled {
			doubled[pair[0]] = true
		}
	}
	size, left := 3*t.Particles, system.Trajectory{Particles: t.Particles}
	for frame, duplicate := range doubled {
		position := t.Positions[frame*size:][:size]
		if duplicate && slices.Equal(position, t.Positions[(frame-1)*size:][:size]) {
			continue
		}
		left.Positions, frames = append(left.Positions, position...), append(frames, frame)
	}
	return left, frames
}

// rounded returns the length of steps that rounding to float32 can make if nothing moves.
func rounded(t system.Trajectory) float64 {
	return 4 * halfBit * floats.Norm(t.Positions, math.Inf(1))
}

// stepLengths returns the root mean square step of all particles from each frame to the next.
func stepLengths(t system.Trajectory) []float64 {
	size := 3 * t.Particles
	lengths := make([]float64, max(0, t.Frames()-1))
	for frame := range lengths {
		now, next := t.Positions[frame*size:][:size], t.Positions[(frame+1)*size:][:size]
		lengths[frame] = floats.Distance(now, next, 2) / math.Sqrt(float64(size))
	}
	return lengths
}

func nonzero(values []float64) (all []float64) {
	for _, x := range values {
		if x != 0 {
			all = append(all, x)
		}
	}
	return all
}
