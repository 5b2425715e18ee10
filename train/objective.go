// Package train fits a model to data. It has the objective, the loop over epochs, and the code
// that resumes an interrupted training.
package train

import (
	"cmp"
	"math"

	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// Loss says what a model is trained to minimize besides the squared error of the positions, and
// in which form.
type Loss struct {
	Lambda   float64 // weight of the constraint term; 0 if there is none
	Velocity float64 // weight of the velocity's squared error, as in run.Options
	// Huber, unless it is 0, is the length of a particle's error, in position units, above
	// which the error counts linearly instead of squared.
	Huber float64
	// Cauchy, unless it is 0, is the length of a particle's error, in position units, above
	// which the error counts as a logarithm.
	Cauchy float64
	// Unroll, if above 1, is the number of times that the model is applied, each time to its
	// previous result. The errors are the mean over all applications.
	Unroll int
}

// robust sets the lengths of the options' loss for data with a typical length.
func (l *Loss) robust(options run.Options, length float64) {
	switch options.Loss {
	case run.Huber:
		l.Huber = run.HuberLengths * length
	case run.Cauchy:
		l.Cauchy = options.CauchyLength
	}
}

// of returns the contribution of a squared error [rows,1] to the loss. By default that is the
// squared error itself. Huber's loss with the length d makes it 2 d |e| - d^2 where it is above
// d^2, and Cauchy's makes it d^2 log(1 + e^2 / d^2). Both take the length of the error and not
// its coordinates, so the loss does not depend on the axes.
func (l Loss) of(b *ir.Builder, squared *ir.Value) *ir.Value {
	if d := l.Cauchy; d != 0 {
		return b.Mul(b.Log(b.Add(b.Mul(squared, b.Scalar(1/(d*d))), b.Scalar(1))), b.Scalar(d*d))
	}
	if l.Huber == 0 {
		return squared
	}
	d := l.Huber
	length := b.Sqrt(b.Maximum(squared, b.Scalar(d*d)))
	return b.Add(b.Minimum(squared, b.Scalar(d*d)), b.Mul(b.Sub(length, b.Scalar(d)), b.Scalar(2*d)))
}

// Objective returns the model's module with the training loss as a further output, "loss"
// [1,1]. If the model has an energy, it is the loss of energy and forces. Otherwise it is the
// squared error of all coordinates of the predicted positions against the input "target"
// [particles,3], times the input "normalizer" [1,1]. The normalizer is 1 / (3 particles) of the
// whole batch, so that a loss is the same however a batch is divided. The loss is in the unit
// that the model's networks see, of which one is config.Scale.Squared of the data's.
func Objective(model *graph.Model) (*ir.Module, error) { return ObjectiveOf(model, Loss{}) }

// ObjectiveOf is Objective with further terms in the loss. The constraint term has the inputs
// of graph.ConstraintTerm. The velocity's error, times the square of the model's time, has the
// input "target_velocity" [particles,3]. If the model is applied N times, both targets are
// [particles,3N], with the times side by side. The constraint term is then that of the last
// application.
func ObjectiveOf(model *graph.Model, loss Loss) (*ir.Module, error) {
	module, err := loss.module(model)
	if err != nil {
		return nil, err
	}
	return module, ir.Extend(module, func(b *ir.Builder) {
		if hasEnergy(model) {
			b.Output(runtime.LossName, b.Name("loss", energyLoss(b, module.Main)))
			return
		}
		position := module.Main.Output(system.Position.Name)
		if position == nil {
			b.Fail("the model %s has neither positions nor an energy to train on", module.Name)
		}
		target := b.Input(system.TargetPosition.Name, loss.targets(position.Type))
		normalizer := b.Input("normalizer", ir.Floats(ir.Fixed(1), 1))
		errors := loss.errors(b, module.Main, system.Position.Name, target, func(squared *ir.Value) *ir.Value { return squared })
		if loss.Velocity != 0 {
			time := cmp.Or(model.Config.Time, 1)
			ofVelocity := loss.errors(b, module.Main, system.Velocity.Name, b.Input(system.TargetVelocity.Name, target.Type), func(squared *ir.Value) *ir.Value {
				return b.Mul(squared, b.Scalar(time*time))
			})
			errors = b.Add(errors, b.Mul(ofVelocity, b.Scalar(loss.Velocity)))
		}
		square := model.Config.Scale.Squared()
		total := inNetworkUnits(b, b.Mul(errors, normalizer), square)
		if loss.Lambda != 0 {
			change := inNetworkUnits(b, graph.ConstraintTerm(b, module.Main), math.Sqrt(square))
			total = b.Add(total, b.Mul(b.Scalar(loss.Lambda), change))
		}
		b.Output(runtime.LossName, b.Name("loss", total))
	})
}

// inNetworkUnits returns a part of the loss in the unit that the model's networks see.
func inNetworkUnits(b *ir.Builder, x *ir.Value, unit float64) *ir.Value {
	if unit == 1 {
		return x
	}
	return b.Mul(x, b.Scalar(1/unit))
}

// module returns the model's module, unrolled over the number of applications.
func (l Loss) module(model *graph.Model) (*ir.Module, error) {
	if l.Unroll > 1 {
		return ir.Unroll(model.Module, l.Unroll, model.Config.PerFrame...)
	}
	return model.Module.Clone(), nil
}

// targets returns the type of the targets of an output, with those of all applications side by
// side.
func (l Loss) targets(output ir.Type) ir.Type {
	return ir.Floats(output.Rows(), max(1, l.Unroll)*output.Columns())
}

// errors returns the error of an output: the mean over the applications of the sum over rows.
// scaled is applied to the squared error in each row.
func (l Loss) errors(b *ir.Builder, main *ir.Func, output string, target *ir.Value, scaled func(squared *ir.Value) *ir.Value) *ir.Value {
	of := func(output, target *ir.Value) *ir.Value {
		return l.of(b, scaled(b.SumColumns(b.Square(b.Sub(output, target)))))
	}
	if l.Unroll <= 1 {
		return b.SumRows(of(main.Output(output), target))
	}
	var sum *ir.Value
	for k := range l.Unroll {
		value := main.Output(ir.Applied(k+1, output))
		width := value.Type.Columns()
		if counts := of(value, b.Columns(target, k*width, (k+1)*width)); sum == nil {
			sum = counts
		} else {
			sum = b.Add(sum, counts)
		}
	}
	return b.Mul(b.SumRows(sum), b.Scalar(1/float64(l.Unroll)))
}

// energyLoss returns the mean squared error of the systems' energies plus the mean over
// coordinates of the squared error of the forces. Its inputs are "target_energy" and
// "energy_weight" [particles,1], and "target_forces" [particles,3] with the normalizer of
// Objective. Each particle has its system's energy and the weight 1 / (particles of the system
// x systems).
func energyLoss(b *ir.Builder, main *ir.Func) *ir.Value {
	energy, forces := main.Output(graph.EnergyOutput), main.Output(graph.ForcesOutput)
	target, weight := b.Input("target_energy", energy.Type), b.Input("energy_weight", energy.Type)
	targetForces, normalizer := b.Input("target_forces", forces.Type), b.Input("normalizer", ir.Floats(ir.Fixed(1), 1))
	ofEnergy := b.SumRows(b.Mul(b.Square(b.Sub(energy, target)), weight))
	ofForces := b.SumRows(b.SumColumns(b.Square(b.Sub(forces, targetForces))))
	return b.Add(ofEnergy, b.Mul(ofForces, normalizer))
}
