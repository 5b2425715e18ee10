package pictures

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/plot"
	"gmnc/predict/law"
)

// NameOfCurve says to which pairs a curve belongs, and whether it is multiplied by charges.
func NameOfCurve(curve law.Curve) string {
	if curve.Charges {
		return curve.Pairs + " pairs, times both charges"
	}
	return curve.Pairs + " pairs"
}

// LawCurves draws the forces over the distance, and the number of pairs in the data at that
// distance, as a share of the largest, so that you see where a curve is known. For simulated
// data it also draws the true force.
func LawCurves(title string, found *law.Law, data *datasets.Data) *plot.Drawing {
	var series []plot.Series
	for _, curve := range found.Curves {
		if curve.Constrained {
			continue
		}
		force, density := plot.Series{Name: NameOfCurve(curve)}, plot.Series{Name: "density of the data's " + curve.Pairs + " pairs"}
		for k, p := range curve.Points {
			force.X, force.Y = append(force.X, p.Distance), append(force.Y, p.Force)
			density.X, density.Y = append(density.X, p.Distance), append(density.Y, perLength(curve.Points, k))
		}
		series = append(series, force)
		if !curve.Charges {
			series = append(series, scaled(density, force))
		}
	}
	if nbody.Potential(data) != nil {
		series = append(series, coulomb(found.Curves)...)
	}
	return plot.Curves(plot.Axes{Title: title, LogX: true, X: plot.InUnit("distance", data.About.LengthUnit), Y: plot.InUnit("force, positive apart", ForceUnit(data.About))}, series)
}

// leastShare is the share of a curve's pairs that must be near a knot for the true force to be
// drawn there. At the smallest distances the force is so large that it would hide everything
// else.
const leastShare = 0.005

// coulomb returns the force of simulated charges, 1 / r^2 times both, at the distances that
// have pairs in the data.
func coulomb(curves []law.Curve) []plot.Series {
	truth := plot.Series{Name: "the truth, times both charges", Role: plot.Truth}
	for _, curve := range curves {
		pairs := 0
		for _, p := range curve.Points {
			pairs += p.Pairs
		}
		for _, p := range curve.Points {
			if curve.Charges && !curve.Constrained && float64(p.Pairs) >= leastShare*float64(pairs) && p.Distance > 0 && !slices.Contains(truth.X, p.Distance) {
				truth.X = append(truth.X, p.Distance)
			}
		}
	}
	if truth.X == nil {
		return nil
	}
	slices.Sort(truth.X)
	for _, r := range truth.X {
		truth.Y = append(truth.Y, 1/(r*r))
	}
	return []plot.Series{truth}
}

// ForceUnit returns the unit of the force on a particle of mass 1, or "" if the data do not say
// their units.
func ForceUnit(about datasets.About) string {
	if about.LengthUnit == "" || about.TimeUnit() == "" {
		return ""
	}
	return fmt.Sprintf("%s/%s^2 times mass", about.LengthUnit, about.TimeUnit())
}

// mostOfLaw is the largest number of samples from which a page finds a law.
const mostOfLaw = 200

// forces draws the forces between pairs that a model has learned, in the units of its training,
// if the model and the samples determine them.
func (s *Subject) forces() []Figure {
	if s.Model == nil || s.Conversion.What != "" {
		return nil
	}
	samples := s.Samples[:min(mostOfLaw, len(s.Samples))]
	forces, err := s.Model.PairForces(samples)
	if err != nil {
		return nil // it has none between pairs
	}
	found, err := law.Find(samples, forces, s.Data.NodeFeatures, s.Data.EdgeFeatures)
	if err != nil {
		return nil // of too few pairs, for instance
	}
	return []Figure{{learnedForces, LawCurves(s.title("Learned forces over the distance"), found, s.Data)}}
}

// learnedForces is the name of their picture.
const learnedForces = "learned_forces"

// scaled scales a density so that its maximum is as high as the largest force.
func scaled(density, force plot.Series) plot.Series {
	most, highest := 0., 0.
	for k := range density.Y {
		most, highest = max(most, density.Y[k]), max(highest, math.Abs(force.Y[k]))
	}
	for k := range density.Y {
		density.Y[k] *= highest / most
	}
	return density
}

// perLength returns the number of pairs around a knot over the width of the interval that is
// nearest to it.
func perLength(points []law.Point, k int) float64 {
	left, right := points[max(k-1, 0)].Distance, points[min(k+1, len(points)-1)].Distance
	if right == left {
		return 0
	}
	return float64(points[k].Pairs) / (right - left) * 2
}
