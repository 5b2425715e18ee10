package conformance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

func nonFinite(t *testing.T, open Trainer) {
	trainer := newTrainer(t, open, MessagePassing(t), MessagePassingParams())
	Step(t, trainer, MessagePassingBatch(6, 2))
	before := trainer.Params()
	state, err := trainer.State()
	require.NoError(t, err)
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1e30} {
		batch := MessagePassingBatch(6, 2)
		batch.Inputs["target"].Float[4] = float32(bad)
		gradients, err := trainer.Gradients(batch)
		require.NoError(t, err)
		var refused *runtime.NonFiniteError
		require.ErrorAs(t, trainer.Step(gradients), &refused)
		require.Empty(t, refused.Param)
		require.Equal(t, math.Float64bits(gradients.Loss), math.Float64bits(refused.Loss))
	}
	require.Equal(t, before, trainer.Params())
	after, err := trainer.State()
	require.NoError(t, err)
	require.Equal(t, state, after)
	Step(t, trainer, MessagePassingBatch(6, 2))
}

// nonFiniteGradient takes a square root at 0, where the loss is finite but its gradient is not.
func nonFiniteGradient(t *testing.T, open Trainer) {
	m := &ir.Module{Name: "root"}
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		one := ir.Floats(ir.Fixed(1), 1)
		b.Output(runtime.LossName, b.Add(b.Sqrt(b.Param("b", one)), b.Param("a", one)))
	}))
	trainer := newTrainer(t, open, m, map[string]runtime.Tensor{
		"a": runtime.Floats([]float32{1}, 1, 1), "b": runtime.Floats([]float32{0}, 1, 1),
	})
	gradients, err := trainer.Gradients(runtime.Batch{})
	require.NoError(t, err)
	require.EqualError(t, trainer.Step(gradients), "the gradient of b is not finite (the loss is 1)")
	require.Equal(t, []float32{1}, trainer.Params()["a"].Float)
}

// lossIsParameter trains the smallest possible module.
func lossIsParameter(t *testing.T, open Trainer) {
	m := &ir.Module{Name: "smallest"}
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		b.Output(runtime.LossName, b.Param("a", ir.Floats(ir.Fixed(1), 1)))
	}))
	trainer := newTrainer(t, open, m, map[string]runtime.Tensor{"a": runtime.Floats([]float32{3}, 1, 1)})
	for range 3 {
		gradients, err := trainer.Gradients(runtime.Batch{})
		require.NoError(t, err)
		require.Equal(t, 3.0, gradients.Loss)
		require.Equal(t, []float32{1}, gradients.ByParam["a"].Float)
	}
}

func nothingToTrain(t *testing.T, open Trainer) {
	m := MessagePassing(t)
	m.Main.Outputs = m.Main.Outputs[:1]
	_, err := open(m, MessagePassingParams(), runtime.Solver{LearningRate: 1})
	require.ErrorContains(t, err, `the loss "loss" is not an output`)
	m = ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) { b.Output(runtime.LossName, b.Size("particles")) }))
	_, err = open(m, nil, runtime.Solver{LearningRate: 1})
	require.ErrorContains(t, err, "depends on no parameter")
}

func wrongCalls(t *testing.T, open Trainer) {
	_, err := open(MessagePassing(t), nil, runtime.Solver{LearningRate: 1})
	require.ErrorContains(t, err, "values are missing for 4 parameters: inner, bias, outer, scale")

	trainer := newTrainer(t, open, MessagePassing(t), MessagePassingParams())
	batch := MessagePassingBatch(6, 2)
	delete(batch.Inputs, "senders")
	_, err = trainer.Gradients(batch)
	require.ErrorContains(t, err, "input senders is missing")
	batch = MessagePassingBatch(6, 2)
	batch.Inputs["senders"].Index[3] = 6
	_, err = trainer.Gradients(batch)
	require.EqualError(t, err, "input senders has the index 6 in row 3; its system has the particles 0 to 5")
	batch = MessagePassingBatch(6, 2)
	batch.Systems = nil
	_, err = trainer.Gradients(batch)
	require.ErrorContains(t, err, "input x has the shape [6 3]")
	require.ErrorContains(t, err, "(the batch has no systems)")
	batch.Systems = []runtime.System{{Particles: 6, Neighbors: 2}, {}}
	_, err = trainer.Gradients(batch)
	require.ErrorContains(t, err, "system 1 of the batch has 0 particles with 0 neighbors each")

	before := trainer.Params()
	gradients, err := trainer.Gradients(MessagePassingBatch(6, 2))
	require.NoError(t, err)
	bias := gradients.ByParam["bias"]
	gradients.ByParam["bias"] = runtime.Floats(bias.Float[:1], 1, 1)
	require.EqualError(t, trainer.Step(gradients), "the gradient of bias has 1 numbers and the parameter 4")
	gradients.ByParam["bias"], gradients.ByParam["other"] = bias, bias
	require.EqualError(t, trainer.Step(gradients), "there are gradients of 5 parameters, and 4 are trained: bias, inner, outer, scale")
	delete(gradients.ByParam, "other")
	require.Equal(t, before, trainer.Params())
	require.NoError(t, trainer.Step(gradients))
}
