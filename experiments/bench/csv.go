package bench

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"gmnc/internal/atomicfile"
)

// WriteCSV writes the measurements to a file, with a row for each. Times are in seconds, memory
// in bytes, and the peak in operations per second.
func (r *Report) WriteCSV(path string) error {
	rows := r.csvRows()
	return atomicfile.Write(path, func(w io.Writer) error {
		return csv.NewWriter(w).WriteAll(rows)
	})
}

// spreadColumns holds the columns that every table has.
var spreadColumns = []string{"median_seconds", "min_seconds", "max_seconds", "busy_cores", "runs", "calls_per_run"}

func (s Spread) csv() []string {
	return []string{number(s.Median), number(s.Min), number(s.Max), number(s.Busy), strconv.Itoa(s.Runs), strconv.Itoa(s.Calls)}
}

// csvRows returns the columns and then the rows of the table for what the report contains.
func (r *Report) csvRows() (rows [][]string) {
	switch {
	case r.Growth != nil:
		rows = append(rows, slices.Concat(growthColumns, spreadColumns))
		for _, g := range r.Growth {
			own := []string{g.Graph, g.Use, strconv.Itoa(g.Particles), strconv.Itoa(g.Edges), strconv.Itoa(g.Cores), number(g.Memory), g.Missing}
			rows = append(rows, slices.Concat(own, g.Spread.csv()))
		}
	case r.Peers != nil:
		rows = append(rows, slices.Concat(resultColumns, []string{"runtime", "processor_seconds"}, spreadColumns))
		for _, p := range r.Peers {
			rows = append(rows, slices.Concat(r.csvOf(p.Result), []string{p.Runtime, number(p.Processor)}, p.Spread.csv()))
		}
	case r.Simulator != nil:
		rows = append(rows, slices.Concat([]string{"what", "steps", "mean_squared_error"}, spreadColumns))
		for _, s := range r.Simulator {
			rows = append(rows, slices.Concat([]string{s.What, strconv.Itoa(s.Steps), s.squared()}, s.Spread.csv()))
		}
	default:
		rows = append(rows, slices.Concat(resultColumns, []string{memoryColumn}, spreadColumns))
		for _, training := range r.Trainings {
			result := training.result()
			rows = append(rows, slices.Concat(r.csvOf(result), []string{number(training.Memory)}, result.Spread.csv()))
		}
		for _, result := range r.Results {
			rows = append(rows, slices.Concat(r.csvOf(result), []string{""}, result.Spread.csv()))
		}
	}
	return rows
}

// memoryColumn is the column of the program's peak of memory, if it was measured.
const memoryColumn = "peak_resident_bytes"

// These are the columns of a result, and of a batch of some size.
var (
	resultColumns = []string{"what", "cores", "operations", "peak_operations_per_second", "fraction_of_peak", "missing"}
	growthColumns = []string{"graph", "use", "particles", "edges", "cores", memoryColumn, "missing"}
)

func (r *Report) csvOf(result Result) []string {
	peak := r.Peak.on(result.Cores)
	if result.Kernels != "" {
		peak = result.KernelsPeak
	}
	return []string{result.What, strconv.Itoa(result.Cores), number(result.Operations), number(peak), number(result.FractionOfPeak), result.Missing}
}

// number returns a measured number with six digits, or "" for 0, which stands for no
// measurement.
func number(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
