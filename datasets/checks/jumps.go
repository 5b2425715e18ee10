package checks

import (
	"slices"

	"gmnc/internal/median"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Jump is a step of a particle between two frames that is too long for a motion.
type Jump struct {
	Frame    int // frame from which it leads
	Particle int
	Length   float64 // its difference from the median of the steps around it
}

const (
	// around is the number of steps before and after a step with which it is compared.
	around = 5
	// sudden is the least difference of a jump from the steps around it, relative to their
	// differences from each other.
	sudden = 10
	// bounceLength is the greatest length of the step of a bouncing particle relative to the steps
	// around it.
	bounceLength = 1.5
	// detour is the greatest length of the path from the step before, over such a step, to the
	// step after, relative to the direct path.
	detour = 1.5
)

// Jumps returns the steps that differ from the median of the steps around them by more than a
// length, and by more than ten times the median difference of those. It returns the longest
// step of each frame. The first step may lead out of another pose. A bounce is not a jump.
func Jumps(t system.Trajectory, length float64) (jumps []Jump) {
	steps := make([][3]float64, max(0, t.Frames()-1))
	found := map[int]Jump{}
	for particle := range t.Particles {
		for frame := range steps {
			steps[frame] = step(t, frame, particle)
		}
		for frame, own := range steps {
			if vector.Norm(own) <= length/2 {
				continue // skips most steps quickly
			}
			off, others := offMedian(own, nearby(steps, frame))
			if off > max(length, sudden*others, found[frame].Length) && !bounces(steps, frame) {
				found[frame] = Jump{frame, particle, off}
			}
		}
	}
	for frame := range steps {
		if jump, is := found[frame]; is {
			jumps = append(jumps, jump)
		}
	}
	return jumps
}

// nearby returns the steps around a step, including it.
func nearby(steps [][3]float64, frame int) [][3]float64 {
	return steps[max(0, frame-around):min(len(steps), frame+around+1)]
}

// bounces reports whether a step is as long as those around it and lies between the step before
// and the step after, if both are known. A particle that has only been displaced moves after
// the step as before it.
func bounces(steps [][3]float64, frame int) bool {
	var lengths []float64
	for _, step := range nearby(steps, frame) {
		lengths = append(lengths, vector.Norm(step))
	}
	own := steps[frame]
	if vector.Norm(own) > bounceLength*median.Of(lengths) {
		return false
	}
	if frame == 0 || frame == len(steps)-1 {
		return true
	}
	before, after := steps[frame-1], steps[frame+1]
	return vector.Distance(before, own)+vector.Distance(own, after) <= detour*vector.Distance(before, after)
}

// offMedian returns the distance of a step from the median of the steps near it, and the median
// distance of these.
func offMedian(own [3]float64, near [][3]float64) (off, others float64) {
	var middle [3]float64
	numbers := make([]float64, len(near))
	for axis := range middle {
		for i, step := range near {
			numbers[i] = step[axis]
		}
		middle[axis] = median.Of(numbers)
	}
	for i, step := range near {
		numbers[i] = vector.Distance(step, middle)
	}
	return vector.Distance(own, middle), median.Of(numbers)
}

// step returns the displacement of a particle from a frame to the next.
func step(t system.Trajectory, frame, particle int) (displacement [3]float64) {
	now, next := 3*(frame*t.Particles+particle), 3*((frame+1)*t.Particles+particle)
	for axis := range displacement {
		displacement[axis] = t.Positions[next+axis] - t.Positions[now+axis]
	}
	return displacement
}

// Starts returns the frames, among the first ones, at which a pair of frames a span apart may
// begin. No step between the two frames may be broken. broken holds the frames that
// Recording.Broken returns.
func Starts(first, span int, broken []int) (starts []int) {
	for start := range first {
		next, _ := slices.BinarySearch(broken, start)
		if next == len(broken) || broken[next] >= start+span {
			starts = append(starts, start)
		}
	}
	return starts
}
