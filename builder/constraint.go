package builder

import "gmnc/ir"

// ConstraintTerm writes the constraint term of a training loss: the mean
// over sticks of the absolute change of their length between the input and
// the predicted position, plus the same over hinges for each of their two
// bars. main is a model's main graph or a copy; the term is [1,1].
//
// It adds two inputs [1,1], which belong to the whole batch: the
// "stick_normalizer", 1 / (2 sticks) since a stick is seen from both ends,
// and the "hinge_normalizer", 1 / hinges; of objects that no system has they
// are 0.
func ConstraintTerm(b *ir.Builder, main *ir.Func) *ir.Value {
	scalar := ir.Floats(ir.Fixed(1), 1)
	sticks, hinges := b.Input("stick_normalizer", scalar), b.Input("hinge_normalizer", scalar)
	partner := main.Input("partner")
	bar := func(position *ir.Value) *ir.Value {
		return length(b, b.Sub(position, b.Gather(position, partner)))
	}
	change := b.Abs(b.Sub(bar(main.Output("position")), bar(main.Input("position"))))
	normalizer := b.Select(isHinge(b, main.Input("kind")), hinges, sticks)
	return b.Name("constraint_term", b.SumRows(b.Mul(change, normalizer)))
}
