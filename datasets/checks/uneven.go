package checks

import (
	"iter"
	"math"

	"gmnc/internal/median"
	"gmnc/system"
)

// Skip is a step that is Times the mean of the steps before and after it. A frame is missing if
// Times is 2, and is written twice if it is 0, which is the least value.
type Skip struct {
	Frame int // frame from which it leads
	Times float64
}

const (
	// smooth is the greatest relative difference of the steps around a step. skipped is the
	// least relative difference of a skip from them.
	smooth, skipped = 0.3, 0.5
	// noisy is the least difference of a skip from the steps around it, relative to the median
	// difference, if there are at least fewForNoise steps.
	noisy, fewForNoise = 8, 8
	// fewCompared is the least number of steps with one before and one after that a recording
	// must have for a skip.
	fewCompared = 3
	// mostSkips is the greatest fraction of steps that may be skips. If there are more, they
	// belong to the motion.
	mostSkips = 0.2
)

// Skips finds the steps in which all particles move farther, or less far, than before and
// after, in the same direction. The trajectory must be smooth there, and the difference larger
// than noise.
func Skips(t system.Trajectory) (skips []Skip) {
	all := changesFrom(1, t, stepRatio, func(times float64) bool { return math.Abs(times-1) > skipped })
	if len(all.all) < fewCompared || float64(len(all.frames)) > mostSkips*float64(t.Frames()) {
		return nil
	}
	noise := 0. // fewer steps have no typical difference
	if len(all.all) >= fewForNoise {
		noise = noisy
	}
	for frame, times := range all.beyond(noise) {
		skips = append(skips, Skip{frame, max(0, times)})
	}
	return skips
}

// changes holds steps that are several times as long as those next to them.
type changes struct {
	frames             []int
	times, differences []float64 // of these frames
	all                []float64 // differences in all frames
}

// changesFrom returns the changes of a trajectory from frame first on, up to the last frame
// with two after it. at measures the ratio and the difference in a frame, and differ reports
// whether the ratio is a change.
func changesFrom(first int, t system.Trajectory, at func(system.Trajectory, int) (times, difference float64), differ func(times float64) bool) (c changes) {
	for frame := first; frame < t.Frames()-2; frame++ {
		times, difference := at(t, frame)
		c.all = append(c.all, difference)
		if differ(times) {
			c.frames, c.times, c.differences = append(c.frames, frame), append(c.times, times), append(c.differences, difference)
		}
	}
	return c
}

// beyond yields the frames of the changes whose differences are more than the given multiple of
// the median difference, with their ratios.
func (c *changes) beyond(times float64) iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		if len(c.frames) == 0 {
			return
		}
		typical := median.Of(c.all)
		for k, frame := range c.frames {
			if c.differences[k] > times*typical && !yield(frame, c.times[k]) {
				return
			}
		}
	}
}

// stepRatio returns the ratio of a step to the mean of the steps before and after it. It
// returns 1 if these differ, if the step has another direction, or if steps are only rounding,
// as at rest. difference is the distance of the step from the mean.
func stepRatio(t system.Trajectory, frame int) (times, difference float64) {
	size, x := 3*t.Particles, t.Positions
	var curvature, square, along, own, position float64 // sums of squares and products of steps, and of squared positions
	for i := size * frame; i < size*(frame+1); i++ {
		before, step, after := x[i]-x[i-size], x[i+size]-x[i], x[i+2*size]-x[i+size]
		mean := (before + after) / 2
		curvature += float64((after - before) * (after - before))
		square, along, own = square+float64(mean*mean), along+float64(step*mean), own+float64(step*step)
		position += float64(x[i] * x[i])
	}
	times, difference = along/square, math.Sqrt(max(0, own-2*along+square))
	const tolerance = smooth * smooth
	if square <= float64(halfBit*halfBit*position) || curvature > tolerance*square || own-float64(times*along) > tolerance*square || times < -smooth {
		return 1, difference
	}
	return times, difference
}
