package pictures

import (
	"math"

	"gmnc/plot"
	"gmnc/predict/law"
)

// NameOfCurve says which pairs a curve is of, and whether charges multiply it.
func NameOfCurve(curve law.Curve) string {
	if curve.Charges {
		return curve.Pairs + " pairs, times both charges"
	}
	return curve.Pairs + " pairs"
}

// LawCurves draws the forces over the distance, beside how many pairs the data have there,
// as a share of the most, so that one sees where a curve is known.
func LawCurves(found *law.Law, lengthUnit, forceUnit string) *plot.Drawing {
	var series []plot.Series
	for _, curve := range found.Curves {
		if curve.Held {
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
	return plot.Curves(plot.Axes{Title: "learned forces", X: withUnit("distance", lengthUnit), Y: withUnit("force, positive apart", forceUnit)}, series)
}

func withUnit(quantity, unit string) string {
	if unit == "" {
		return quantity
	}
	return quantity + ", " + unit
}

// scaled is a density of which the most is as high as the largest force.
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

// perLength is how many pairs there are around a knot, by the width of the part that is
// nearest to it.
func perLength(points []law.Point, k int) float64 {
	left, right := points[max(k-1, 0)].Distance, points[min(k+1, len(points)-1)].Distance
	if right == left {
		return 0
	}
	return float64(points[k].Pairs) / (right - left) * 2
}
