package gorgonia

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDerivative: what the region computed is handed out where it lies, and
// a multiple of it is a copy.
func TestDerivative(t *testing.T) {
	params := pullParams(t)
	trainer, err := NewTrainer(pull(t), params, O2, NewAdam(1e-2, 0))
	require.NoError(t, err)
	_, gradients, err := trainer.Gradients(pullBatch(6, 2))
	require.NoError(t, err)
	r := trainer.engine.(*region)
	for name, want := range gradients {
		shape := params.values[name].Shape()
		once, twice := r.derivative(name, shape, 1), r.derivative(name, shape, 2)
		require.Equal(t, want.Float, once.Float32s())
		require.Same(t, &r.outputs["grad/"+name].Float[0], &once.Float32s()[0])
		require.Same(t, once, r.derivative(name, shape, 1))
		for i, x := range want.Float {
			require.Equal(t, 2*x, twice.Float32s()[i])
		}
	}
	require.NoError(t, trainer.Close())
}
