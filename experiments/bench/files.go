package bench

import (
	"encoding/json"
	"fmt"
	"io"

	"gmnc/internal/atomicfile"
	"gmnc/plot"
)

// WriteJSON writes the report to a file; all times are in seconds, rates in
// operations a second.
func (r *Report) WriteJSON(path string) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(r)
	})
}

// Draw draws the time of an edge over the edges of a batch, a line for each
// number of cores, to a .png or .svg file.
func (r *Report) Draw(path string) error {
	var lines []plot.Series
	for _, e := range r.Edges {
		name := fmt.Sprintf("%d cores", e.Cores)
		if e.Cores == 1 {
			name = "one core"
		}
		if len(lines) == 0 || lines[len(lines)-1].Name != name {
			lines = append(lines, plot.Series{Name: name})
		}
		line := &lines[len(lines)-1]
		line.X, line.Y = append(line.X, float64(e.Edges)), append(line.Y, e.PerEdge())
	}
	return plot.TimePerEdge(plot.Title("Time of a training step for each edge", fmt.Sprintf("%s, %s kernels", r.Machine.Processor, r.Machine.Kernels)), lines).Save(path)
}
