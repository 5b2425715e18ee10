package looks

import (
	"sort"

	"gmnc/internal/median"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Jump is a step of a particle between two frames that is too long for a motion.
type Jump struct {
	Frame    int // from which it goes
	Particle int
	Length   float64 // beyond what the steps around it are
}

const (
	// around is how many steps before and after one it is compared with.
	around = 5
	// sudden is how many times as far as they are from each other a jump is
	// from the steps around it.
	sudden = 10
	// kept is how many times as long as the steps around it the step of a particle that
	// bounces is at most.
	kept = 1.5
	// detour is how many times as far as straight the way is at most that leads over such
	// a step from the one before to the one after.
	detour = 1.5
)

// Jumps finds the steps that differ from the median of the steps around them by more than a length,
// and by ten times the median difference of those. It returns the longest step of each frame. The
// first step may lead out of another pose. A bounce is no jump.
func Jumps(t system.Trajectory, length float64) (jumps []Jump) {
	steps := make([][3]float64, max(0, t.Frames()-1))
	found := map[int]Jump{}
	for particle := range t.Particles {
		for frame := range steps {
			steps[frame] = step(t, frame, particle)
		}
		for frame, own := range steps {
			if vector.Norm(own) <= length/2 {
				continue // most, and quickly
			}
			off, others := beside(own, nearby(steps, frame))
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

// nearby are the steps around one, with itself.
func nearby(steps [][3]float64, frame int) [][3]float64 {
	return steps[max(0, frame-around):min(len(steps), frame+around+1)]
}

// bounces reports whether a step is as long as those around it and leads over from the
// step before to the step after, where both are known. A particle that only is elsewhere
// moves after its step as it did before.
func bounces(steps [][3]float64, frame int) bool {
	var lengths []float64
	for _, step := range nearby(steps, frame) {
		lengths = append(lengths, vector.Norm(step))
	}
	own := steps[frame]
	if vector.Norm(own) > kept*median.Of(lengths) {
		return false
	}
	if frame == 0 || frame == len(steps)-1 {
		return true
	}
	before, after := steps[frame-1], steps[frame+1]
	return vector.Distance(before, own)+vector.Distance(own, after) <= detour*vector.Distance(before, after)
}

// beside is how far a step is from the median of those near it, and how far
// these are in the median.
func beside(own [3]float64, near [][3]float64) (off, others float64) {
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

// step is the way of a particle from a frame to the next.
func step(t system.Trajectory, frame, particle int) (way [3]float64) {
	now, next := 3*(frame*t.Particles+particle), 3*((frame+1)*t.Particles+particle)
	for axis := range way {
		way[axis] = t.Positions[next+axis] - t.Positions[now+axis]
	}
	return way
}

// Starts returns the frames, among the first ones, at which a pair of frames a span apart may
// begin: no step between the two is a jump. Jumps must be in the order of frames.
func Starts(first, span int, jumps []Jump) (starts []int) {
	for start := range first {
		next := sort.Search(len(jumps), func(i int) bool { return jumps[i].Frame >= start })
		if next == len(jumps) || jumps[next].Frame >= start+span {
			starts = append(starts, start)
		}
	}
	return starts
}
