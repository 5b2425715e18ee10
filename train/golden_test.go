package train

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/golden"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// float64Tolerance is what two float64 implementations may differ by that
// add up in another order, relative to the largest entry of an array.
const float64Tolerance = 1e-9

// TestPublishedNumbers holds the interpreter to the published
// implementation: every layer's state, the output, the loss and every
// gradient, in float64.
func TestPublishedNumbers(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		objective, inputs := publishedObjective(t, c)
		got, err := ir.Eval(gradients(t, c, objective), inputs, nil)
		require.NoError(t, err)
		requirePublished(t, c, got)
	})
}

// TestPublishedConstraintTerm: it is what a weight of 1 adds to the loss.
func TestPublishedConstraintTerm(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		config, weights := c.Weights()
		model, err := builder.New(config, false)
		require.NoError(t, err)
		objective, err := ObjectiveOf(model, Loss{Lambda: 1})
		require.NoError(t, err)
		inputs := c.Inputs()
		for name, weight := range run.WithShapes(model, weights) {
			inputs[name] = runtime.Widen(weight)
		}
		counts := map[string]int{"stick_normalizer": 0, "hinge_normalizer": 0}
		for _, sample := range c.Samples {
			counts["stick_normalizer"] += 2 * len(sample.Objects.Of(system.Stick))
			counts["hinge_normalizer"] += len(sample.Objects.Of(system.Hinge))
		}
		for name, count := range counts {
			inputs[name] = ir.Tensor{Shape: []int{1, 1}, Float: []float64{1 / float64(max(count, 1))}}
		}
		outputs, err := ir.Eval(objective, inputs, nil)
		require.NoError(t, err)
		total := c.Float("out/loss")[0] + c.Float("out/reg_loss")[0]
		require.InEpsilon(t, total, outputs["loss"].Float[0], float64Tolerance)
	})
}

// publishedObjective is the case's model with its loss, which also returns
// every layer's state, and the values of all inputs.
func publishedObjective(t *testing.T, c *golden.Case) (*ir.Module, map[string]ir.Tensor) {
	config, weights := c.Weights()
	model, err := builder.New(config, false)
	require.NoError(t, err)
	for i, layer := range model.Layers {
		for name, value := range map[string]*ir.Value{"h": layer.Features, "x": layer.Position, "v": layer.Velocity} {
			if key := fmt.Sprintf("layer%d/%s", i, name); c.Has(key) {
				model.Module.Main.Outputs = append(model.Module.Main.Outputs, ir.Output{Name: key, Value: value})
			}
		}
	}
	objective, err := Objective(model)
	require.NoError(t, err)
	inputs := c.Inputs()
	for _, param := range model.Params {
		values := make([]float64, len(weights[param.Name]))
		for i, value := range weights[param.Name] {
			values[i] = float64(value)
		}
		inputs[param.Name] = ir.Tensor{Shape: []int{param.Rows, param.Columns}, Float: values}
	}
	return objective, inputs
}

// gradients adds those that the case has.
func gradients(t *testing.T, c *golden.Case, objective *ir.Module) *ir.Module {
	names := slices.Sorted(maps.Keys(c.Gradients()))
	module, unreached, err := ir.Gradient(objective, "loss", names)
	require.NoError(t, err)
	require.Empty(t, unreached)
	return module
}

func requirePublished(t *testing.T, c *golden.Case, got map[string]ir.Tensor) {
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if strings.HasPrefix(name, "layer") {
			allclose.Require(t, name, c.Float(name), got[name].Float, float64Tolerance)
		}
	}
	allclose.Require(t, "position", c.Float("out/x"), got["position"].Float, float64Tolerance)
	allclose.Require(t, "velocity", c.Velocity(), got["velocity"].Float, float64Tolerance)
	allclose.Require(t, "loss", c.Float("out/loss"), got["loss"].Float, float64Tolerance)
	gradients := c.Gradients()
	for _, name := range slices.Sorted(maps.Keys(gradients)) {
		allclose.Require(t, name, gradients[name], got["grad/"+name].Float, float64Tolerance)
	}
}
