package pictures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/system"
)

// columnsOfMap is the largest number of columns of a map of errors.
const columnsOfMap = 40

// fromCells returns the root mean squared errors of each particle in groups of samples. If one
// recording has all samples, groups are in the order of the frames in which samples begin.
// Otherwise they go from the smallest error of a sample to the largest, as shares in percent.
// If the samples' objects differ, rows are the roles of particles.
func fromCells(samples []system.Sample, names []string, origin datasets.Origin, position []float32, errors []float64) plot.Heat {
	order := make([]int, len(samples))
	for i := range order {
		order[i] = i
	}
	inTime := len(origin.Cases) < 2 && len(origin.Starts) == len(samples)
	slices.SortStableFunc(order, func(a, b int) int {
		if inTime {
			return cmp.Compare(origin.Starts[a], origin.Starts[b])
		}
		return cmp.Compare(orInfinite(errors[a]), orInfinite(errors[b]))
	})
	starts := make([]int, len(samples))
	for i := 1; i < len(samples); i++ {
		starts[i] = starts[i-1] + len(samples[i-1].Position)
	}
	rows, rowOf := rowsOf(samples, names)
	columns := min(columnsOfMap, len(samples))
	h := plot.Heat{Rows: rows, X: []float64{}}
	sums, counts := make([][]float64, len(rows)), make([][]float64, len(rows))
	for i := range rows {
		sums[i], counts[i] = make([]float64, columns), make([]float64, columns)
	}
	for k := range columns {
		first, last := k*len(order)/columns, (k+1)*len(order)/columns
		h.X = append(h.X, edgeOf(origin, order, first, inTime))
		for _, i := range order[first:last] {
			for particle := range samples[i].Particles() {
				row := rowOf(i, particle)
				sums[row][k] += squaredError(position[starts[i]+3*particle:], samples[i].TargetPosition[3*particle:])
				counts[row][k]++
			}
		}
	}
	h.X = append(h.X, edgeOf(origin, order, len(order), inTime))
	for i := range rows {
		for k := range columns {
			sums[i][k] = math.Sqrt(sums[i][k] / counts[i][k])
		}
	}
	h.Values = sums
	return h
}

// orInfinite returns a number, or infinity in place of NaN.
func orInfinite(value float64) float64 {
	if math.IsNaN(value) {
		return math.Inf(1)
	}
	return value
}

// edgeOf returns where the group begins that begins with a sample of the order.
func edgeOf(origin datasets.Origin, order []int, at int, inTime bool) float64 {
	switch {
	case !inTime:
		return 100 * float64(at) / float64(len(order))
	case at == len(order):
		return float64(origin.Starts[order[at-1]]) + 1
	}
	return float64(origin.Starts[order[at]])
}

// rowsOf returns the names of the particles of samples that are alike, or else of their roles,
// and a function that returns the row of a particle of a sample.
func rowsOf(samples []system.Sample, names []string) (rows []string, of func(sample, particle int) int) {
	if alike(samples) {
		for i, part := range parts(samples[0]) {
			row := nameOf(names, i)
			if row == fmt.Sprint(i) {
				row += ", " + part.Name
			}
			rows = append(rows, row)
		}
		return rows, func(_, particle int) int { return particle }
	}
	at := map[string]int{}
	var all [][]int
	for _, sample := range samples {
		var own []int
		for _, part := range parts(sample) {
			if _, known := at[part.Name]; !known {
				at[part.Name] = len(rows)
				rows = append(rows, part.Name)
			}
			own = append(own, at[part.Name])
		}
		all = append(all, own)
	}
	return rows, func(sample, particle int) int { return all[sample][particle] }
}

// groupsOfDistance is the largest number of groups of fromNearest. Each group has at least
// leastOfGroup samples, if there are that many.
const (
	groupsOfDistance = 20
	leastOfGroup     = 8
)

// fromNearest returns the root mean squared errors of samples over the smallest distance
// between two of their particles in different objects: the medians of groups of equal size,
// with the band from 10 to 90 %.
func fromNearest(samples []system.Sample, errors []float64) plot.Series {
	distances, order := make([]float64, len(samples)), make([]int, 0, len(samples))
	for i := range samples {
		if distances[i] = nearest(&samples[i]); !math.IsInf(distances[i], 0) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(distances[a], distances[b]) })
	var s plot.Series
	size := max(1, min(leastOfGroup, len(order)/3), (len(order)+groupsOfDistance-1)/groupsOfDistance)
	for group := range slices.Chunk(order, size) {
		var far, off []float64
		for _, i := range group {
			far, off = append(far, distances[i]), append(off, math.Sqrt(errors[i]))
		}
		spread := predict.SpreadOf(off)
		s.X, s.Y = append(s.X, predict.SpreadOf(far).Median), append(s.Y, spread.Median)
		s.Low, s.High = append(s.Low, spread.Low), append(s.High, spread.High)
	}
	return s
}

// nearest returns the smallest distance between two particles of a sample in different objects.
// It is infinite if there are none.
func nearest(s *system.Sample) float64 {
	object := make([]int, s.Particles())
	for i := range object {
		object[i] = -1 - i // of its own
	}
	for number, o := range s.Objects {
		for _, member := range o.Members {
			object[member] = number
		}
	}
	least := math.Inf(1)
	for a := range object {
		for b := range a {
			if object[a] != object[b] {
				least = min(least, system.Distance(s.Position, a, b))
			}
		}
	}
	return least
}

// leastSpread is the ratio of the largest to the smallest distance from which on errors are drawn
// over distances. The nearest points of links that a joint connects are always equally far apart.
const leastSpread = 1.01

// spreads reports whether ascending distances are worth an axis.
func spreads(ascending []float64) bool {
	n := len(ascending)
	return n > 1 && ascending[n-1] >= leastSpread*ascending[0]
}

// where draws the map of errors, and errors over nearest distances if objects separate
// particles and these distances differ.
func (s *Subject) where() (figures []Figure) {
	origin := s.Data.Origins[s.Split]
	x := "samples from the least error to the largest, %"
	if len(origin.Cases) < 2 && len(origin.Starts) == len(s.Samples) {
		x = "frame at which a sample begins"
	}
	h := fromCells(s.Samples, s.Data.About.ParticleNames(), origin, s.Position, s.Squared)
	h.Unit = s.Unit()
	figures = append(figures, Figure{errorMap, plot.HeatMap(plot.Axes{Title: s.title("Where errors are: RMSE of particles"), X: x, Y: "particle"}, h)})
	model, line := fromNearest(s.Samples, s.Squared), fromNearest(s.Samples, s.Straight)
	if !spreads(model.X) {
		return figures
	}
	model.Name, model.Role, line.Name, line.Role = "model", plot.Prediction, plot.StraightLine, plot.Straight
	axes := plot.Axes{Title: s.title("Errors over the nearest distance: median, and 10 to 90 % of samples"), LogX: true, LogY: true,
		X: plot.InUnit("least distance of two objects in the input", s.Unit()), Y: plot.InUnit("RMSE of a sample", s.Unit())}
	return append(figures, Figure{overDistance, plot.Curves(axes, []plot.Series{model, line})})
}

// These are the names of these pictures.
const (
	errorMap     = "error_map"
	overDistance = "error_over_distance"
)
