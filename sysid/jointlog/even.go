package jointlog

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gmnc/datasets/checks"
	"gmnc/sysid/series"
)

// Step returns the time [s] from row to row of recordings. It is the median of the first
// recording, rounded to three digits.
func Step(recordings []Recording) float64 {
	step, _ := strconv.ParseFloat(strconv.FormatFloat(series.Step(recordings[0].Time), 'g', 3, 64), 64)
	return step
}

// stepApart is the largest relative difference between the steps of recordings that count as
// equal.
const stepApart = 1e-3

// IsEven reports whether rows are a step [s] apart, except for the jitter of stamps.
func (r *Recording) IsEven(step float64) bool {
	stamps := checks.Recording{Elements: 1, Each: 1, Starts: []int{0, len(r.Time)}, Stamps: r.Time}
	gaps := stamps.Gaps()
	return !gaps.Uneven() && len(gaps.Frames) == 0 && math.Abs(gaps.Typical-step) <= stepApart*step
}

// Even returns the recording in rows a step [s] apart, smoothed by local cubics. Their
// half-widths are estimated for each quantity, and the note names them. The recording is cut at
// gaps between rows that exceed the half-width of the angles. Parts shorter than two rows are
// left out. A torque is the one in the middle of the time to the next row, during which it
// acts.
func (r *Recording) Even(step float64) (parts []Recording, note string) {
	angle := series.Width(r.Time, r.Angle)
	rate, torque := angle, angle
	words := []string{fmt.Sprintf("angles %.3g", angle)}
	if r.Rate != nil {
		rate = series.Width(r.Time, r.Rate)
		words = append(words, fmt.Sprintf("rates %.3g", rate))
	}
	if r.Torque != nil {
		torque = series.Width(r.Time, r.Torque)
		words = append(words, fmt.Sprintf("torques %.3g", torque))
	}
	begin := 0
	for end := 1; end <= len(r.Time); end++ {
		if end < len(r.Time) && r.Time[end]-r.Time[end-1] <= angle {
			continue
		}
		if part := r.rows(begin, end).at(step, angle, rate, torque); len(part.Time) > 1 {
			parts = append(parts, part)
		}
		begin = end
	}
	note = fmt.Sprintf("%s: rows are uneven, and are taken every %g s from local cubics, whose half-widths in s leave out one row in turn best: %s", r.Name, step, strings.Join(words, ", "))
	if len(parts) > 1 {
		note += fmt.Sprintf("; it is cut into %d recordings where rows are missing for longer", len(parts))
	}
	return parts, note
}

// rows returns the rows from begin to before end.
func (r *Recording) rows(begin, end int) *Recording {
	cut := func(columns [][]float64) (part [][]float64) {
		for _, column := range columns {
			part = append(part, column[begin:end])
		}
		return part
	}
	return &Recording{Name: r.Name, Time: r.Time[begin:end], Angle: cut(r.Angle), Rate: cut(r.Rate), Torque: cut(r.Torque)}
}

// at returns the recording in even rows, smoothed by filters of these half-widths [s].
func (r *Recording) at(step, angle, rate, torque float64) Recording {
	even := Recording{Name: r.Name}
	if len(r.Time) == 0 {
		return even
	}
	const roundings = 1e-9
	for k := 0; ; k++ {
		now := r.Time[0] + float64(float64(k)*step)
		if now > r.Time[len(r.Time)-1]+roundings*step {
			break
		}
		even.Time = append(even.Time, now)
	}
	smooth := func(columns [][]float64, half, late float64) (all [][]float64) {
		if columns == nil {
			return nil
		}
		for range columns {
			all = append(all, make([]float64, len(even.Time)))
		}
		for k, now := range even.Time {
			filter := series.NewFilter(r.Time, now+late, half)
			for j, column := range columns {
				all[j][k] = filter.Value(column)
			}
		}
		return all
	}
	even.Angle, even.Rate, even.Torque = smooth(r.Angle, angle, 0), smooth(r.Rate, rate, 0), smooth(r.Torque, torque, step/2)
	return even
}
