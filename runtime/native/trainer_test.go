package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
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
	require.Error(t, err)
}
