package graph

import (
	"gmnc/ir"
	"gmnc/system"
)

// ConstraintTerm writes the constraint term of a training loss. It is the mean over sticks of
// the absolute change of their length between the input and the predicted position, plus the
// same over both bars of hinges, and so on for each kind. main is a model's main graph or a
// copy of it; the term is [1,1].
//
// It adds an input [1,1] for each kind, its Normalizer, which belongs to the whole batch. The
// normalizer is 1 / (2 sticks), because a stick is seen from both ends, or 1 / hinges. It is 0
// for objects that no system has.
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

// Normalizer returns the name of the input of a constraint term that divides the changes of a
// kind's bars.
func Normalizer(kind *system.Kind) string { return kind.Name + "_normalizer" }
