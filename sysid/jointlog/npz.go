package jointlog

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
)

// readNPZ reads angle, rate and torque, or current and gain, or goal for servos. Each array is
// [rows, joints] or [recordings, rows, joints]. The name of a split and _ may precede their
// names. The file also has time [rows] or dt. It may have joints, the names of the columns,
// separated by |.
func readNPZ(path string, o Options) (*Log, error) {
	log := &Log{Splits: map[string][]Recording{}}
	err := npz.Open(path, func(a *npz.Archive) error {
		f := npzFile{a, o, log, nil, len(o.Joints)}
		if err := f.readJoints(); err != nil {
			return err
		}
		for _, split := range append([]string{""}, datasets.SplitNames...) {
			if err := f.readSplit(split); err != nil {
				return err
			}
		}
		if len(log.Splits) == 0 {
			return fmt.Errorf("%s has no angles of joints: expected angle or {%s}_angle [rows, joints], and has %.200s", path, strings.Join(datasets.SplitNames, ","), strings.Join(a.Keys, ", "))
		}
		return nil
	})
	return log, err
}

type npzFile struct {
	*npz.Archive
	Options
	log     *Log
	columns []int // column of each joint
	width   int   // number of columns of the arrays
}

func (f *npzFile) readJoints() error {
	if !f.Has("joints") {
		for j := range f.Joints {
			f.columns = append(f.columns, j)
		}
		if len(f.Joints) > 1 {
			f.log.Notes = append(f.log.Notes, fmt.Sprintf("%s has no text joints: columns are taken to be %s", f.Path, strings.Join(f.Joints, ", ")))
		}
		return nil
	}
	text, err := f.Text("joints")
	if err != nil {
		return err
	}
	names := strings.Split(text, "|")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	f.width = len(names)
	for _, joint := range f.Joints {
		column := slices.Index(names, joint)
		if column < 0 {
			return fields.Errorf("%s: joints has no %.40q, a joint of the robot: it has %.200s; {hold} names joints that do not move", f.Path, joint, strings.Join(names, ", "))
		}
		f.columns = append(f.columns, column)
	}
	return nil
}

// key returns the name of an array of a split.
func key(split, name string) string {
	if split == "" {
		return name
	}
	return split + "_" + name
}

func (f *npzFile) readSplit(split string) error {
	if !f.Has(key(split, angleKey)) {
		return nil
	}
	angle, shape, err := f.read(key(split, angleKey), nil)
	if err != nil {
		return err
	}
	rows := shape[len(shape)-1]
	time, err := f.times(split, rows)
	if err != nil {
		return err
	}
	var rate, torque [][]float64
	if f.Has(key(split, rateKey)) {
		if rate, _, err = f.read(key(split, rateKey), shape); err != nil {
			return err
		}
	}
	if torque, err = f.torques(split, shape, angle); err != nil {
		return err
	}
	for first := 0; first < len(angle[0]); first += rows {
		r := Recording{Name: f.Path, Time: slices.Clone(time)}
		if split != "" || len(angle[0]) > rows {
			r.Name = fmt.Sprintf("%s %s", f.Path, strings.TrimSpace(fmt.Sprintf("%s %d", split, first/rows)))
		}
		cut := func(columns [][]float64) (part [][]float64) {
			for _, column := range columns {
				part = append(part, slices.Clone(column[first:first+rows]))
			}
			return part
		}
		r.Angle, r.Rate, r.Torque = cut(angle), cut(rate), cut(torque)
		f.log.Splits[split] = append(f.log.Splits[split], f.log.divide(r)...)
	}
	return nil
}

// torques returns the torques, or computes them from currents or from the goals of servos. It
// returns nil if there are none.
func (f *npzFile) torques(split string, shape []int, angle [][]float64) ([][]float64, error) {
	if f.Servo != nil {
		name := key(split, goalKey)
		if !f.Has(name) {
			return nil, fields.Errorf("%s has no %s, expected the angle to which each joint is sent, which {servo} needs", f.Path, name)
		}
		goal, _, err := f.read(name, shape)
		if err != nil {
			return nil, err
		}
		return served(goal, angle, f.Servo), nil
	}
	if name := key(split, torqueKey); f.Has(name) {
		torque, _, err := f.read(name, shape)
		scale(torque, f.Gear)
		return torque, err
	}
	name := key(split, currentKey)
	if !f.Has(name) {
		return nil, nil
	}
	gain := f.Gain
	if gain == nil && f.Has("gain") {
		all, gainShape, err := f.Numbers("gain")
		if err != nil {
			return nil, err
		}
		if len(all) != 1 && len(all) != f.width {
			return nil, f.Errorf("gain", "has shape %v, expected one number for each of %d joints", gainShape, f.width)
		}
		for _, column := range f.columns {
			gain = append(gain, all[min(column, len(all)-1)])
		}
	}
	if gain == nil {
		return nil, fields.Errorf("%s: %s are currents: give the joints' torques for one ampere in N m/A as {gain}, or as the array gain", f.Path, name)
	}
	torque, _, err := f.read(name, shape)
	scale(torque, gain)
	f.log.Gain = gain
	return torque, err
}

// times returns the stamps of rows.
func (f *npzFile) times(split string, rows int) (time []float64, err error) {
	dt, err := f.step()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{key(split, timeKey), timeKey} {
		if !f.Has(name) {
			continue
		}
		stamps, shape, err := f.Numbers(name)
		if err == nil && (len(shape) != 1 || len(stamps) != rows) {
			err = f.Errorf(name, "has shape %v, expected the times in s of %d rows", shape, rows)
		}
		if err != nil {
			return nil, err
		}
		return stamps, checkStep(f.Path, name, stamps, dt)
	}
	if !(dt > 0) {
		return nil, fields.Errorf("%s has neither time nor dt: give the time from row to row in s as {dt}", f.Path)
	}
	for i := range rows {
		time = append(time, float64(i)*dt)
	}
	return time, nil
}

// step returns the time [s] from row to row by the options or by dt, or 0 if neither gives it.
func (f *npzFile) step() (float64, error) {
	if f.Dt != 0 || !f.Has("dt") {
		return f.Dt, nil
	}
	values, _, err := f.Numbers("dt")
	if err != nil || len(values) != 1 {
		return 0, err
	}
	return values[0], nil
}

// read returns the columns of the joints from an array, as [joints][recordings * rows], and its
// shape before the axis of joints. That shape must equal like, unless like is nil.
func (f *npzFile) read(name string, like []int) (columns [][]float64, shape []int, err error) {
	values, shape, err := f.Numbers(name)
	if err != nil {
		return nil, nil, err
	}
	last := len(shape) - 1
	if last < 1 || last > 2 || shape[last] != f.width || len(values) == 0 {
		return nil, nil, f.Errorf(name, "has shape %v, expected [rows, %d joints], or [recordings, rows, %d joints]", shape, f.width, f.width)
	}
	if like != nil && !slices.Equal(like, shape[:last]) {
		return nil, nil, f.Errorf(name, "has shape %v, and angles have %v: expected the same", shape, append(slices.Clone(like), f.width))
	}
	columns = make([][]float64, len(f.columns))
	for row := range slices.Chunk(values, f.width) {
		for j, column := range f.columns {
			columns[j] = append(columns[j], row[column])
		}
	}
	return columns, shape[:last], nil
}
