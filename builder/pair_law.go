package builder

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/ir"
)

// PairFormula is a force between two particles as a formula of their distance, in the units of
// the data: what gmnc law writes. It acts between all pairs that no bar holds, or the ones
// of a kind. Its constants are weights, each as a share of the value that it has here.
type PairFormula struct {
	Pairs     *PairKind          `json:"pairs,omitempty"` // of data with features
	Charges   bool               `json:"charges"`         // the force is times the product of the charges
	Form      string             `json:"form"`            // a key of pairForms
	Constants map[string]float64 `json:"constants"`
}

// pairForm is a formula: the names of its constants, and the force over a distance r
// [rows,1]; positive forces push apart.
type pairForm struct {
	constants []string
	force     func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value
}

// overPower is A / r^n.
func overPower(b *ir.Builder, r, a, n *ir.Value) *ir.Value {
	return b.Mul(a, b.Exp(b.Neg(b.Mul(b.Log(r), n))))
}

// spring is -k (r - l).
func spring(b *ir.Builder, r, k, l *ir.Value) *ir.Value { return b.Mul(b.Sub(l, r), k) }

// pairForms are the formulas of package law.
var pairForms = map[string]pairForm{
	"constant": {[]string{"F"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return b.Add(b.Mul(r, b.Scalar(0)), c["F"])
	}},
	"power": {[]string{"A", "n"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return overPower(b, r, c["A"], c["n"])
	}},
	"power with a core": {[]string{"A", "n", "c"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return overPower(b, b.Maximum(r, c["c"]), c["A"], c["n"])
	}},
	"spring": {[]string{"k", "l"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return spring(b, r, c["k"], c["l"])
	}},
	"Yukawa": {[]string{"A", "L"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		ratio := b.Div(r, c["L"])
		return b.Mul(c["A"], b.Div(b.Mul(b.Exp(b.Neg(ratio)), b.Add(ratio, b.Scalar(1))), b.Square(r)))
	}},
	"Lennard-Jones": {[]string{"epsilon", "sigma"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		square := b.Square(b.Div(c["sigma"], r))
		sixth := b.Mul(b.Square(square), square)
		well := b.Mul(b.Sub(b.Mul(sixth, b.Scalar(2)), b.Scalar(1)), sixth)
		return b.Mul(b.Mul(c["epsilon"], b.Scalar(24)), b.Div(well, r))
	}},
	"Morse": {[]string{"D", "a", "r0"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		once := b.Exp(b.Mul(b.Sub(c["r0"], r), c["a"]))
		return b.Mul(b.Mul(b.Mul(c["D"], c["a"]), b.Scalar(2)), b.Sub(b.Square(once), once))
	}},
	"power and constant": {[]string{"A", "n", "F"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return b.Add(overPower(b, r, c["A"], c["n"]), c["F"])
	}},
	"power and spring": {[]string{"A", "n", "k", "l"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return b.Add(overPower(b, r, c["A"], c["n"]), spring(b, r, c["k"], c["l"]))
	}},
	"two powers": {[]string{"A", "n", "B", "m"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return b.Add(overPower(b, r, c["A"], c["n"]), overPower(b, r, c["B"], c["m"]))
	}},
}

// validateLaw reports a law that no model has, or that its options exclude.
func (c Config) validateLaw() error {
	if len(c.Law) == 0 {
		return nil
	}
	switch {
	case !Describe(c.Model).Law:
		return fields.Errorf("{law} does not go with {model} %s: only gmn-ode has forces in formulas", c.Model)
	case c.Messages != NoMessages || c.Forces != "" || c.Charge == NodeCharge:
		return fields.Errorf("{law} stands in the place of the network of forces between pairs: it needs {messages} %s, the sum of {forces} and the product of {charge}s", NoMessages)
	}
	for i, l := range c.Law {
		form, known := pairForms[l.Form]
		if !known {
			return fmt.Errorf("force %d of the law has the form %q; known: %s", i, l.Form, strings.Join(slices.Sorted(maps.Keys(pairForms)), ", "))
		}
		if err := l.Pairs.validate(c.NodeFeatures, c.EdgeFeatures); err != nil {
			return fmt.Errorf("force %d of the law: %w", i, err)
		}
		if l.Charges && c.NoCharge {
			return fmt.Errorf("force %d of the law is times charges, which the data do not have", i)
		}
		if given := slices.Sorted(maps.Keys(l.Constants)); !slices.Equal(given, slices.Sorted(slices.Values(form.constants))) {
			return fmt.Errorf("force %d of the law, %s, has the constants %q; expected %q", i, l.Form, given, form.constants)
		}
		for name, value := range l.Constants {
			if !(math.Abs(value) <= math.MaxFloat32) {
				return fmt.Errorf("the constant %s of force %d of the law is %g: expected a finite number", name, i, value)
			}
		}
	}
	return nil
}

