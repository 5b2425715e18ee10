package robots

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
	"gmnc/internal/fileformat"
	"gmnc/sysid/jointlog"
)

// isArrays reports whether a file has angles, rates and torques in even steps, as Prepare
// describes them. Any other file is a log: a table, a bag, or arrays with stamps, currents or
// goals.
func isArrays(path string, o jointlog.Options) (bool, error) {
	if strings.ToLower(filepath.Ext(path)) != ".npz" && !fileformat.Is(path, fileformat.NPZ) {
		return false, nil
	}
	even := o.Gain == nil && o.Gear == nil && o.Servo == nil
	return even, npz.Open(path, func(a *npz.Archive) error {
		for _, split := range append([]string{""}, datasets.SplitNames...) {
			for _, name := range []string{"time", "current", "goal"} {
				even = even && !a.Has(keys.Of(split, name))
			}
		}
		return nil
	})
}

// readLogs reads logs of the same joints, and converts their rows to even steps.
func (l *log) readLogs(paths []string, o jointlog.Options) error {
	o.Checked, o.Joints = true, nil
	for _, body := range l.robot.Bodies {
		o.Joints = append(o.Joints, body.Name)
	}
	read, err := jointlog.ReadAll(paths, nil, o)
	if err != nil {
		return err
	}
	l.Notes = append(l.Notes, read.Notes...)
	if l.time = jointlog.Step(read.All()); !(l.time <= longest) {
		return fields.Errorf("%s: rows are %g s apart, expected up to %g", paths[0], l.time, float64(longest))
	}
	for body := range l.robot.Bodies {
		l.columns = append(l.columns, body)
	}
	for _, split := range append([]string{""}, datasets.SplitNames...) {
		if recordings := read.Splits[split]; recordings != nil {
			if err := l.readRecordings(split, recordings); err != nil {
				return err
			}
		}
	}
	return nil
}

// readRecordings adds the recordings of a split, one after the other.
func (l *log) readRecordings(split string, recordings []jointlog.Recording) error {
	r := recording{starts: []int{0}}
	for i := range recordings {
		parts := recordings[i : i+1]
		if !recordings[i].IsEven(l.time) {
			var note string
			if parts, note = recordings[i].Even(l.time); parts == nil {
				return fmt.Errorf("%s has no two rows %g s apart", recordings[i].Name, l.time)
			}
			l.Notes = append(l.Notes, note)
		}
		for _, part := range parts {
			r.starts = append(r.starts, r.starts[len(r.starts)-1]+len(part.Time))
			for _, of := range []struct {
				name    string
				into    *[]float64
				columns [][]float64
			}{{angleKey, &r.angle, part.Angle}, {rateKey, &r.rate, part.Rate}, {torqueKey, &r.torque, part.Torque}} {
				if l.Ignores(of.name) {
					continue
				}
				for row := range part.Time {
					for b, column := range of.columns {
						if !(math.Abs(column[row]) <= math.MaxFloat32) {
							return fmt.Errorf("%s: the %s of %s is %g in row %d, expected a finite float32", part.Name, of.name, l.robot.Bodies[b].Name, column[row], row)
						}
						*of.into = append(*of.into, column[row])
					}
				}
			}
		}
	}
	rows := len(r.angle) / len(l.columns)
	for _, of := range []struct {
		name   string
		values []float64
	}{{rateKey, r.rate}, {torqueKey, r.torque}} {
		if n := len(of.values); n > 0 && n != len(r.angle) {
			return fields.Errorf("some recordings have the array %s and others do not, such as %s and %s: leave it out of all by {ignore} %[1]s, or leave recordings out", of.name, recordings[0].Name, recordings[len(recordings)-1].Name)
		}
	}
	if rows > mostSamples {
		return fmt.Errorf("%s has %d rows, expected %d at most: cut it", recordings[0].Name, rows, mostSamples)
	}
	r.axes = []int{rows}
	var starts []int64
	for _, start := range r.starts[:len(r.starts)-1] {
		starts = append(starts, int64(start))
	}
	l.arrays = append(l.arrays, npz.Array{Key: keys.Of(split, startKey), Shape: []int{len(starts)}, Ints: starts})
	return l.add(split, &r)
}
