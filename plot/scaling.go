package plot

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// TimePerEdge draws the nanoseconds of an edge, from 0, over the number of
// edges in a batch, which is on a logarithmic axis, to a .png or .svg file.
// It is an error if there is nothing to draw.
func TimePerEdge(path string, series []Series) error {
	p := newPlot("", "edges in a batch", "time per edge, ns")
	legend := &legend{}
	p.Add(grid())
	points, err := addAll(p, legend, path, series)
	if err != nil {
		return err
	}
	if len(points) == 0 || p.X.Min <= 0 {
		return fmt.Errorf("cannot draw %s: it needs a finite time at a number of edges above 0", path)
	}
	useLogarithm(&p.X)
	leaveRoom(&p.Y)
	p.Y.Min = 0
	return save(path, p, legend, 16*vg.Centimeter, 9.5*vg.Centimeter, func(vg.Rectangle) {})
}
