package jointlog

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/fields"
	"gmnc/internal/identify"
	"gmnc/internal/numeral"
	"gmnc/internal/plainfile"
	"gmnc/sysid/series"
)

// readCSV reads a table with a header as one recording. It recognizes columns by their names,
// as the loggers of ROS, Universal Robots, Franka and LeRobot write them.
func readCSV(path string, o Options) (*Log, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the log: %w", err)
	}
	defer file.Close()
	header, columns, gaps, err := table(path, file, o)
	if err != nil {
		return nil, err
	}
	log := &Log{Notes: gaps}
	r := Recording{Name: path}
	found, err := find(path, header, o)
	if err != nil {
		return nil, err
	}
	take := func(quantity string) (all [][]float64) {
		if lacking(found[quantity], o.Joints) != nil {
			return nil
		}
		for j := range o.Joints {
			at := found[quantity][j]
			values := slices.Clone(columns[at.index])
			scale([][]float64{values}, []float64{at.scale})
			all = append(all, values)
		}
		return all
	}
	if r.Angle = take(angleKey); r.Angle == nil {
		if gaps != nil {
			return nil, errors.New(gaps[0])
		}
		return nil, fields.Errorf("%s has no angle of %s: its columns are %.300s; name them with {columns}, as in angle={}_pos, where {} is the joint's name or number, or fix the joint with {hold}", path, identify.List(lacking(found[angleKey], o.Joints)), strings.Join(header, ", "))
	}
	log.Notes = append(log.Notes, numberedColumns(path, header, found[angleKey], o.Joints)...)
	r.Rate, r.Torque = take(rateKey), take(torqueKey)
	if r.Rate == nil && len(found[rateKey]) > 0 && gaps == nil {
		log.Notes = append(log.Notes, fmt.Sprintf("%s: there is no rate of %s, so the rates of all joints are computed from the angles", path, identify.List(lacking(found[rateKey], o.Joints))))
	}
	scale(r.Torque, o.Gear)
	if o.Servo != nil {
		goal := take(goalKey)
		if goal == nil {
			return nil, fields.Errorf("%s has no goal of %s, which {servo} needs: its columns are %.300s; name them with {columns}, as in goal=target_{}", path, identify.List(lacking(found[goalKey], o.Joints)), strings.Join(header, ", "))
		}
		r.Torque = served(goal, r.Angle, o.Servo)
	}
	if currents := take(currentKey); r.Torque == nil && currents != nil {
		if o.Gain == nil {
			return nil, fields.Errorf("%s has currents and no torques: give the joints' torques for one ampere in N m/A as {gain}", path)
		}
		scale(currents, o.Gain)
		r.Torque, log.Gain = currents, o.Gain
	}
	for _, quantity := range []string{torqueKey, currentKey} {
		if r.Torque == nil && len(found[quantity]) > 0 && gaps == nil {
			return nil, fields.Errorf("%s has no %s of %s, but of other joints: its columns are %.300s; name them with {columns}, fix the joint with {hold}, or leave out the columns of every %[2]s", path, quantity, identify.List(lacking(found[quantity], o.Joints)), strings.Join(header, ", "))
		}
	}
	if at, known := found[timeKey][0]; known {
		r.Time = slices.Clone(columns[at.index])
		scale([][]float64{r.Time}, []float64{at.scale})
	} else if o.Dt > 0 {
		for i := range columns[0] {
			r.Time = append(r.Time, float64(i)*o.Dt)
		}
	} else {
		return nil, fields.Errorf("%s has no column of times: give the time from row to row in s as {dt}, or name the column with {columns} time=NAME", path)
	}
	parts := log.divide(r)
	for i := range parts {
		log.seconds(&parts[i])
	}
	log.Splits = map[string][]Recording{"": parts}
	return log, nil
}

// lacking returns the joints without a column.
func lacking(columns map[int]scaledColumn, joints []string) (names []string) {
	for j, name := range joints {
		if _, known := columns[j]; !known {
			names = append(names, name)
		}
	}
	return names
}

// numberedColumns returns a note on the joints that numbers in the names of columns stand for, or nil
// if the columns have the names of joints.
func numberedColumns(path string, header []string, columns map[int]scaledColumn, joints []string) []string {
	var numbers []string
	for j := range joints {
		if c, _ := understand(header[columns[j].index], joints); c.numbered {
			numbers = append(numbers, strconv.Itoa(c.joint))
		}
	}
	if len(numbers) < 2 {
		return nil
	}
	return []string{fmt.Sprintf("%s: the columns numbered %s are taken to be %s, in the order of the robot's file", path, strings.Join(numbers, ", "), strings.Join(joints, ", "))}
}

// slowest is a bound [s] on the time from row to row of any log. Stamps in milliseconds,
// microseconds or nanoseconds exceed it.
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

// scaledColumn is the column of a quantity of a joint, with the factor for its unit.
type scaledColumn struct {
	index int
	scale float64
}

