package md17

import (
	"fmt"
	"math"
	"strconv"

	"gmnc/internal/numeral"
)

// instant is the time of a frame in any unit, or its number of steps. digit is the unit of its
// last digit.
type instant struct {
	what        string // "time" or "step"
	time, digit float64
}

// parseInstant reads a time or a step. It returns nil if the text is not a finite number.
func parseInstant(what, text string) *instant {
	time, ok := numeral.XYZ.Parse(text)
	if !ok {
		return nil
	}
	return &instant{what, time, numeral.XYZ.LastDigit(text)}
}

// clock follows the times of a molecule's frames, which are in comments.
type clock struct {
	frames      int // number of successive frames with times up to now
	what        string
	first, last float64
	step        float64 // difference of the first two times
	digit       float64 // the smallest unit of a last digit
}

// frameTime returns the time from frame to frame in fs, if all the given number of frames have
// times in a known unit. Otherwise it returns 0.
func (c *clock) frameTime(frames int, unit string) float64 {
	ratio, known := femtoseconds(unit)
	if !known || c.what != "time" || c.frames != frames || frames < 2 {
		return 0
	}
	mean := (c.last - c.first) / float64(frames-1)
	// A frame's time has no more digits than its times: 0.1, not 0.09999999999999998.
	short, _ := strconv.ParseFloat(strconv.FormatFloat(mean*ratio, 'g', 6, 64), 64)
	return short
}

// roundedBy is the number of units of the last digit by which a step may differ from the mean
// step so far. It is below 1. Then ten steps of one unit each are enough to recognize a step of
// none or of two.
const roundedBy = 0.9

// tick takes the time of the next frame, or nil if it has none. Steps must be even, because
// pairs are a number of frames apart. They may differ by less than half, or by the rounding to
// the digits that are written.
func (c *clock) tick(now *instant) error {
	switch {
	case now == nil:
		*c = clock{}
		return nil
	case c.frames == 0 || now.what != c.what:
		*c = clock{frames: 1, what: now.what, first: now.time, last: now.time, digit: now.digit}
		return nil
	}
	c.digit = min(c.digit, now.digit)
	step, mean := now.time-c.last, (now.time-c.first)/float64(c.frames)
	rounded := math.Abs(step-mean) <= roundedBy*c.digit
	switch {
	case step == 0 && !rounded:
		return fmt.Errorf("the %s is %g after %g: expected a later one: a frame is there twice, as after a restart: leave one of them out", c.what, now.time, c.last)
	case step < 0:
		return fmt.Errorf("the %s is %g after %g: expected a later one: put frames in order, each once", c.what, now.time, c.last)
	case c.frames > 1 && math.Abs(step-c.step) > c.step/2 && !rounded:
		return fmt.Errorf("the %s is %g, %.4g after the frame before; the first two are %.4g apart: expected even steps: frames are missing, or were written at another interval; or take the %[1]ss out of the comments", c.what, now.time, step, c.step)
	case c.frames == 1:
		c.step = step
	}
	c.frames, c.last = c.frames+1, now.time
	return nil
}
