package checks

import (
	"cmp"
	"math"
	"slices"

	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// longer is the least length of the step over a seam relative to each step around it.
	longer = 2
	// astray is the least deviation of that step from the mean of the steps next to it,
	// relative to the same deviation of each step around it.
	astray = 10
)

// Seams finds the steps of all particles from one recording to another. They are longer than
// all steps around them, and far from the mean of the steps before and after. A bounce is not
// longer than the steps around it, and noise deviates equally everywhere. Each seam has the
// particle that moves farthest.
func Seams(t system.Trajectory) (seams []Jump) {
	size := 3 * t.Particles
	lengths, offs := stepLengths(t), make([]float64, max(0, t.Frames()-1))
	for frame := 1; frame < len(lengths)-1; frame++ {
		for i := frame * size; i < (frame+1)*size; i++ {
			x := t.Positions
			off := (x[i+size] - x[i]) - float64((x[i]-x[i-size]+x[i+2*size]-x[i+size])/2)
			offs[frame] += float64(off * off)
		}
		offs[frame] = math.Sqrt(offs[frame] / float64(size))
	}
	typical := nonzero(lengths)
	if len(typical) == 0 {
		return nil
	}
	least := max(longer*median.Of(typical), rounded(t))
	for frame := 1; frame < len(lengths)-1; frame++ {
		if !(lengths[frame] > max(least, longer*most(lengths, frame, 1)) && offs[frame] > astray*most(offs, frame, 2)) {
			continue
		}
		seam := Jump{Frame: frame}
		for particle := range t.Particles {
			displacement := step(t, frame, particle)
			if length := math.Hypot(math.Hypot(displacement[0], displacement[1]), displacement[2]); length > seam.Length {
				seam.Particle, seam.Length = particle, length
			}
		}
		seams = append(seams, seam)
	}
	return seams
}

// most returns the largest of the numbers around index at, apart from those nearer to it than a
// distance.
func most(values []float64, at, nearer int) (largest float64) {
	for i := max(0, at-around); i < min(len(values), at+around+1); i++ {
		if i <= at-nearer || i >= at+nearer {
			largest = max(largest, values[i])
		}
	}
	return largest
}

// Breaks returns the jumps of a trajectory that are longer than a length, the skips that are
// not jumps, and the seams that are neither. If frames are written several times, each counts
// once for jumps and seams.
func Breaks(t system.Trajectory, length float64) (jumps, seams []Jump, skips []Skip) {
	single, frames := once(t)
	numbered := func(all []Jump) []Jump {
		for i := range all {
			all[i].Frame = frames[all[i].Frame+1] - 1 // the last of the repeated frames
		}
		return all
	}
	jumps = numbered(Jumps(single, length))
	skips = slices.DeleteFunc(Skips(t), func(s Skip) bool { return isAt(jumps, s.Frame) || rests(t, s.Frame) })
	for _, seam := range numbered(Seams(single)) {
		skipped := slices.ContainsFunc(skips, func(s Skip) bool { return s.Frame == seam.Frame })
		if !skipped && !isAt(jumps, seam.Frame) {
			seams = append(seams, seam)
		}
	}
	return jumps, seams, skips
}

// rests reports whether a frame equals the next to the last bit. Another row reports such a
// frame as repeated.
func rests(t system.Trajectory, frame int) bool {
	size := 3 * t.Particles
	return slices.Equal(t.Positions[frame*size:][:size], t.Positions[(frame+1)*size:][:size])
}

// isAt reports whether one of the jumps is the step from a frame. The jumps must be in the order
// of frames.
func isAt(jumps []Jump, frame int) bool {
	_, found := slices.BinarySearchFunc(jumps, frame, func(j Jump, frame int) int { return cmp.Compare(j.Frame, frame) })
	return found
}

// Broken returns the frames from which no motion leads to the next, in order. They are those of
// jumps and seams, and those before, in and at the end of runs in which a particle is misplaced. No
// sample may cross such a step.
func (r *Recording) Broken() (frames []int) {
	jumps, seams := r.Breaks()
	for _, jump := range slices.Concat(jumps, seams) {
		frames = append(frames, jump.Frame)
	}
	for _, misplaced := range r.Misplaced() {
		frames = append(frames, misplaced.breaks()...)
	}
	slices.Sort(frames)
	return slices.Compact(frames)
}
