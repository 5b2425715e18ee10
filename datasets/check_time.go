package datasets

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/system"
)

// mostApart is how many times longer or shorter than the time of the best straight line
// an interval may be.
const mostApart = 3

// trusted is the share of the squared way to the targets that straight lines leave at
// most where their time says what the interval is.
const trusted = 0.75

// IntervalError is an interval that does not go with the data.
type IntervalError struct {
	Found  string // what contradicts it
	Remedy string // what to do about it
}

func (e *IntervalError) Error() string { return e.Found + ": " + e.Remedy }

// CheckTime reports an interval in a unit that does not convert to the time in the
// velocities, or one that the motion contradicts: the best straight line from inputs to
// targets, or from frame to frame, takes another time. It is an *IntervalError.
func CheckTime(data *Data) error {
	time, known, err := data.About.Time()
	measured, straight := LineTime(data.Train)
	if err != nil {
		return &IntervalError{err.Error(), remedy(data.About, measured, straight)}
	}
	if !known {
		return nil
	}
	if straight && apart(time, measured) {
		return &IntervalError{fmt.Sprintf("an interval of %q beside velocities in %q is %.3g in these units, and straight lines reach the targets best in %.3g",
			data.About.Interval, data.About.VelocityUnit, time, measured), remedy(data.About, measured, straight)}
	}
	if framed, straight := LineTime(frames(data.Train)); straight && apart(time, framed) {
		return &IntervalError{fmt.Sprintf("frames of trajectories are the interval apart, %q, which is %.3g in the units of velocities, but straight lines reach the next frame best in %.3g",
			data.About.Interval, time, framed), "write all frames that far apart, or an interval and targets of one frame"}
	}
	return nil
}

func apart(time, measured float64) bool {
	return time > mostApart*measured || measured > mostApart*time
}

// remedy says what to write for an interval.
func remedy(about About, measured float64, straight bool) string {
	unit := about.TimeUnit()
	about.Interval = "1 " + unit
	one, known, err := about.Time()
	if !straight || !known || err != nil {
		return "write both in one unit of time, and positions and velocities in one of length"
	}
	return fmt.Sprintf("write interval %q, if that is right, or mend velocity_unit", strings.TrimSpace(fmt.Sprintf("%.3g %s", measured/one, unit)))
}

// LineTime is the time of the best straight line of the systems' centers, in the unit of
// positions over the unit of velocities; straight reports whether such lines lead near
// the targets.
func LineTime(samples []system.Sample) (time float64, straight bool) {
	time, known := CenterTime(samples)
	if !known {
		return 0, false
	}
	line, rest := Deflection(samples, time), Deflection(samples, 0)
	return time, line*line < trusted*rest*rest
}

// mostFrames is how many pairs of frames are looked at: more tell the time of a frame no better.
const mostFrames = 1000

// frames are pairs of frames that follow one another in trajectories, spread over all.
func frames(samples []system.Sample) (pairs []system.Sample) {
	count := 0
	for i := range samples {
		if t := samples[i].Trajectory; t != nil {
			count += t.Frames() - 1
		}
	}
	step := max(1, (count+mostFrames-1)/mostFrames)
	for i := range samples {
		if t := samples[i].Trajectory; t != nil && t.Velocities != nil {
			pairs = slices.AppendSeq(pairs, samples[i].Stretches(i%step, step, 1)) // not the same frames of all
		}
	}
	return pairs
}
