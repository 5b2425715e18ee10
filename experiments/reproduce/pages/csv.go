package pages

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"gmnc/experiments/reproduce/protocol"
)

// csvColumns holds the columns of all tables.
var csvColumns = []string{"table", "system", "train_size", "model", "seed", "mse", "median", "trimmed_mean",
	"constraint_error", "constraint_error_per_object", "paper", "paper_deviation", "seconds", "run", "note", "source", "build", "graph", "options"}

// WriteCSV writes a line for each place and seed, with errors in position units and the paper's
// figures in its own. A blank was not measured, and its note says why.
func (t TableReport) WriteCSV(w io.Writer) error {
	table := csv.NewWriter(w)
	header := t.csvHeader()
	table.Write(header)
	for _, p := range t.Comparisons {
		for _, m := range p.Measured {
			table.Write(t.record(header, p, m))
		}
	}
	table.Flush()
	return table.Error()
}

// csvHeader returns the names of the columns.
func (t TableReport) csvHeader() []string {
	return append(slices.Clone(csvColumns), t.Metric.More...)
}

func (t TableReport) record(header []string, p Comparison, m Measured) []string {
	line := map[string]string{
		"table": t.Name, "system": p.Column.System, "train_size": strconv.Itoa(p.Column.TrainSize), "model": p.Row.Name,
		"seed": strconv.FormatUint(m.Seed, 10), "note": m.Blank,
	}
	if m.Errors != nil {
		for name, value := range m.Errors.Columns() {
			line[name] = strconv.FormatFloat(*value, 'g', 6, 64)
		}
		for name, value := range m.Errors.More() {
			line[name] = strconv.FormatFloat(*value, 'g', 6, 64)
		}
	}
	if p.Published != nil {
		line["paper"] = p.Published.Text
		if !math.IsNaN(p.Published.Deviation) {
			line["paper_deviation"] = strconv.FormatFloat(p.Published.Deviation, 'g', -1, 64)
		}
	}
	if r := m.Result; r != nil {
		line["seconds"], line["run"] = strconv.FormatFloat(r.Seconds, 'f', 1, 64), r.Run
		line["note"], line["source"] = r.Note, r.Source
		line["build"], line["graph"], line["options"] = r.Version, r.Graph, r.Describe()
	}
	if m.Overflow != "" {
		line["note"] = protocol.Overflowed + " " + m.Overflow
	}
	var cells []string
	for _, name := range header {
		cells = append(cells, line[name])
	}
	return cells
}
