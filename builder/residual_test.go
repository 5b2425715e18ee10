package builder_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/golden"
	"gmnc/ir"
)

// TestNoResidual: with the published weights and inputs, the features after the
// first layer are what they were less those that came in, and the positions of
// that layer are the same.
func TestNoResidual(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		cfg, weights := c.Weights()
		cfg.Residual = config.NoResidual
		if cfg.Validate() != nil {
			t.Skipf("%s has no residual", cfg.Model)
		}
		inputs := c.Inputs()
		delete(inputs, "target")
		delete(inputs, "normalizer")
		first := func(config config.Config) (features, position []float64, embedded []float64) {
			model, err := builder.New(config, false)
			require.NoError(t, err)
			outputs := &model.Module.Main.Outputs
			*outputs = []ir.Output{{Name: "h", Value: model.Layers[0].Features}}
			if at := model.Layers[0].Position; at != nil {
				*outputs = append(*outputs, ir.Output{Name: "x", Value: at})
			}
			for _, param := range model.Params {
				values := make([]float64, param.Rows*param.Columns)
				for i, value := range weights[param.Name] {
					values[i] = float64(value)
				}
				inputs[param.Name] = ir.Tensor{Shape: []int{param.Rows, param.Columns}, Float: values}
			}
			got, err := ir.Eval(model.Module, inputs, nil)
			require.NoError(t, err)
			// Without the node network, what comes in is what comes out.
			for _, param := range model.Params {
				if param.Name == "layer0/node/linear2/weight" || param.Name == "layer0/node/linear2/bias" {
					inputs[param.Name] = ir.Tensor{Shape: []int{param.Rows, param.Columns}, Float: make([]float64, param.Rows*param.Columns)}
				}
			}
			still, err := ir.Eval(model.Module, inputs, nil)
			require.NoError(t, err)
			return got["h"].Float, got["x"].Float, still["h"].Float
		}
		with := cfg
		with.Residual = ""
		added, position, embedded := first(with)
		replaced, samePosition, zero := first(cfg)
		if cfg.Model != "gnn" { // which reads positions off the features
			require.Equal(t, position, samePosition)
		}
		require.Equal(t, make([]float64, len(zero)), zero)
		sum := make([]float64, len(added))
		for i := range sum {
			sum[i] = replaced[i] + embedded[i]
		}
		allclose.Require(t, "features", added, sum, publishedTolerance)
	})
}
