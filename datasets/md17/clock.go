package md17

import (
	"fmt"
	"math"
)

// clock follows the times that comments give the frames of a molecule, in any unit.
type clock struct {
	frames     int // with times, without one between that has none
	last, step float64
}

// tick takes the time of the next frame, nil without one. Pairs of frames are a number of
// frames apart, so that steps must be even; rounded ones differ by less than half.
func (c *clock) tick(time *float64) error {
	if time == nil {
		*c = clock{}
		return nil
	}
	step := *time - c.last
	switch {
	case c.frames > 0 && step <= 0:
		return fmt.Errorf("the time is %g after %g: expected a later one: put frames in order, each once", *time, c.last)
	case c.frames > 1 && math.Abs(step-c.step) > c.step/2:
		return fmt.Errorf("the time is %g, %.4g after the frame before; the first two are %.4g apart: expected even steps: frames are missing, or were written at another interval", *time, step, c.step)
	case c.frames == 1:
		c.step = step
	}
	c.frames, c.last = c.frames+1, *time
	return nil
}