// The floor of distances in formulas of up to closestSteps steps, in lengths of the data.
const (
	closest      = 0.03
	closestSteps = 48
)

// closest floors distances in formulas, in lengths of the data. Two particles that fall
// onto each other by a force over the squared distance r take a time of r^(3/2): more
// steps resolve nearer ones.
func (c Config) closest() float64 {
	resolved := closestSteps / math.Max(closestSteps, float64(c.Layers))
	return closest * math.Cbrt(resolved*resolved)
}

// lawOfPairs defines the forces [particles,3] of formulas, in the units of a step.
func (w *Writer) lawOfPairs() Function {
	data, limit := w.model.Config, forceLimit*w.Config.length()
	return w.Define(interactionName, func(b *Networks) {
		var particles *ir.Value
		if width := w.lawFeatureCount(); width > 0 {
			particles = b.features("features", width)
		}
		x := b.vector("position")
		features, senders, mask := w.edgeInputs(b, w.lawEdgeCount())
		offset := w.edgeOffsetIn(b, x, senders)
		floor := w.Config.closest() * w.Config.length()
		distance := b.Sqrt(b.Maximum(b.Inner(offset, offset), b.Scalar(floor*floor)))
		r := b.Mul(distance, b.Scalar(data.Scale.length()))
		kind, charges := 0, (*ir.Value)(nil)
		if w.Config.chargedEdges() {
			kind, charges = 1, b.Columns(features, 0, 1)
		}
		var sum *ir.Value
		for i, law := range data.Law {
			force := pairForms[law.Form].force(b.Builder, r, w.lawConstants(b, i, law))
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
		size := b.Mul(sum, b.Mul(free, b.Scalar(1/data.forceUnit())))
		direction := b.Div(offset, distance)
		term := w.pull(b, direction, b.Inner(direction, direction), size, limit, mask)
		if mask != nil {
			term = b.Mul(term, mask)
		}
		b.Output("force", b.SumGroups(term, Neighbors))
	})
}

// lawScope begins the names of the parameters of a law.
const lawScope = "law/"

// LawParam is the name of the parameter of a constant of a force, by the force's number in
// Config.Law: a share of the constant's value there.
func LawParam(number int, constant string) string {
	return fmt.Sprintf("%sforce%d/%s", lawScope, number, constant)
}

// lawConstants are the constants of a force, weights that begin at the law's values.
func (w *Writer) lawConstants(b *Networks, number int, law PairFormula) map[string]*ir.Value {
	constants := map[string]*ir.Value{}
	for _, name := range pairForms[law.Form].constants {
		share := b.Param(Param{Name: strings.TrimPrefix(LawParam(number, name), lawScope), Rows: 1, Columns: 1})
		constants[name] = b.Mul(b.Add(share, b.Scalar(1)), b.Scalar(law.Constants[name]))
	}
	return constants
}

// Formulas are the forces of Config.Law with the constants that weights have made of
// them; nil of a model without, and of Config.Runs side by side, which have a law each.
func (m *Model) Formulas(weights map[string][]float32) (found []PairFormula) {
	if m.Config.Runs > 0 {
		return nil
	}
	for i, law := range m.Config.Law {
		constants := map[string]float64{}
		for name, start := range law.Constants {
			constants[name] = start * (1 + float64(weights[LawParam(i, name)][0]))
		}
		law.Constants = constants
		found = append(found, law)
	}
	return found
}
