package looks

import (
	"iter"
	"math"

	"gmnc/internal/median"
	"gmnc/system"
)

// Skip is a step that is the steps before and after it times a number: a frame is missing
// there where it is 2, and is there twice where it is 0, the least that is said.
type Skip struct {
	Frame int // from which it goes
	Times float64
}

const (
	// smooth is by how much of themselves the steps around one may differ, and skipped by how
	// much it is longer or shorter than these at least.
	smooth, skipped = 0.3, 0.5
	// noisy is by how many times as much a skip differs from the steps around it as steps do in
	// the median, of fewTold at least.
	noisy, fewTold = 8, 8
	// fewCompared is how many steps with one before and after a recording has at least for a skip.
	fewCompared = 3
	// mostSkips is the share of steps that may be skips: more are the motion's.
	mostSkips = 0.2
)

// Skips finds the steps in which all particles go farther or less far than before and
// after, and the same way, in trajectories that are smooth there, and by more than noise.
func Skips(t system.Trajectory) (skips []Skip) {
	all := changesFrom(1, t, timesBeside, func(times float64) bool { return math.Abs(times-1) > skipped })
	if len(all.usual) < fewCompared || float64(len(all.frames)) > mostSkips*float64(t.Frames()) {
		return nil
	}
	noise := 0. // of fewer nothing is usual
	if len(all.usual) >= fewTold {
		noise = noisy
	}
	for frame, times := range all.beyond(noise) {
		skips = append(skips, Skip{frame, max(0, times)})
	}
	return skips
}

// changes are steps that go so many times as far as others beside them.
type changes struct {
	frames             []int
	times, differences []float64 // of these
	usual              []float64 // differences of all frames
}

// changesFrom are the changes of a trajectory from a frame on, up to the last that has two after
// it: what differ takes for one of the times that at measures.
func changesFrom(first int, t system.Trajectory, at func(system.Trajectory, int) (times, difference float64), differ func(times float64) bool) (c changes) {
	for frame := first; frame < t.Frames()-2; frame++ {
		times, difference := at(t, frame)
		c.usual = append(c.usual, difference)
		if differ(times) {
			c.frames, c.times, c.differences = append(c.frames, frame), append(c.times, times), append(c.differences, difference)
		}
	}
	return c
}

// beyond are the changes, with their times, whose differences are more than so many times the
// usual one.
func (c *changes) beyond(times float64) iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		if len(c.frames) == 0 {
			return
		}
		usual := median.Of(c.usual)
		for k, frame := range c.frames {
			if c.differences[k] > times*usual && !yield(frame, c.times[k]) {
				return
			}
		}
	}
}

// timesBeside is how many times the mean of the steps before and after a step it is; 1 where
// these differ, it goes another way, or rounding is all of them, as at rest. The difference is
// how far the step is from the mean.
func timesBeside(t system.Trajectory, frame int) (times, difference float64) {
	size, x := 3*t.Particles, t.Positions
	var turn, square, along, own, place float64 // squares and products of steps, and of positions
	for i := size * frame; i < size*(frame+1); i++ {
		before, step, after := x[i]-x[i-size], x[i+size]-x[i], x[i+2*size]-x[i+size]
		mean := (before + after) / 2
		turn += float64((after - before) * (after - before))
		square, along, own = square+float64(mean*mean), along+float64(step*mean), own+float64(step*step)
		place += float64(x[i] * x[i])
	}
	times, difference = along/square, math.Sqrt(max(0, own-2*along+square))
	const beside = smooth * smooth
	if square <= float64(halfBit*halfBit*place) || turn > beside*square || own-float64(times*along) > beside*square || times < -smooth {
		return 1, difference
	}
	return times, difference
}
