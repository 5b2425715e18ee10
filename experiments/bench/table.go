package bench

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteTable writes the report for people, as lines of text.
func (r *Report) WriteTable(w io.Writer) error {
	var text bytes.Buffer
	m := r.Machine
	fmt.Fprintf(&text, "%s, %s, %s, %s kernels\n", m.Processor, m.CoreCount(), m.System, m.Kernels)
	fmt.Fprintf(&text, "gmnc %s, %s, %s UTC", m.Version, m.Go, m.Date)
	if m.Load != "" {
		fmt.Fprintf(&text, ", load of other work before: %s", m.Load)
	}
	fmt.Fprintf(&text, "\npeak: %.0f GFLOP/s on one core, %.0f on all\n\n", r.Peak.OneCore/1e9, r.Peak.AllCores/1e9)
	switch {
	case r.Peers != nil:
		r.writePeers(&text)
	case r.Growth != nil:
		r.writeGrowth(&text)
		fmt.Fprintf(&text, "\n%s\n", aboutBusy)
	case r.Simulator != nil:
		r.writeSimulator(&text)
	default:
		for _, training := range r.Trainings {
			training.write(&text)
			fmt.Fprintln(&text)
		}
		r.writeResults(&text)
		fmt.Fprintf(&text, "\n%s\n", aboutBusy)
	}
	for line := range strings.Lines(text.String()) {
		line = strings.TrimPrefix(strings.TrimRight(line, " \n"), padding)
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

const aboutBusy = "busy: how many of the cores ran this program; far fewer than it may use, and the machine was shared"

func (r *Report) writeResults(w io.Writer) {
	rows := []namedRow{{"what", "cores\tbusy\tmedian\tmin\tmax\tof peak\t"}}
	for _, result := range r.Results {
		rows = append(rows, namedRow{result.What, result.row()})
	}
	writeRows(w, rows)
	for _, result := range r.Results {
		if result.Missing != "" {
			fmt.Fprintf(w, "missing: %s: %s\n", result.What, result.Missing)
		}
	}
}

// namedRow is a row of a table: its name, and its cells, each of which ends in a tab.
type namedRow struct{ name, cells string }

// widest is the width that rows have at most, since terminals wrap what is wider.
const widest = 80

// writeRows writes a table with the names in the first column, or, if that would be too wide,
// on lines of their own, each above its numbers. The first row is the heading.
func writeRows(w io.Writer, rows []namedRow) {
	width := 0
	for _, row := range rows {
		width = max(width, len(row.name))
	}
	var numbers bytes.Buffer
	table := newTable(&numbers)
	for _, row := range rows {
		fmt.Fprintln(table, row.cells)
	}
	table.Flush()
	lines := slices.Collect(strings.Lines(numbers.String()))
	tooWide := slices.ContainsFunc(lines, func(line string) bool { return width+len(strings.TrimRight(line, " \n")) > widest })
	for i, line := range lines {
		if tooWide {
			fmt.Fprintf(w, "%s%s\n%s%s", padding, rows[i].name, padding, line)
		} else {
			fmt.Fprintf(w, "%s%-*s%s", padding, width, rows[i].name, line)
		}
	}
}

// padding is what precedes right-aligned cells.
const padding = "   "

func newTable(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, len(padding), ' ', tabwriter.AlignRight)
}

// row returns the result's row without its name.
func (r Result) row() string {
	if r.Missing != "" {
		return fmt.Sprintf("%d\tmissing\t\t\t\t\t", r.Cores)
	}
	fraction := ""
	if r.FractionOfPeak > 0 {
		fraction = fmt.Sprintf("%.1f %%", 100*r.FractionOfPeak)
	}
	return fmt.Sprintf("%d\t%s\t%s\t", r.Cores, r.times(), fraction)
}

func (s Spread) times() string {
	busy := ""
	if s.Busy > 0 {
		busy = fmt.Sprintf("%.2f", s.Busy)
	}
	return busy + "\t" + duration(s.Median) + "\t" + duration(s.Min) + "\t" + duration(s.Max)
}

func duration(seconds float64) string {
	switch {
	case seconds < 1e-3:
		return digits(1e6*seconds) + " us"
	case seconds < 1:
		return digits(1e3*seconds) + " ms"
	}
	return digits(seconds) + " s"
}

// digits returns a positive number with three digits, or without a fraction.
func digits(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
