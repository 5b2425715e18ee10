package pictures

import (
	"fmt"
	"math"
	"slices"

	"gmnc/plot"
	"gmnc/system"
)

// mostMoved is the largest number of particles in a picture of displacements. It is a prime, so
// that every particle of a system has a chance if all systems have the same number.
const mostMoved = 199

// fromDisplacements returns predicted over true displacements along the coordinate axes, for
// particles of all samples, evenly chosen if there are many, in the order of the truth. In the
// second series the two are equal. position holds the predictions of all samples.
func fromDisplacements(samples []system.Sample, position []float32) (points, equal plot.Series) {
	var pairs [][2]float64
	particle, count := 0, len(position)/3
	most := min(mostMoved, count)
	for _, s := range samples {
		for i := range s.Particles() {
			if (particle+1)*most/count > particle*most/count {
				for k := 3 * i; k < 3*i+3; k++ {
					from := float64(s.Position[k])
					pairs = append(pairs, [2]float64{float64(s.TargetPosition[k]) - from, float64(position[k]) - from})
				}
			}
			particle++
		}
		position = position[len(s.Position):]
	}
	slices.SortFunc(pairs, func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) })
	points = plot.Series{Name: "coordinates of particles", Role: plot.Prediction, Points: true}
	for _, pair := range pairs {
		points.X, points.Y = append(points.X, pair[0]), append(points.Y, pair[1])
	}
	ends := []float64{slices.Min(points.X), slices.Max(points.X)}
	return points, plot.Series{Name: "the truth", Role: plot.Truth, X: ends, Y: ends}
}

// mostBars is the largest number of bars of a sample that fromChanges shows one by one.
const mostBars = 60

// fromChanges returns the mean changes of the lengths of bars over all samples, in percent,
// beside those of constant velocity. It shows each bar if all samples have the same few bars,
// and otherwise each kind. Bars of length 0 are left out.
func fromChanges(samples []system.Sample, names []string, position, straight []float32) (all []plot.Bar) {
	each := alike(samples) && len(samples[0].Objects.Links(nil)) <= mostBars
	at := map[string]int{}
	var counts []float64
	for i := range samples {
		s := &samples[i]
		for _, link := range s.Objects.Links(nil) {
			a, b := link.Ends[0], link.Ends[1]
			before := system.Distance(s.Position, a, b)
			if before == 0 {
				continue
			}
			name := link.Kind.Name
			if each {
				name = fmt.Sprintf("%s to %s", nameOf(names, a), nameOf(names, b))
			}
			k, known := at[name]
			if !known {
				k, at[name] = len(all), len(all)
				all, counts = append(all, plot.Bar{Name: name, Kind: link.Kind.Name}), append(counts, 0)
			}
			all[k].Value += 100 * math.Abs(system.Distance(position, a, b)/before-1)
			all[k].Straight += 100 * math.Abs(system.Distance(straight, a, b)/before-1)
			counts[k]++
		}
		position, straight = position[len(s.Position):], straight[len(s.Position):]
	}
	for k := range all {
		all[k].Value /= counts[k]
		all[k].Straight /= counts[k]
	}
	return all
}

// moved draws predicted over true displacements, and the changes of bars if there are any.
func (s *Subject) moved() (figures []Figure) {
	points, equal := fromDisplacements(s.Samples, s.Position)
	figures = append(figures, Figure{displacements, plot.Curves(plot.Axes{Title: s.title("Predicted over true displacements, along x, y and z"),
		X: plot.InUnit("true displacement", s.Unit()), Y: plot.InUnit("predicted displacement", s.Unit())}, []plot.Series{points, equal})})
	if changes := fromChanges(s.Samples, s.Data.About.ParticleNames(), s.Position, s.Line.Position); len(changes) > 0 {
		figures = append(figures, Figure{lengthChanges, plot.Bars(plot.Axes{Title: s.title("Changes of lengths of bars"), X: "bar",
			Y: "mean change of length, %"}, particleKinds(), changes)})
	}
	return figures
}

// These are the names of these pictures.
const (
	displacements = "displacements"
	lengthChanges = "length_changes"
)
