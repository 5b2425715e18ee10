package jointlog

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"gmnc/internal/fields"
	"gmnc/internal/identify"
	"gmnc/internal/numeral"
	"gmnc/internal/plainfile"
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
	at, stamped := found[timeKey][0]
	if stamped {
		r.Time = slices.Clone(columns[at.index])
		scale([][]float64{r.Time}, []float64{at.scale})
		if fraction, found := fractionOf(at.index, header); found {
			start := r.Time[0]
			for i, nanoseconds := range columns[fraction] {
				r.Time[i] += float64(1e-9*nanoseconds) - start
			}
		}
	} else if o.Dt > 0 {
		for i := range columns[0] {
			r.Time = append(r.Time, float64(i)*o.Dt)
		}
	} else {
		return nil, fields.Errorf("%s has no column of times: give the time from row to row in s as {dt}, or name the column with {columns} time=NAME", path)
	}
	parts := log.divide(r)
	if stamped { // a step of the options is in seconds
		for i := range parts {
			log.seconds(&parts[i])
		}
	}
	log.Splits = map[string][]Recording{"": parts}
	return log, nil
}

// mostRows is the largest number of rows of a log, which is held in memory.
const mostRows = 5_000_000

// mostHeader is the number of bytes of a header in which its separator is searched.
const mostHeader = 1 << 16

// separated returns the text of a table from its header on in UTF-8, and the rune that separates its
// columns: a comma or, if the header has none, a semicolon, a tab or a space. It leaves out lines of
// comments before the header, and the # before a header.
func separated(text io.Reader) (*bufio.Reader, rune) {
	buffered := bufio.NewReaderSize(transform.NewReader(text, unicode.BOMOverride(transform.Nop)), mostHeader)
	for {
		start, _ := buffered.Peek(mostHeader) // a shorter file is read again, and so is an error
		line, rest, _ := bytes.Cut(start, []byte("\n"))
		if bytes.HasPrefix(line, []byte("#")) && len(rest) > 0 && !beginsWithNumber(rest) {
			buffered.Discard(len(line) + 1)
			continue
		}
		header := bytes.TrimLeft(line, "# ")
		buffered.Discard(len(line) - len(header))
		for _, separators := range []string{",", ";\t", " "} {
			if i := bytes.IndexAny(header, separators); i >= 0 {
				return buffered, rune(header[i])
			}
		}
		return buffered, ','
	}
}

// beginsWithNumber reports whether the first cell of the text is a number.
func beginsWithNumber(text []byte) bool {
	text = bytes.TrimLeft(text, " \"")
	if end := bytes.IndexAny(text, ",;\t \"\r\n"); end >= 0 {
		text = text[:end]
	}
	_, ok := numeral.Log.Parse(string(text))
	return ok
}

// table returns the names and the numbers of columns. Beside semicolons, tabs and spaces, numbers may
// have decimal commas, and times may be dates. A column that has a word or an empty cell
// loses its name. gaps names the wanted columns with empty cells among their numbers. A word
// among the numbers of a wanted column is an error.
func table(path string, text io.Reader, o Options) (header []string, columns [][]float64, gaps []string, err error) {
	buffered, separator := separated(text)
	reader := csv.NewReader(buffered)
	reader.ReuseRecord, reader.TrimLeadingSpace, reader.Comma, reader.FieldsPerRecord = true, separator != '\t', separator, -1
	names, err := reader.Read()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: expected a header with the names of columns: %w", path, err)
	}
	header = slices.Clone(names)
	for len(header) > 1 && header[len(header)-1] == "" {
		header = header[:len(header)-1]
	}
	if _, ok := numeral.Log.Parse(header[0]); ok {
		return nil, nil, nil, fmt.Errorf("%s: the first row begins with %.40q, expected the names of columns", path, header[0])
	}
	dates := make([]bool, len(header))
	for i, name := range header {
		c, _ := wanted(name, o)
		dates[i] = c.quantity == timeKey || name == o.Columns[timeKey]
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
		for len(row) > len(header) && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if len(row) != len(header) {
			line, _ := reader.FieldPos(0)
			return nil, nil, nil, fmt.Errorf("%s: line %d has %d cells, expected %d as in the header: complete the line, or leave it out", path, line, len(row), len(header))
		}
		for i, cell := range row {
			if separator != ',' {
				cell = strings.Replace(cell, ",", ".", 1)
			}
			value, ok := numeral.Log.Parse(strings.TrimSpace(cell))
			if !ok && dates[i] {
				value, ok = clock(cell)
			}
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

// clock returns the seconds since 1970 of a date and a time of day, as ISO 8601 and the converters
// of ROS write them.
func clock(cell string) (seconds float64, ok bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", time.DateTime, "2006/01/02/15:04:05"} {
		if at, err := time.Parse(layout, strings.TrimSpace(cell)); err == nil {
			return float64(at.UnixMicro()) / 1e6, true
		}
	}
	return 0, false
}

// fractionOf returns the column of nanoseconds that belongs to a column of seconds, as in the
// headers of messages of ROS.
func fractionOf(seconds int, header []string) (column int, found bool) {
	stem, ok := strings.CutSuffix(strings.TrimSuffix(header[seconds], "s"), "sec")
	column = slices.IndexFunc(header, func(name string) bool {
		unit, of := strings.CutPrefix(strings.TrimSuffix(name, "s"), stem)
		return ok && of && (unit == "nsec" || unit == "nanosec")
	})
	return column, column >= 0
}
