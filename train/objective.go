// Package train fits a model to data: the objective, the loop over epochs, and
// what resumes it.
package train

import (
	"gmnc/builder"
	"gmnc/ir"
)

// Objective returns the model's module with the training loss as one more
// output, "loss" [1,1]: of a model with an energy that of its energy and forces,
// of others the squared error of all coordinates of the
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
		if module.Main.Output(builder.EnergyOutput) != nil {
			b.Output("loss", b.Name("loss", energyLoss(b, module.Main)))
			return
		}
		position := module.Main.Output("position")
		if position == nil {
			b.Fail("the model %s has neither positions nor an energy to train on", module.Name)
		}
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

// energyLoss is the mean over systems of the squared error of their energies plus
// the mean over coordinates of that of the forces. Its inputs are
// "target_energy" and "energy_weight" [particles,1], in which each particle has
// its system's energy and 1 / (particles of the system x systems), and
// "target_forces" [particles,3] with the normalizer of Objective.
func energyLoss(b *ir.Builder, main *ir.Func) *ir.Value {
	energy, forces := main.Output(builder.EnergyOutput), main.Output(builder.ForcesOutput)
	target, weight := b.Input("target_energy", energy.Type), b.Input("energy_weight", energy.Type)
	targetForces, normalizer := b.Input("target_forces", forces.Type), b.Input("normalizer", ir.Floats(ir.Fixed(1), 1))
	ofEnergy := b.SumRows(b.Mul(b.Square(b.Sub(energy, target)), weight))
	ofForces := b.SumRows(b.SumColumns(b.Square(b.Sub(forces, targetForces))))
	return b.Add(ofEnergy, b.Mul(ofForces, normalizer))
}
