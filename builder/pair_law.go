package builder

import (
	"math"
	"strings"

	"gmnc/builder/config"
	"gmnc/builder/formulas"
	"gmnc/ir"
)

// The floor of distances in formulas of up to closestSteps steps, in lengths of the data.
const (
	closest      = 0.03
	closestSteps = 48
)

// closestDistance floors distances in formulas, in lengths of the data. Two particles that fall
// onto each other by a force over the squared distance r take a time of r^(3/2): more
// steps resolve nearer ones.
func closestDistance(c config.Config) float64 {
	resolved := closestSteps / math.Max(closestSteps, float64(c.Layers))
	return closest * math.Cbrt(resolved*resolved)
}

// lawOfPairs defines the forces [particles,3] of formulas, in the units of a step.
func (w *Writer) lawOfPairs() Function {
	data, limit := w.model.Config, forceLimit*w.Config.Distance()
	return w.Define(interactionName, func(b *Networks) {
		var particles *ir.Value
		if width := w.lawFeatureCount(); width > 0 {
			particles = b.features("features", width)
		}
		x := b.vector("position")
		features, senders, mask := w.edgeInputs(b, w.lawEdgeCount())
		offset := w.edgeOffsetIn(b, x, senders)
		floor := closestDistance(w.Config) * w.Config.Distance()
		distance := b.Sqrt(b.Maximum(b.Inner(offset, offset), b.Scalar(floor*floor)))
		r := b.Mul(distance, b.Scalar(data.Scale.LengthUnit()))
		kind, charges := 0, (*ir.Value)(nil)
		if w.Config.ChargedEdges() {
			kind, charges = 1, b.Columns(features, 0, 1)
		}
		var sum *ir.Value
		for i, law := range data.Law {
			force := formulas.All[law.Form].Force(b.Builder, r, w.lawConstants(b, i, law))
			if law.Charges {
				force = b.Mul(force, charges)
			}
			if law.Pairs != nil {
				force = b.Mul(force, w.ofKind(b, law.Pairs, particles, senders, features))
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
		term := w.pull(b, direction, b.Inner(direction, direction), size, limit, mask)
		if mask != nil {
			term = b.Mul(term, mask)
		}
		b.Output("force", b.SumGroups(term, Neighbors))
	})
}

// lawConstants are the constants of a force, weights that begin at the law's values.
func (w *Writer) lawConstants(b *Networks, number int, law config.PairFormula) map[string]*ir.Value {
	constants := map[string]*ir.Value{}
	for _, name := range formulas.All[law.Form].Constants {
		share := b.Param(Param{Name: strings.TrimPrefix(config.LawParam(number, name), config.LawScope), Rows: 1, Columns: 1})
		constants[name] = b.Mul(b.Add(share, b.Scalar(1)), b.Scalar(law.Constants[name]))
	}
	return constants
}

// Formulas are the forces of Config.Law with the constants that weights have made of
// them; nil of a model without, and of Config.Runs side by side, which have a law each.
func (m *Model) Formulas(weights map[string][]float32) (found []config.PairFormula) {
	if m.Config.Runs > 0 {
		return nil
	}
	for i, law := range m.Config.Law {
		constants := map[string]float64{}
		for name, start := range law.Constants {
			constants[name] = start * (1 + float64(weights[config.LawParam(i, name)][0]))
		}
		law.Constants = constants
		found = append(found, law)
	}
	return found
}
