package gorgonia

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gorgonia.org/tensor"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// TestDerivative: what the region computed is handed out where it lies, and
// a multiple of it is a copy.
func TestDerivative(t *testing.T) {
	opened, err := NewTrainer(conformance.MessagePassing(t), conformance.MessagePassingParams(), O2, runtime.Solver{LearningRate: 1e-2})
	require.NoError(t, err)
	gradients, err := opened.Gradients(conformance.MessagePassingBatch(6, 2))
	require.NoError(t, err)
	trainer := opened.(*trainer)
	r := trainer.engine.(*region)
	for name, want := range gradients.ByParam {
		shape := trainer.params.values[name].Shape()
		once, twice := r.derivative(ir.LossGradientPrefix+name, shape, 1), r.derivative(ir.LossGradientPrefix+name, shape, 2)
		require.Equal(t, want.Float, once.Float32s())
		require.Same(t, &r.outputs[ir.LossGradientPrefix+name].Float[0], &once.Float32s()[0])
		for i, x := range want.Float {
			require.Equal(t, 2*x, twice.Float32s()[i])
		}
	}
	require.NoError(t, trainer.Close())
}

// TestTapeRunsWhereGradientsLie: the tape runs for the first batch, and again only
// for gradients that lie elsewhere; it hands out the gradients of each batch.
func TestTapeRunsWhereGradientsLie(t *testing.T) {
	open := func() *trainer {
		opened, err := NewTrainer(conformance.MessagePassing(t), conformance.MessagePassingParams(), O2, runtime.Solver{LearningRate: 1e-2})
		require.NoError(t, err)
		return opened.(*trainer)
	}
	one, other := open(), open()
	r := one.engine.(*region)
	handed := map[string]*tensor.Dense{}
	for i, shape := range slices.Repeat(conformance.Shapes, 2) {
		if i == len(conformance.Shapes) { // as if its memory were new
			r.program = other.engine.(*region).program
		}
		batch := conformance.MessagePassingBatch(shape[0], shape[1])
		got, err := one.Gradients(batch)
		require.NoError(t, err)
		if i%len(conformance.Shapes) == 0 {
			for name, known := range r.gradients {
				require.NotSame(t, known, handed[name], name)
			}
			handed = maps.Clone(r.gradients)
		}
		want, err := native.NewTrainer(conformance.MessagePassing(t), conformance.MessagePassingParams(), runtime.Solver{LearningRate: 1e-2})
		require.NoError(t, err)
		expected, err := want.Gradients(batch)
		require.NoError(t, err)
		require.Equal(t, expected, got)
		for name, known := range handed {
			require.Same(t, known, r.gradients[name], name)
		}
	}
	require.NoError(t, one.Close())
	require.NoError(t, other.Close())
}
