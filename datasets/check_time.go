package datasets

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/system"
)

// mostApart is the greatest allowed ratio of an interval to the time that fits constant
// velocity best, or of that time to the interval.
const mostApart = 3

// trusted is the share of the squared displacement to the targets below which the error of
// constant velocity must be for its time to be trusted.
const trusted = 0.75

// IntervalError reports an interval that does not fit the data.
type IntervalError struct {
	Found  string // what contradicts the interval
	Remedy string // what to do about it
}

func (e *IntervalError) Error() string { return e.Found + ": " + e.Remedy }

// CheckTime reports an interval whose unit does not convert to the unit of time in the
// velocities, or that the motion contradicts. The motion contradicts it if constant velocity
// from inputs to targets, or from frame to frame, fits best with a very different time. The
// error is an *IntervalError.
func CheckTime(data *Data) error {
	time, known, err := data.About.Time()
	measured, straight := LineTime(data.Train)
	if err != nil {
		return &IntervalError{err.Error(), remedy(data.About, measured, straight)}
	}
	if !known {
		return nil
	}
	if straight && apart(time, measured) && !halfwayFits(data.Train, time) {
		return &IntervalError{fmt.Sprintf("an interval of %q beside velocities in %q is %.3g in these units, and straight lines reach the targets best in %.3g",
			data.About.Interval, data.About.VelocityUnit, time, measured), remedy(data.About, measured, straight)}
	}
	pairs := frames(data.Train)
	if framed, straight := LineTime(pairs); straight && apart(time, framed) && !halfwayFits(pairs, time) {
		return &IntervalError{fmt.Sprintf("frames of trajectories are the interval apart, %q, which is %.3g in the units of velocities, but straight lines reach the next frame best in %.3g",
			data.About.Interval, time, framed), "write all frames that far apart, or an interval and targets of one frame"}
	}
	return nil
}

// halfwayFits reports whether the means of the velocities at inputs and targets lead near the targets
// in a time. Where velocities change much in an interval, as after a release from rest, those at
// inputs alone do not.
func halfwayFits(samples []system.Sample, time float64) bool {
	measured, straight := LineTime(Halfway(samples))
	return straight && !apart(time, measured)
}

// Halfway returns samples whose velocities are the means of those at inputs and targets.
func Halfway(samples []system.Sample) []system.Sample {
	all := slices.Clone(samples)
	for k := range all {
		mean := slices.Clone(all[k].Velocity)
		for i, v := range all[k].TargetVelocity {
			mean[i] = (mean[i] + v) / 2
		}
		all[k].Velocity = mean
	}
	return all
}

func apart(time, measured float64) bool {
	return time > mostApart*measured || measured > mostApart*time
}

// remedy returns advice on what to write as the interval.
func remedy(about About, measured float64, straight bool) string {
	unit := about.TimeUnit()
	about.Interval = "1 " + unit
	one, known, _ := about.Time()
	if !straight || !known {
		return "write both in one unit of time, and positions and velocities in one of length"
	}
	return fmt.Sprintf("write interval %q, if that is right, or mend velocity_unit", strings.TrimSpace(fmt.Sprintf("%.3g %s", measured/one, unit)))
}

// LineTime returns the time for which constant velocity of the systems' centers fits best, in
// the unit of positions over the unit of velocities. straight reports whether constant velocity
// leads near the targets.
func LineTime(samples []system.Sample) (time float64, straight bool) {
	time, known := CenterTime(samples)
	if !known {
		return 0, false
	}
	line, rest := Deflection(samples, time), Deflection(samples, 0)
	return time, line*line < trusted*rest*rest
}

// mostFrames is the approximate number of pairs of frames that are used: more pairs do not make
// the time of a frame more accurate.
const mostFrames = 1000

// frames returns pairs of successive frames of the trajectories, spread over all of them.
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
			pairs = slices.AppendSeq(pairs, samples[i].Stretches(i%step, step, 1)) // the frames differ from trajectory to trajectory
		}
	}
	return pairs
}
