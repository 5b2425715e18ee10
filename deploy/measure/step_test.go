package measure

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/allclose"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// TestTrainingOfImportedWeights: a file trains by the options of its run. Weights that were imported train by the default ones,
// with the velocity and the constraint in the loss where the model has them.
func TestTrainingOfImportedWeights(t *testing.T) {
	own := &run.Options{LearningRate: 0.5}
	require.Equal(t, *own, trainingOf(&run.Run{Config: run.Config{Training: own}}))
	for _, c := range []struct {
		model            config.Config
		velocity, lambda float64
	}{
		{config.Config{Model: "gmn"}, 0, 0}, {config.Config{Model: "gmn-ode", TrueVelocity: true}, run.DefaultVelocity, 0},
		{config.Config{Model: "egnn-reg"}, 0, run.DefaultLambda},
	} {
		options := trainingOf(&run.Run{Config: run.Config{Model: c.model}})
		require.Equal(t, c.velocity, options.Velocity, c.model.Model)
		require.Equal(t, c.lambda, options.Lambda, c.model.Model)
		require.Equal(t, run.DefaultOptions().LearningRate, options.LearningRate)
	}
}

// trainingStep are steps that train two weights of three numbers.
func trainingStep(options run.Options) *TrainingStep {
	weights := map[string]runtime.Tensor{"a": floats(1, 2), "b": floats(-3), "other": floats(9)}
	step := &export.Step{Weights: []export.Weight{{Name: "a"}, {Name: "b"}}, Clip: options.Clip, WeightDecay: options.WeightDecay}
	return &TrainingStep{run: &run.Run{Weights: weights}, options: options, Step: step}
}

// TestStatesBeforeSteps: the first step begins with the trained weights, without moments and with the rate 0. The later one begins
// with weights within some hundredths of them, and with positive mean squares.
func TestStatesBeforeSteps(t *testing.T) {
	all := trainingStep(run.Options{}).solvers()
	require.Len(t, all, 2)
	require.Equal(t, solver{[]float64{1, 2, -3}, make([]float64, 3), make([]float64, 3), 0, 0}, all[0])
	later := all[1]
	require.Equal(t, 3, later.step)
	require.Equal(t, 0.01, later.rate)
	for i, weight := range all[0].weights {
		require.NotEqual(t, weight, later.weights[i])
		require.InEpsilon(t, weight, later.weights[i], 0.04)
		require.NotZero(t, later.first[i])
		require.Less(t, math.Abs(later.first[i]), 0.4)
		require.GreaterOrEqual(t, later.second[i], 0.01)
		require.LessOrEqual(t, later.second[i], 1.01)
	}
}

// TestAdamOfSteps: a step is that of Adam with corrected moments. A gradient that is longer than the clip is shortened
// to it, and the decay of weights adds to the gradient after that.
func TestAdamOfSteps(t *testing.T) {
	from := solver{weights: []float64{1, -2}, first: []float64{0.5, 0}, second: []float64{0.25, 1}, step: 1, rate: 0.1}
	for _, c := range []struct {
		name             string
		options          run.Options
		gradient, counts []float64 // as given, and as it counts
		beta1, beta2     float64
	}{
		{"as it is", run.Options{}, []float64{3, 4}, []float64{3, 4}, 0.9, 0.999},
		{"decays", run.Options{Beta1: 0.5, Beta2: 0.75}, []float64{3, 4}, []float64{3, 4}, 0.5, 0.75},
		{"short enough", run.Options{Clip: 5}, []float64{3, 4}, []float64{3, 4}, 0.9, 0.999},
		{"too long", run.Options{Clip: 2.5}, []float64{3, 4}, []float64{1.5, 2}, 0.9, 0.999},
		{"decaying weights", run.Options{Clip: 2.5, WeightDecay: 0.25}, []float64{3, 4}, []float64{1.75, 1.5}, 0.9, 0.999},
	} {
		var weights, first, second []float64
		for i, g := range c.counts {
			m, v := c.beta1*from.first[i]+(1-c.beta1)*g, c.beta2*from.second[i]+(1-c.beta2)*g*g
			first, second = append(first, m), append(second, v)
			weights = append(weights, from.weights[i]-0.1*m/(1-c.beta1*c.beta1)/math.Sqrt(v/(1-c.beta2*c.beta2)))
		}
		got := trainingStep(c.options).adam(from, c.gradient)
		require.Len(t, got, 3)
		for name, want := range map[string][]float64{export.WeightsInput: weights, export.FirstMomentInput: first, export.SecondMomentInput: second} {
			allclose.Require(t, c.name+": "+name, want, got[name], 1e-6)
		}
	}
	got := trainingStep(run.Options{}).adam(solver{weights: []float64{1}, first: []float64{0}, second: []float64{0}, rate: 0.1}, []float64{1e-8})
	require.InDelta(t, 0.95, got[export.WeightsInput][0], 1e-6, "a gradient as small as Adam's epsilon moves half as far")
}

