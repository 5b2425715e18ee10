package pictures

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/internal/vector"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/system"
)

// groupsOfRadius is the number of groups that fromRadii makes.
const groupsOfRadius = 20

// fromRadii returns the errors of particles over their radii: the medians of groups of equal
// size, with the band from 10 to 90 %.
func fromRadii(samples []system.Sample, position, radius []float32) plot.Series {
	var errors []float64
	at := 0
	for i := range samples {
		for k := 0; k < len(samples[i].TargetPosition); k += 3 {
			var d [3]float64
			for axis := range d {
				d[axis] = float64(position[at+k+axis]) - float64(samples[i].TargetPosition[k+axis])
			}
			errors = append(errors, vector.Norm(d))
		}
		at += len(samples[i].Position)
	}
	order := make([]int, len(errors))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(radius[a], radius[b]) })
	var s plot.Series
	for group := range slices.Chunk(order, (len(order)+groupsOfRadius-1)/groupsOfRadius) {
		var radii, off []float64
		for _, i := range group {
			radii, off = append(radii, float64(radius[i])), append(off, errors[i])
		}
		spread := predict.SpreadOf(off)
		s.X, s.Y = append(s.X, predict.SpreadOf(radii).Median), append(s.Y, spread.Median)
		s.Low, s.High = append(s.Low, spread.Low), append(s.High, spread.High)
	}
	return s
}

// overRadius draws errors over radii, and the radius itself.
func (s *Subject) overRadius() *plot.Drawing {
	model := fromRadii(s.Samples, s.Position, s.Radius)
	model.Name, model.Role = "error", plot.Prediction
	within := plot.Series{Name: fmt.Sprintf("radius of %g %%", 100*s.Coverage.Level), X: model.X, Y: model.X, Role: plot.Truth}
	axes := plot.Axes{Title: s.title("Errors over radii: median, and 10 to 90 % of particles"), LogX: true, LogY: true,
		X: plot.InUnit("radius of a particle", s.Unit()), Y: plot.InUnit("error of a particle", s.Unit())}
	return plot.Curves(axes, []plot.Series{model, within})
}
