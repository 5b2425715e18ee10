package measure

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/adam"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// trainingOf returns the options by which a file of training steps trains a run. They are the
// options of the run, or the default ones for weights that were imported.
func trainingOf(trained *run.Run) run.Options {
	if trained.Config.Training != nil {
		return *trained.Config.Training
	}
	options, model := run.DefaultOptions(), trained.Config.Model
	if model.TrueVelocity {
		options.Velocity = run.DefaultVelocity
	}
	if config.Describe(model.Model).ConstraintTerm {
		options.Lambda = run.DefaultLambda
	}
	return options
}

// TrainingStep makes the same training steps in the float64 interpreter and in a file, for
// comparison.
type TrainingStep struct {
	run     *run.Run
	options run.Options
	Module  *ir.Module
	*export.Step
}

// NewTrainingStep returns the training step of a run.
func NewTrainingStep(trained *run.Run) (*TrainingStep, error) {
	options := trainingOf(trained)
	module, params, err := train.Gradients(trained.Model, options)
	if err != nil {
		return nil, err
	}
	step := export.StepOf(module, params)
	step.LearningRate, step.WeightDecay, step.Clip = options.LearningRate, options.WeightDecay, options.Clip
	step.Beta1, step.Beta2 = options.Beta1, options.Beta2
	return &TrainingStep{trained, options, module, step}, nil
}

// solver is the state before a training step.
type solver struct {
	weights, first, second []float64
	step                   int
	rate                   float64
}

// solvers returns the states before the steps that are compared. One is the first step. The
// other is a later step with moments and a learning rate so large that the weights follow the
// gradient smoothly. The first has the rate 0. With another, it would move each weight by the
// rate, in the direction opposite to its gradient, however small the gradient is.
func (s *TrainingStep) solvers() []solver {
	stored := s.stored()
	zeros := make([]float64, len(stored))
	later := solver{slices.Clone(stored), slices.Clone(zeros), slices.Clone(zeros), 3, 0.01}
	source := rand.New(rand.NewPCG(1, 2))
	for i := range stored {
		later.weights[i] *= 1 + 0.01*source.NormFloat64()
		later.first[i], later.second[i] = 0.1*source.NormFloat64(), 0.01+source.Float64()
	}
	return []solver{{stored, zeros, zeros, 0, 0}, later}
}

// stored returns the trained weights of the run, one after the other.
func (s *TrainingStep) stored() (all []float64) {
	for _, weight := range s.Weights {
		for _, x := range s.run.Weights[weight.Name].Float {
			all = append(all, float64(x))
		}
	}
	return all
}

// stepper is a predictor whose outputs are the results of steps.
type stepper struct {
	solvers []solver
	close   func() error
	make    func(samples []system.Sample, from solver) (map[string][]float32, error)
}

// Close implements predict.Predictor, as the following methods do.
func (s stepper) Close() error { return s.close() }

func (s stepper) Predict([]system.Sample) (position, velocity []float32, err error) {
	return nil, nil, artifact.ErrStep
}

func (s stepper) Outputs(samples []system.Sample) (map[string][]float32, error) {
	samples = withTargets(samples)
	all := map[string][]float32{}
	for _, from := range s.solvers {
		outputs, err := s.make(samples, from)
		if err != nil {
			return nil, err
		}
		for name, values := range outputs {
			all[fmt.Sprintf("%s of step %d", name, from.step+1)] = values
		}
	}
	return all, nil
}

// withTargets returns the samples with targets to train on.
func withTargets(samples []system.Sample) []system.Sample {
	samples = slices.Clone(samples)
	for i := range samples {
		s := &samples[i]
		s.TargetVelocity, s.TargetPosition = slices.Clone(s.Velocity), slices.Clone(s.Position)
		for k, v := range s.Velocity {
			s.TargetPosition[k] -= v
			s.TargetVelocity[k] += s.Position[k]
		}
		s.Potential = &system.Potential{Energy: 1, Forces: s.Velocity}
	}
	return samples
}