// TestTargetsOfSteps: targets are a step back from the positions, and velocities that depend on them. The samples stay.
func TestTargetsOfSteps(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{10, 20, 30}}
	samples := []system.Sample{s}
	got := withTargets(samples)[0]
	require.Equal(t, []float32{-9, -18, -27}, got.TargetPosition)
	require.Equal(t, []float32{11, 22, 33}, got.TargetVelocity)
	require.Equal(t, &system.Potential{Energy: 1, Forces: s.Velocity}, got.Potential)
	require.Nil(t, samples[0].TargetPosition)
	require.Equal(t, []float32{1, 2, 3}, s.Position)
	inputs := stepInputs([]system.Sample{got, got})
	require.Equal(t, runtime.Floats([]float32{-9, -18, -27, -9, -18, -27}, 2, 1, 3), inputs[system.TargetPosition.Name])
	require.Equal(t, runtime.Floats([]float32{11, 22, 33, 11, 22, 33}, 2, 1, 3), inputs[system.TargetVelocity.Name])
	require.Equal(t, runtime.Floats([]float32{1, 1}, 2, 1, 1), inputs["target_energy"])
	require.Equal(t, runtime.Floats([]float32{10, 20, 30, 10, 20, 30}, 2, 1, 3), inputs["target_forces"])
	require.Equal(t, runtime.Floats([]float32{1, 2, 3, 1, 2, 3}, 2, 1, 3), inputs["position"])
}

// session is a session that runs a function.
type session struct {
	runtime.Session
	run func(inputs map[string]runtime.Tensor) (map[string]runtime.Tensor, error)
}

func (s session) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	return s.run(batch.Inputs)
}
func (session) Close() error { return nil }

// TestStepsOfAFile: each step of a file is given its weights, its moments, its number and its rate, and those of the
// samples' inputs that the file declares. Results are named by the step, without the next step's number.
func TestStepsOfAFile(t *testing.T) {
	var steps []int64
	p := trainingStep(run.Options{}).candidate([]string{"position", system.TargetPosition.Name}, session{run: func(in map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
		require.Len(t, in, 7)
		require.Contains(t, in, "position")
		require.Contains(t, in, system.TargetPosition.Name)
		steps = append(steps, in[export.StepInput].Index...)
		require.Equal(t, []int{3}, in[export.WeightsInput].Shape)
		require.Equal(t, []float32{0.01 * float32(len(steps)-1)}, in[export.LearningRateInput].Float)
		return map[string]runtime.Tensor{"next_weights": in[export.WeightsInput], "next_step": runtime.Indices([]int64{1}), "loss": floats(5)}, nil
	}})
	samples := []system.Sample{{Position: []float32{1, 2, 3}, Velocity: []float32{10, 20, 30}}}
	got, err := p.Outputs(samples)
	require.NoError(t, err)
	require.Equal(t, []int64{0, 3}, steps)
	require.Len(t, got, 4)
	require.Equal(t, []float32{1, 2, -3}, got["weights of step 1"])
	require.Equal(t, []float32{5}, got["loss of step 4"])
	_, _, err = p.Predict(samples)
	require.ErrorContains(t, err, "it makes steps of training, for a program that calls it")
	require.NoError(t, p.Close())
	failing := trainingStep(run.Options{}).candidate(nil, session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
		return nil, errors.New("no memory")
	}})
	_, err = failing.Outputs(samples)
	require.EqualError(t, err, "no memory")
}