// find returns the columns as [quantity][joint]. The time is that of joint 0.
func find(path string, header []string, o Options) (map[string]map[int]scaledColumn, error) {
	found := map[string]map[int]scaledColumn{}
	for _, quantity := range quantities {
		found[quantity] = map[int]scaledColumn{}
	}
	first := map[string]int{} // smallest joint number among a quantity's columns
	numbered := map[string]map[int]scaledColumn{}
	for i, name := range header {
		c, read := wanted(name, o)
		if !read {
			continue
		}
		at := scaledColumn{i, c.scale}
		switch _, twice := found[c.quantity][max(c.joint, 0)]; {
		case c.quantity == timeKey:
			if !twice {
				found[timeKey][0] = at
			}
		case c.numbered:
			if numbered[c.quantity] == nil {
				numbered[c.quantity], first[c.quantity] = map[int]scaledColumn{}, c.joint
			}
			first[c.quantity] = min(first[c.quantity], c.joint)
			if _, twice := numbered[c.quantity][c.joint]; !twice {
				numbered[c.quantity][c.joint] = at
			}
		case twice:
			return nil, fields.Errorf("%s has two columns of the %s of %s, %.60q and %.60q: name one with {columns}", path, c.quantity, o.Joints[c.joint], header[found[c.quantity][c.joint].index], name)
		default:
			found[c.quantity][c.joint] = at
		}
	}
	for quantity, columns := range numbered {
		if len(found[quantity]) > 0 {
			continue // columns with names of joints take precedence
		}
		for number, at := range columns {
			found[quantity][number-first[quantity]] = at
		}
	}
	return found, mapped(path, header, o, found)
}

// wanted returns the quantity and the joint that the name of a column stands for, and whether the
// column is read because of its name.
func wanted(name string, o Options) (c column, read bool) {
	c, known := understand(name, o.Joints)
	_, mapped := o.Columns[c.quantity]
	return c, known && !mapped && (c.quantity != goalKey || o.Servo != nil)
}

// asked reports whether a column is read because of its name, or because the options name it.
func asked(name string, o Options) bool {
	_, read := wanted(name, o)
	for _, pattern := range o.Columns {
		for j, joint := range o.Joints {
			for _, of := range namesOf(joint, j, j+1) {
				read = read || name == strings.ReplaceAll(pattern, "{}", of)
			}
		}
	}
	return read
}

// namesOf returns what may stand for {} in a pattern: the name of a joint, with and without
// "_joint", and these numbers.
func namesOf(joint string, numbers ...int) []string {
	names := []string{joint, strings.TrimSuffix(joint, "_joint")}
	for _, number := range numbers {
		names = append(names, strconv.Itoa(number))
	}
	return names
}

// mapped finds the columns that the options name. A number in place of {} counts joints from 0
// if there is a column with 0, and from 1 otherwise.
func mapped(path string, header []string, o Options, found map[string]map[int]scaledColumn) error {
	for quantity, pattern := range o.Columns {
		for j, joint := range o.Joints {
			names := namesOf(joint, j+1)
			if slices.Contains(header, strings.ReplaceAll(pattern, "{}", "0")) {
				names = []string{strconv.Itoa(j)}
			}
			index := -1
			for _, name := range names {
				if index < 0 {
					index = slices.Index(header, strings.ReplaceAll(pattern, "{}", name))
				}
			}
			if index < 0 {
				return fields.Errorf("{columns}: %s has no column %.60q for the %s of %s: it has %.300s", path, pattern, quantity, joint, strings.Join(header, ", "))
			}
			found[quantity][j] = scaledColumn{index, 1}
			if quantity == timeKey {
				break
			}
		}
	}
	return nil
}

// mostRows is the largest number of rows of a log, which is held in memory.
const mostRows = 5_000_000

// table returns the names and the numbers of columns. A column that has a word or an empty cell
// loses its name. gaps names the wanted columns with empty cells among their numbers. A word
// among the numbers of a wanted column is an error.
func table(path string, text io.Reader, o Options) (header []string, columns [][]float64, gaps []string, err error) {
	reader := csv.NewReader(text)
	reader.ReuseRecord, reader.TrimLeadingSpace = true, true
	names, err := reader.Read()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: expected a header with the names of columns: %w", path, err)
	}
	header = slices.Clone(names)
	header[0] = strings.TrimPrefix(header[0], "\ufeff")
	if _, ok := numeral.Log.Parse(header[0]); ok {
		return nil, nil, nil, fmt.Errorf("%s: the first row begins with %.40q, expected the names of columns", path, header[0])
	}
	columns = make([][]float64, len(header))
	lost, numbers, words := make([][]int, len(header)), make([]bool, len(header)), make([]string, len(header))
	for rows := 0; ; rows++ {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		if rows == mostRows {
			return nil, nil, nil, fmt.Errorf("%s has more than %d rows: cut it", path, mostRows)
		}
		for i, cell := range row {
			value, ok := numeral.Log.Parse(strings.TrimSpace(cell))
			if numbers[i] = numbers[i] || ok; !ok {
				lost[i] = append(lost[i], rows)
			}
			if !ok && words[i] == "" && cell != "" {
				words[i] = fmt.Sprintf("%.40q in row %d", cell, rows)
			}
			columns[i] = append(columns[i], value)
		}
	}
	if len(columns[0]) == 0 {
		return nil, nil, nil, fmt.Errorf("%s has names of columns and no rows", path)
	}
	for i, name := range header {
		if numbers[i] && words[i] != "" && asked(name, o) {
			return nil, nil, nil, fmt.Errorf("%s: the column %.60q has %s, expected a number", path, name, words[i])
		}
		if lost[i] == nil {
			continue
		}
		if _, read := wanted(name, o); read && numbers[i] {
			gaps = append(gaps, fmt.Sprintf("%s: the column %.60q is empty in row %d (the first of %d such rows), so it is not read: give these cells numbers, or leave the rows out", path, name, lost[i][0], len(lost[i])))
		}
		header[i] = "" // it has text or gaps
	}
	return header, columns, gaps, nil
}
