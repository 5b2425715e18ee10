package md17

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
	"gmnc/internal/numeral"
	"gmnc/internal/units"
)

// ParseSpan reads a span, which is a number of frames, such as 10, or a time, such as 5fs or
// 0.01 ps. One of the two results is 0.
func ParseSpan(text string) (frames int, femtoseconds float64, err error) {
	if frames, err := strconv.Atoi(text); err == nil && frames != 0 {
		return frames, 0, nil
	}
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	time, ok := numeral.Text.Parse(number)
	ratio, known := units.Ratio(strings.TrimSpace(text[len(number):]), "fs")
	if !ok || !known || len(number) == len(text) || !(time > 0) {
		return 0, 0, fmt.Errorf("%.40q is no span: expected a number of frames, such as 10, or a time, such as 5fs", text)
	}
	return 0, time * ratio, nil
}

// agreeTime is the relative difference up to which two times of a frame count as equal. They
// may differ in the digits of a file.
const agreeTime = 1e-3

// setTime finds the time from frame to frame and the number of frames of the span.
func (s *source) setTime(o *Options) error {
	if t := s.trajectory; t != nil && s.frameTime == 0 {
		s.frameTime = t.frameTime
	}
	switch {
	case o.InFrames:
		s.frameTime = 0
	case o.Dt > 0 && s.frameTime > 0 && math.Abs(o.Dt-s.frameTime) > agreeTime*o.Dt:
		return fields.Errorf("%s: a frame takes %g fs by the file, and {dt} is %g: leave {dt} out", s.path, s.frameTime, o.Dt)
	case o.Dt > 0:
		s.frameTime = o.Dt
	}
	if o.SpanTime == 0 {
		return nil
	}
	if s.frameTime == 0 {
		return fields.Errorf("%s does not say how long a frame takes, and the {span} is %g fs: give {dt}, the time from frame to frame in fs, or the {span} in frames", s.path, o.SpanTime)
	}
	frames := o.SpanTime / s.frameTime
	o.Span = int(math.Round(frames))
	if math.Abs(frames-float64(o.Span)) > agreeTime*frames {
		return fields.Errorf("%s: the {span} of %g fs is %.4g frames of %g fs: expected a whole number of them", s.path, o.SpanTime, frames, s.frameTime)
	}
	return nil
}

// giveTimes sets the interval of a data set. It converts velocities from angstrom a frame to
// angstrom/fs if the time from frame to frame is known.
func (s *source) giveTimes(data *datasets.Data) {
	data.About.VelocityUnit = "angstrom a frame"
	of := ""
	if s.frameTime > 0 {
		data.About.VelocityUnit, of = "angstrom/fs", fmt.Sprintf(" of %g fs", s.frameTime)
		for _, samples := range data.Splits() {
			for _, sample := range *samples {
				multiply(sample.Velocity, float32(1/s.frameTime))
				multiply(sample.TargetVelocity, float32(1/s.frameTime))
			}
		}
	}
	if s.interval > 0 {
		data.About.Interval = fmt.Sprintf("%d frames%s", s.interval, of)
	}
}

// number returns the only number of an array.
func number(a *npz.Archive, key string) (float64, error) {
	values, _, err := a.Numbers(key)
	if err == nil && len(values) != 1 {
		err = a.Errorf(key, "has %d numbers, expected one", len(values))
	}
	if err != nil {
		return 0, err
	}
	return values[0], nil
}
