package gorgonia

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
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
		once, twice := r.derivative(name, shape, 1), r.derivative(name, shape, 2)
		require.Equal(t, want.Float, once.Float32s())
		require.Same(t, &r.outputs[native.GradientOf(name)].Float[0], &once.Float32s()[0])
		require.Same(t, once, r.derivative(name, shape, 1))
		for i, x := range want.Float {
			require.Equal(t, 2*x, twice.Float32s()[i])
		}
	}
	require.NoError(t, trainer.Close())
}
