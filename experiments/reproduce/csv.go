package reproduce

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
)

var csvHeader = []string{"table", "system", "train_size", "model", "seed", "mse", "median", "trimmed_mean",
	"constraint_error", "constraint_error_per_object", "paper", "paper_deviation", "seconds", "run", "note"}

// WriteCSV writes a line for each place and seed: errors in position units,
// the paper's figures in its own. A blank was not measured, and its
// note says why.
func (t TableReport) WriteCSV(w io.Writer) error {
	table := csv.NewWriter(w)
	table.Write(csvHeader)
	for _, p := range t.Places {
		for _, m := range p.Measured {
			table.Write(t.record(p, m))
		}
	}
	table.Flush()
	return table.Error()
}

func (t TableReport) record(p Place, m Measured) []string {
	errors := [5]string{}
	if e := m.Errors; e != nil {
		for i, value := range []float64{e.Mean, e.Median, e.TrimmedMean, e.Constraint, e.ConstraintPerObject} {
			errors[i] = strconv.FormatFloat(value, 'g', 6, 64)
		}
	}
	paper, deviation := "", ""
	if p.Published != nil {
		paper = p.Published.Text
		if !math.IsNaN(p.Published.Deviation) {
			deviation = strconv.FormatFloat(p.Published.Deviation, 'g', -1, 64)
		}
	}
	seconds, run := "", ""
	if m.Result != nil {
		seconds, run = strconv.FormatFloat(m.Result.Seconds, 'f', 1, 64), m.Result.Run
	}
	note := m.Blank
	if m.Overflow != "" {
		note = overflowed + " " + m.Overflow
	}
	return slices.Concat([]string{t.Name, p.Column.System, strconv.Itoa(p.Column.TrainSize), p.Row.Name, strconv.FormatUint(m.Seed, 10)},
		errors[:], []string{paper, deviation, seconds, run, note})
}
