package bench

import (
	"fmt"
	"io"
)

// writePeers writes a table in which the runtimes of each task are together.
func (r *Report) writePeers(w io.Writer) {
	table := newTable(w)
	width := 0
	for _, result := range r.Peers {
		width = max(width, len(result.Runtime)+len(indent), len(result.task()))
	}
	fmt.Fprintf(table, "%-*s\tmedian\tmin\tprocessors\tof peak\t\n", width, "")
	for i, result := range r.Peers {
		if i == 0 || result.task() != r.Peers[i-1].task() {
			fmt.Fprintf(table, "%-*s\t\t\t\t\t\n", width, result.task())
		}
		row := "missing\t\t\t\t"
		if result.Missing == "" {
			row = fmt.Sprintf("%s\t%s\t%s\t%.1f %%\t", duration(result.Median), duration(result.Min), duration(result.Processor), 100*result.FractionOfPeak)
		}
		fmt.Fprintf(table, "%s%-*s\t%s\n", indent, width-len(indent), result.Runtime, row)
	}
	table.Flush()
	for _, result := range r.Peers {
		if result.Missing != "" {
			fmt.Fprintf(w, "missing: %s, %s: %s\n", result.task(), result.Runtime, result.Missing)
		}
	}
	fmt.Fprintf(w, "\n%s\n", aboutPeers)
}

const (
	indent     = "  "
	aboutPeers = "processors: the time that all cores together worked for a call; in turn with gmnc, in rounds, so that all share what the machine did"
)

// task returns the name of the result's task, with the number of cores.
func (r PeerResult) task() string {
	if r.Cores == 1 {
		return r.What + ", one core"
	}
	return fmt.Sprintf("%s, %d cores", r.What, r.Cores)
}
