package bench

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// WriteTable writes the report for people, in lines of text.
func (r *Report) WriteTable(w io.Writer) error {
	m := r.Machine
	fmt.Fprintf(w, "%s, %d cores, %s; %s, gmnc %s, %s kernels; %s UTC", m.Processor, m.Cores, m.System, m.Go, m.Version, m.Kernels, m.Date)
	if m.Load != "" {
		fmt.Fprintf(w, "; load before: %s", m.Load)
	}
	fmt.Fprintf(w, "\npeak: %.0f GFLOP/s on one core, %.0f on all\n\n", r.Peak.OneCore/1e9, r.Peak.AllCores/1e9)

	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "what\tcores\tmedian\tmin\tmax\tof peak\tPyTorch\ttimes faster\t")
	for _, result := range r.Results {
		fmt.Fprintln(table, result.row())
	}
	fmt.Fprintln(table, "\t\t\t\t\t\t\t\t")
	fmt.Fprintln(table, "edges a batch, native\tcores\tmedian\tmin\tmax\tan edge\t\t\t")
	for _, e := range r.Edges {
		fmt.Fprintf(table, "%d\t%d\t%s\t%s\t%s\t%.0f ns\t\t\t\n",
			e.Edges, e.Cores, duration(e.Median), duration(e.Min), duration(e.Max), e.PerEdge())
	}
	return table.Flush()
}

func (r Result) row() string {
	head := fmt.Sprintf("%s\t%d\t", r.What, r.Cores)
	if r.Missing != "" {
		return head + "missing\t\t\t\t\t\t"
	}
	fraction, published, faster := "", "", ""
	if r.FractionOfPeak > 0 {
		fraction = fmt.Sprintf("%.1f %%", 100*r.FractionOfPeak)
	}
	if r.Published > 0 {
		published, faster = duration(r.Published), fmt.Sprintf("%.1f", r.Published/r.Median)
	}
	return head + fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t",
		duration(r.Median), duration(r.Min), duration(r.Max), fraction, published, faster)
}

// duration writes seconds in milliseconds, or in microseconds below one.
func duration(seconds float64) string {
	switch {
	case seconds < 1e-3:
		return fmt.Sprintf("%.0f us", 1e6*seconds)
	case seconds < 0.1:
		return fmt.Sprintf("%.2f ms", 1e3*seconds)
	}
	return fmt.Sprintf("%.0f ms", 1e3*seconds)
}
