package builder_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/golden"
	"gmnc/ir"
)

// publishedTolerance is what two float64 implementations may differ by that
// add up in another order, relative to the largest entry of an array.
const publishedTolerance = 1e-9

// TestPublishedNumbers holds every layer's state and the prediction of every
// published model to the published implementation's.
func TestPublishedNumbers(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		config, weights := c.Weights()
		model, err := builder.New(config, false)
		require.NoError(t, err)
		want := map[string][]float64{"position": c.Float("out/x"), "velocity": c.Velocity()}
		for i, layer := range model.Layers {
			for name, value := range map[string]*ir.Value{"h": layer.Features, "x": layer.Position, "v": layer.Velocity} {
				if key := fmt.Sprintf("layer%d/%s", i, name); c.Has(key) {
					want[key] = c.Float(key)
					model.Module.Main.Outputs = append(model.Module.Main.Outputs, ir.Output{Name: key, Value: value})
				}
			}
		}
		inputs := c.Inputs()
		delete(inputs, "target")
		delete(inputs, "normalizer")
		for _, param := range model.Params {
			values := make([]float64, param.Rows*param.Columns)
			for i, value := range weights[param.Name] {
				values[i] = float64(value)
			}
			inputs[param.Name] = ir.Tensor{Shape: []int{param.Rows, param.Columns}, Float: values}
		}
		got, err := ir.Eval(model.Module, inputs, nil)
		require.NoError(t, err)
		for name, numbers := range want {
			allclose.Require(t, name, numbers, got[name].Float, publishedTolerance)
		}
	})
}
