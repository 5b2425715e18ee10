package md17

import (
	"fmt"
	"math"
	"strconv"

	"gmnc/internal/numeral"
	"gmnc/internal/units"
)

// instant is the time of a frame in any unit, or its number of steps, and the unit of its
// last digit.
type instant struct {
	what        string // time or step
	time, digit float64
}

// parseInstant reads a time or a step; it is nil where the text is no finite number.
func parseInstant(what, text string) *instant {
	time, ok := numeral.XYZ.Parse(text)
	if !ok {
		return nil
	}
	return &instant{what, time, numeral.XYZ.LastDigit(text)}
}

// clock follows the times that comments give the frames of a molecule.
type clock struct {
	frames      int // with times, without one between that has none
	what        string
	first, last float64
	step        float64 // between the first two
	digit       float64 // the least last digit of a time
}

// frameTime is the time of a frame in fs, where all of so many have times in a unit that is
// known; else 0.
func (c *clock) frameTime(frames int, unit string) float64 {
	ratio, known := units.Ratio(unit, "fs")
	if !known || unit == "" || c.what != "time" || c.frames != frames || frames < 2 {
		return 0
	}
	mean := (c.last - c.first) / float64(frames-1)
	// A frame's time has no more digits than its times: 0.1, not 0.09999999999999998.
	short, _ := strconv.ParseFloat(strconv.FormatFloat(mean, 'g', 6, 64), 64)
	return short * ratio
}

// roundedBy is by how many last digits a step may differ from the mean of those so far.
// Below 1, ten steps of one digit each tell the next from none or two of them.
const roundedBy = 0.9

// tick takes the time of the next frame, nil without one. Pairs of frames are a number of
// frames apart, so that steps must be even. They differ by less than half, or as rounding
// to the digits that are written makes them.
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
	case step < 0 || step == 0 && !rounded:
		return fmt.Errorf("the %s is %g after %g: expected a later one: put frames in order, each once, or take the %[1]ss out of the comments", c.what, now.time, c.last)
	case c.frames > 1 && math.Abs(step-c.step) > c.step/2 && !rounded:
		return fmt.Errorf("the %s is %g, %.4g after the frame before; the first two are %.4g apart: expected even steps: frames are missing, or were written at another interval; or take the %[1]ss out of the comments", c.what, now.time, step, c.step)
	case c.frames == 1:
		c.step = step
	}
	c.frames, c.last = c.frames+1, now.time
	return nil
}
