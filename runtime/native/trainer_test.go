package native_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/conformance"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/system"
	"gmnc/train"
)

// TestSessionOfATrainer: a session predicts with the trainer's parameters as they are, also once the
// trainer is closed, and takes no module of other parameters.
func TestSessionOfATrainer(t *testing.T) {
	model, values := newModel(t, config.Published, 1, 4, false)
	objective, err := train.Objective(model)
	require.NoError(t, err)
	trainer, err := native.NewTrainer(objective, run.WithShapes(model, values), runtime.Solver{LearningRate: 0.1})
	require.NoError(t, err)
	session, err := trainer.Session(model.Module)
	require.NoError(t, err)
	batch := predict.Inputs(system.NewBatch(mixed(1)[:1]))
	before, err := session.Run(batch)
	require.NoError(t, err)
	program := compile(t, model.Module, native.Options{})
	require.Equal(t, runProgram(t, program, values, batch)["position"].Float, before["position"].Float)

	_, err = runtime.Step(trainer, train.ObjectiveInputs(system.NewBatch(mixed(1)[:1]), false))
	require.NoError(t, err)
	require.NoError(t, trainer.Close())
	after, err := session.Run(batch)
	require.NoError(t, err)
	require.NotEqual(t, before["position"].Float, after["position"].Float)
	require.NoError(t, session.Close())

	wider, _ := newModel(t, config.Published, 1, 8, false)
	_, err = trainer.Session(wider.Module)
	require.ErrorContains(t, err, "parameter embedding/weight has the shape [1 4]; it is float[1,8]")
}

// TestTrainer holds the trainer to what all trainers do.
func TestTrainer(t *testing.T) { conformance.Train(t, native.NewTrainer) }

// TestClosedTrainer: a closed trainer says so, and a solver of a library is another engine's.
func TestClosedTrainer(t *testing.T) {
	model, values := newModel(t, config.Published, 1, 4, false)
	objective, err := train.Objective(model)
	require.NoError(t, err)
	_, err = native.NewTrainer(objective, run.WithShapes(model, values), runtime.Solver{OfLibrary: true})
	require.EqualError(t, err, "the native runtime has no Adam but ours: a solver of the library is Gorgonia's")
	trainer, err := native.NewTrainer(objective, run.WithShapes(model, values), runtime.Solver{})
	require.NoError(t, err)
	require.NoError(t, trainer.Close())
	_, err = trainer.Gradients(train.ObjectiveInputs(system.NewBatch(mixed(1)[:1]), false))
	require.EqualError(t, err, "the trainer is closed")
}

// TestRefusedUpdates: each parameter has one gradient of its size and two moments, and all numbers are
// finite.
func TestRefusedUpdates(t *testing.T) {
	adam := native.NewAdam(runtime.Solver{LearningRate: 0.1})
	values := map[string][]float32{"a": {1, 2}, "b": {3}}
	gradient := func(values ...float32) runtime.Tensor { return runtime.Floats(values, 1, len(values)) }
	for want, gradients := range map[string]map[string]runtime.Tensor{
		"the gradient of a has 1 numbers and the parameter 2":          {"a": gradient(1), "b": gradient(1)},
		"the gradient of b has 0 numbers and the parameter 1":          {"a": gradient(1, 1)},
		"there are gradients of 3 parameters, and 2 are trained: a, b": {"a": gradient(1, 1), "b": gradient(1), "c": gradient(1)},
	} {
		_, err := adam.Updates([]string{"a", "b"}, values, gradients)
		require.EqualError(t, err, want)
	}
	updates, err := adam.Updates([]string{"a", "b"}, values, map[string]runtime.Tensor{"a": gradient(1, 1), "b": gradient(1)})
	require.NoError(t, err)
	require.NoError(t, adam.CheckFinite(1, updates))
	infinite, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, loss := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		require.ErrorContains(t, adam.CheckFinite(loss, updates), "the loss is")
	}
	for _, wrong := range []float32{infinite, -infinite, nan} {
		updates[1].Gradient[0] = wrong
		require.EqualError(t, adam.CheckFinite(2, updates), "the gradient of b is not finite (the loss is 2)")
	}
	updates[1].Gradient[0] = 1
	require.NoError(t, adam.CheckFinite(2, updates), "what was found is forgotten")
	require.NoError(t, adam.Step(updates))

	require.EqualError(t, adam.Step([]native.Update{{Name: "a", Values: values["a"], Gradient: []float32{1, 1}}, {Name: "a", Values: values["a"], Gradient: []float32{1, 1}}}),
		"there are two parameters with the name a")
	require.EqualError(t, adam.Step([]native.Update{{Name: "a", Values: values["a"], Gradient: []float32{1}}}), "parameter a: 2 weights have 1 gradients and 2 moments")
	require.EqualError(t, adam.Step([]native.Update{{Name: "a", Values: values["b"], Gradient: []float32{1}}}), "parameter a: 1 weights have 1 gradients and 2 moments")
}

// TestRefusedStates: a state of Adam has two moments for each weight, and a number of steps.
func TestRefusedStates(t *testing.T) {
	adam := native.NewAdam(runtime.Solver{})
	one := map[string][]float32{"a": {1}}
	require.NoError(t, adam.Restore(runtime.SolverState{First: one, Second: one}))
	require.Equal(t, runtime.SolverState{First: one, Second: one}, adam.State())
	for want, state := range map[string]runtime.SolverState{
		"this is no state of Adam: step -1, first moments of 1 parameters, second moments of 1": {Step: -1, First: one, Second: one},
		"this is no state of Adam: step 2, first moments of 1 parameters, second moments of 0":  {Step: 2, First: one},
		"this is no state of Adam: a has 1 first moments and 0 second":                          {First: one, Second: map[string][]float32{"b": {1}}},
		"this is no state of Adam: a has 1 first moments and 2 second":                          {First: one, Second: map[string][]float32{"a": {1, 2}}},
	} {
		require.EqualError(t, adam.Restore(state), want)
	}
}