// reference makes the steps with the gradients of the float64 interpreter.
func (s *TrainingStep) reference() predict.Predictor {
	return stepper{s.solvers(), func() error { return nil }, func(samples []system.Sample, from solver) (map[string][]float32, error) {
		batch := train.GradientBatch(s.run.Model, s.options, samples)
		predict.Match(batch, s.Module)
		given := map[string]ir.Tensor{}
		for name, value := range batch.Inputs {
			given[name] = runtime.Widen(value)
		}
		for _, param := range s.Module.Main.Params() {
			given[param.Name] = ir.NewTensor(param.Type, nil)
		}
		weights := from.weights
		for _, weight := range s.Weights {
			weights = weights[copy(given[weight.Name].Float, weights):]
		}
		outputs, err := ir.Eval(s.Module, given, nil)
		if err != nil {
			return nil, err
		}
		var gradient []float64
		results := map[string][]float32{}
		for _, weight := range s.Weights {
			gradient = append(gradient, outputs[ir.LossGradientPrefix+weight.Name].Float...)
			delete(outputs, ir.LossGradientPrefix+weight.Name)
		}
		for name, value := range outputs {
			results[name] = runtime.Narrow(value).Float
		}
		maps.Copy(results, s.adam(from, gradient))
		return results, nil
	}}
}

// adam returns the result of a step with a gradient, in float64.
func (s *TrainingStep) adam(from solver, gradient []float64) map[string][]float32 {
	square := 0.0
	for _, g := range gradient {
		square += g * g
	}
	shorter := 1.0
	if s.Clip > 0 {
		shorter = s.Clip / max(s.Clip, math.Sqrt(square))
	}
	t, decays := float64(from.step+1), s.options.Decays().OrDefault()
	keep1, keep2 := decays.Beta1, decays.Beta2
	weights, first, second := make([]float32, len(gradient)), make([]float32, len(gradient)), make([]float32, len(gradient))
	for i, g := range gradient {
		g = g*shorter + s.WeightDecay*from.weights[i]
		m, v := keep1*from.first[i]+(1-keep1)*g, keep2*from.second[i]+(1-keep2)*g*g
		moved := from.rate * m / (1 - math.Pow(keep1, t)) / (math.Sqrt(v/(1-math.Pow(keep2, t))) + adam.Epsilon)
		weights[i], first[i], second[i] = float32(from.weights[i]-moved), float32(m), float32(v)
	}
	return map[string][]float32{export.WeightsInput: weights, export.FirstMomentInput: first, export.SecondMomentInput: second}
}

// candidate returns a predictor that makes the steps in a session on a file with the given
// inputs.
func (s *TrainingStep) candidate(inputs []string, session runtime.Session) predict.Predictor {
	return stepper{s.solvers(), session.Close, func(samples []system.Sample, from solver) (map[string][]float32, error) {
		given := stepInputs(samples)
		maps.DeleteFunc(given, func(name string, _ runtime.Tensor) bool { return !slices.Contains(inputs, name) })
		for name, values := range map[string][]float64{
			export.WeightsInput: from.weights, export.FirstMomentInput: from.first, export.SecondMomentInput: from.second,
		} {
			given[name] = runtime.Narrow(ir.Tensor{Shape: []int{len(values)}, Float: values})
		}
		given[export.StepInput] = runtime.Indices([]int64{int64(from.step)})
		given[export.LearningRateInput] = runtime.Floats([]float32{float32(from.rate)})
		outputs, err := session.Run(runtime.Batch{Inputs: given})
		if err != nil {
			return nil, err
		}
		results := map[string][]float32{}
		for name, value := range outputs {
			results[strings.TrimPrefix(strings.TrimPrefix(name, system.PredictedPrefix), rolling.NextPrefix)] = value.Float
		}
		delete(results, export.StepInput)
		return results, nil
	}}
}

// stepInputs returns the inputs of a file for samples of one composition with targets.
func stepInputs(samples []system.Sample) map[string]runtime.Tensor {
	count, particles := len(samples), samples[0].Particles()
	var position, velocity, energy, forces []float32
	for _, s := range samples {
		position, velocity = append(position, s.TargetPosition...), append(velocity, s.TargetVelocity...)
		energy, forces = append(energy, slices.Repeat([]float32{s.Potential.Energy}, particles)...), append(forces, s.Potential.Forces...)
	}
	inputs := predict.SystemInputs(samples)
	maps.Copy(inputs, predict.ForestInputs(samples))
	inputs[system.TargetPosition.Name] = runtime.Floats(position, count, particles, 3)
	inputs[system.TargetVelocity.Name] = runtime.Floats(velocity, count, particles, 3)
	inputs["target_energy"] = runtime.Floats(energy, count, particles, 1)
	inputs["target_forces"] = runtime.Floats(forces, count, particles, 3)
	return inputs
}
