// Package train fits a model to data: the objective, the loop, evaluation
// and the run folder.
package train

import (
	"gmnc/builder"
	"gmnc/ir"
)

// Objective returns the model's module with the training loss as one more
// output, "loss" [1,1]: the squared error of all coordinates of the
// predicted positions against the input "target" [particles,3], times the
// input "normalizer" [1,1]. The normalizer is 1 / (3 particles) of the
// whole batch, so that a loss is the same however a batch is divided.
func Objective(model *builder.Model) (*ir.Module, error) { return ConstrainedObjective(model, 0) }

// ConstrainedObjective is Objective with lambda times the constraint term
// added to the loss, unless lambda is 0; it then has the inputs of
// builder.ConstraintTerm, too.
func ConstrainedObjective(model *builder.Model, lambda float64) (*ir.Module, error) {
	module := model.Module.Clone()
	err := ir.Extend(module, func(b *ir.Builder) {
		position := module.Main.Output("position")
		target := b.Input("target", position.Type)
		normalizer := b.Input("normalizer", ir.Floats(ir.Fixed(1), 1))
		errors := b.SumRows(b.SumColumns(b.Square(b.Sub(position, target))))
		loss := b.Mul(errors, normalizer)
		if lambda != 0 {
			loss = b.Add(loss, b.Mul(b.Scalar(lambda), builder.ConstraintTerm(b, module.Main)))
		}
		b.Output("loss", b.Name("loss", loss))
	})
	return module, err
}
