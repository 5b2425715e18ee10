package jointlog

import (
	"fmt"
	"math"

	"gmnc/internal/fields"
	"gmnc/sysid/series"
)

// stepOff is the largest relative difference between the given step and the median step of the
// stamps.
const stepOff = 0.05

// checkStep returns an error if the stamps [s] of rows contradict the step that is given for the
// file, if any. name is that of the stamps.
func checkStep(path, name string, stamps []float64, dt float64) error {
	if dt == 0 || len(stamps) < 2 {
		return nil
	}
	if step := series.Step(stamps); math.Abs(step-dt) > stepOff*dt {
		return fields.Errorf("%s: %s goes %.4g s from row to row in the median, and dt is %.4g s: expected the same, or one of the two; {dt} is for files without %s", path, name, step, dt, timeKey)
	}
	return nil
}

// slowest is a bound [s] on the time from row to row of the stamps of any log. Stamps in
// milliseconds, microseconds or nanoseconds exceed it.
const slowest = 1

// seconds converts stamps to seconds if their steps show another unit. It also makes them begin
// at 0.
func (l *Log) seconds(r *Recording) {
	if len(r.Time) < 2 {
		return
	}
	start := r.Time[0]
	for i := range r.Time {
		r.Time[i] -= start
	}
	unit, step := 1.0, series.Step(r.Time)
	for _, smaller := range []float64{1e-3, 1e-6, 1e-9} {
		if step*unit > slowest {
			unit = smaller
		}
	}
	if unit < 1 {
		l.Notes = append(l.Notes, fmt.Sprintf("%s: the time is %.4g from row to row, and taken as %g s each", r.Name, step, unit))
		scale([][]float64{r.Time}, []float64{unit})
	}
}
