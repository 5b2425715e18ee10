package mechanics

import (
	"math"
	"strings"

	"gmnc/builder/config"
	"gmnc/builder/formulas"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// closest is the smallest distance in formulas for up to closestSteps steps, in lengths of the
// data.
const (
	closest      = 0.03
	closestSteps = 48
)

// closestDistance returns the smallest distance in formulas, in lengths of the data. Two
// particles at the distance r that attract each other by an inverse-square force fall together
// in a time proportional to r^(3/2), so more steps resolve smaller distances.
func closestDistance(c config.Config) float64 {
	resolved := closestSteps / math.Max(closestSteps, float64(c.Layers))
	return closest * math.Cbrt(resolved*resolved)
}

// lawOfPairs defines the forces [particles,3] of formulas, in the units of a step.
func lawOfPairs(w *graph.Writer) graph.Function {
	data, limit := w.DataConfig(), graph.MostForce*w.Config.Distance()
	return w.Define(interactionName, func(b *graph.Networks) {
		var particles *ir.Value
		if width := lawFeatureCount(w); width > 0 {
			particles = b.FeaturesInput("features", width)
		}
		x := b.VectorInput("position")
		features, senders, mask := w.EdgeInputs(b, lawEdgeCount(w))
		offset := w.EdgeOffsetIn(b, x, senders)
		floor := closestDistance(w.Config) * w.Config.Distance()
		distance := b.Sqrt(b.Maximum(b.Inner(offset, offset), b.Scalar(floor*floor)))
		r := b.Mul(distance, b.Scalar(data.Scale.LengthUnit()))
		kind, charges := 0, (*ir.Value)(nil)
		if w.Config.ChargedEdges() {
			kind, charges = 1, b.Columns(features, 0, 1)
		}
		var sum *ir.Value
		for i, law := range data.Law {
			force := formulas.All[law.Form].Force(b.Builder, r, lawConstants(w, b, i, law))
			if law.Charges {
				force = b.Mul(force, charges)
			}
			if law.Pairs != nil {
				force = b.Mul(force, ofKind(w, b, law.Pairs, particles, senders, features))
			}
			if sum == nil {
				sum = force
			} else {
				sum = b.Add(sum, force)
			}
		}
		free := b.Sub(b.Scalar(1), b.Greater(b.Columns(features, kind, kind+1), b.Scalar(0)))
		size := b.Mul(sum, b.Mul(free, b.Scalar(1/forceUnit(data))))
		direction := b.Div(offset, distance)
		term := w.BoundedForce(b, direction, b.Inner(direction, direction), size, limit, mask)
		if mask != nil {
			term = b.Mul(term, mask)
		}
		b.Output("force", b.SumGroups(term, graph.Neighbors))
	})
}

// lawConstants returns the constants of a force. They are weights that begin with the values of
// the law.
func lawConstants(w *graph.Writer, b *graph.Networks, number int, law config.PairFormula) map[string]*ir.Value {
	constants := map[string]*ir.Value{}
	for _, name := range formulas.All[law.Form].Constants {
		share := b.Param(graph.Param{Name: strings.TrimPrefix(config.LawParam(number, name), config.LawScope), Rows: 1, Columns: 1})
		constants[name] = b.Mul(b.Add(share, b.Scalar(1)), b.Scalar(law.Constants[name]))
	}
	return constants
}
