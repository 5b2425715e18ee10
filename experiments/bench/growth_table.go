package bench

import (
	"fmt"
	"io"

	"gmnc/plot"
)

// writeGrowth writes a table for each graph and use.
func (r *Report) writeGrowth(w io.Writer) {
	for i, g := range r.Growth {
		if i > 0 && r.Growth[i-1].Graph == g.Graph && r.Growth[i-1].Use == g.Use {
			continue
		}
		fmt.Fprintf(w, "\n%s, %s\n", g.Use, g.Graph)
		table := newTable(w)
		fmt.Fprintln(table, "particles\tedges\tcores\tbusy\tmedian\tmin\tmax\tan edge\tmemory\tan edge\t")
		for _, same := range r.Growth[i:] {
			if same.Graph == g.Graph && same.Use == g.Use {
				fmt.Fprintf(table, "%d\t%d\t%s\n", same.Particles, same.Edges, same.row())
			}
		}
		table.Flush()
	}
	for _, g := range r.Growth {
		if g.Missing != "" {
			fmt.Fprintf(w, "missing: %s of %d edges, %s: %s\n", g.Use, g.Edges, g.Graph, g.Missing)
		}
	}
}

// row returns the row without particles and edges.
func (g Growth) row() string {
	if g.Missing != "" {
		return "\tmissing\t\t\t\t\t\t\t"
	}
	memory := "\t\t"
	if g.Memory > 0 {
		memory = fmt.Sprintf("%s MB\t%s B\t", digits(g.Memory/1e6), digits(g.MemoryPerEdge()))
	}
	return fmt.Sprintf("%d\t%s\t%s ns\t%s", g.Cores, g.times(), digits(g.PerEdge()), memory)
}

// DrawTime draws the time per edge over the number of edges in a batch, to a .png or .svg file.
func (r *Report) DrawTime(path string) error {
	return plot.TimePerEdge(plot.Title("Time for each edge", r.Machine.name()), r.lines(Growth.PerEdge)).Save(path)
}

// DrawMemory draws the memory per edge over the number of edges in a batch, to a .png or .svg
// file.
func (r *Report) DrawMemory(path string) error {
	return plot.MemoryPerEdge(plot.Title("Peak of memory for each edge", r.Machine.name()), r.lines(Growth.MemoryPerEdge)).Save(path)
}

// lines returns a value over all sizes, with a line for each graph and use.
func (r *Report) lines(value func(Growth) float64) (lines []plot.Series) {
	for _, g := range r.Growth {
		name := g.Use + ", " + g.Graph
		if len(lines) == 0 || lines[len(lines)-1].Name != name {
			lines = append(lines, plot.Series{Name: name})
		}
		if g.Missing == "" {
			line := &lines[len(lines)-1]
			line.X, line.Y = append(line.X, float64(g.Edges)), append(line.Y, value(g))
		}
	}
	return lines
}
