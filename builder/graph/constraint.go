package graph

import (
	"gmnc/ir"
	"gmnc/system"
)

// ConstraintTerm writes the constraint term of a training loss. It is the mean over
// sticks of the absolute change of their length between the input and the predicted
// position, plus the same over hinges for each of their two bars, and so on by kind.
// main is a model's main graph or a copy; the term is [1,1].
//
// It adds an input [1,1] for each kind, its Normalizer, which belongs to the whole
// batch. It is 1 / (2 sticks), since a stick is seen from both ends, and 1 / hinges;
// of objects that no system has it is 0.
func ConstraintTerm(b *ir.Builder, main *ir.Func) *ir.Value {
	partner := main.Input("partner")
	bar := func(position *ir.Value) *ir.Value {
		return Length(b, b.Sub(position, b.Gather(position, partner)))
	}
	change := b.Abs(b.Sub(bar(main.Output("position")), bar(main.Input("position"))))
	var normalizer *ir.Value
	for _, kind := range system.ListedKinds() {
		own := b.Input(Normalizer(kind), ir.Floats(ir.Fixed(1), 1))
		if normalizer == nil {
			normalizer = own
		} else {
			normalizer = b.Select(main.Input(kind.Mask()), own, normalizer)
		}
	}
	return b.Name("constraint_term", b.SumRows(b.Mul(change, normalizer)))
}

// Normalizer names the input of a constraint term that divides the changes
// of a kind's bars.
func Normalizer(kind *system.Kind) string { return kind.Name + "_normalizer" }
