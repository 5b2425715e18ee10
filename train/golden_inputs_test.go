package train

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/golden"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// TestTrainingInputsOnPublishedNumbers: what a training makes of a batch,
// normalizers included, gives the published loss, with the constraint term
// and without, to the rounding of the inputs to float32.
func TestTrainingInputsOnPublishedNumbers(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		config, weights := c.Weights()
		model, err := builder.New(config, false)
		require.NoError(t, err)
		batch := system.NewBatch(c.Samples)
		given := ObjectiveInputs(batch, false)
		plain := lossOf(t, model, 0, given.Inputs, run.WithShapes(model, weights))
		allclose.Require(t, "loss", c.Float("out/loss"), plain, float32Values)

		maps.Copy(given.Inputs, ConstraintInputs(batch))
		constrained := lossOf(t, model, 1, given.Inputs, run.WithShapes(model, weights))
		total := c.Float("out/loss")[0] + c.Float("out/reg_loss")[0]
		allclose.Require(t, "constrained loss", []float64{total}, constrained, float32Values)
	})
}

// lossOf evaluates the objective with the constraint term times lambda.
func lossOf(t *testing.T, model *graph.Model, lambda float64, given, weights map[string]runtime.Tensor) []float64 {
	t.Helper()
	objective, err := ObjectiveOf(model, Loss{Lambda: lambda})
	require.NoError(t, err)
	inputs := map[string]ir.Tensor{}
	for _, tensors := range []map[string]runtime.Tensor{given, weights} {
		for name, value := range tensors {
			inputs[name] = runtime.Widen(value)
		}
	}
	outputs, err := ir.Eval(objective, inputs, nil)
	require.NoError(t, err)
	return outputs["loss"].Float
}
