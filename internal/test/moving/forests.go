package moving

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// ForestModel is a model that takes trees and bodies, for tests on systems of them.
type ForestModel struct {
	*graph.Model
	Weights map[string][]float32
}

// NewForestModel returns a model of trees and bodies with that many layers and random weights.
func NewForestModel(t *testing.T, c config.Config, layers int) ForestModel {
	t.Helper()
	c.Form, c.Layers, c.Hidden, c.Time = config.Published, layers, 8, 0.4
	model, err := builder.New(fixtures.WithForests(c), true)
	require.NoError(t, err)
	return ForestModel{model, fixtures.Weights(model, 6, 300)}
}

var (
	// Newton is the model in which trees move by Newton's equations.
	Newton = config.Config{Model: "gmn-ode"}
	// ForestLaws holds all laws by which trees move.
	ForestLaws = []config.Config{
		{Model: "gmn"}, Newton, {Model: "gmn-ode", Dynamics: config.LearnedDynamics},
		{Model: "gmn-ode", Integrator: config.Verlet},
	}
)

// WithoutForces returns the model with all forces 0 and all factors 1.
func (m ForestModel) WithoutForces() ForestModel {
	for name, weight := range m.Weights {
		if strings.HasSuffix(name, "linear2/weight") {
			clear(weight)
		}
	}
	return m
}

// Inputs returns the inputs of a batch in float64, with the weights.
func (m ForestModel) Inputs(module *ir.Module, samples []system.Sample) map[string]ir.Tensor {
	inputs := BatchInputs(module, samples)
	for name, value := range run.WithShapes(m.Model, m.Weights) {
		inputs[name] = runtime.Widen(value)
	}
	return inputs
}

// BatchInputs returns the inputs of a batch in float64.
func BatchInputs(module *ir.Module, samples []system.Sample) map[string]ir.Tensor {
	batch := system.NewBatch(samples)
	given := predict.Inputs(batch)
	edges := len(batch.Senders)
	if batch.EdgeMask == nil {
		given.Inputs["edge_mask"] = runtime.Floats(slices.Repeat([]float32{1}, edges), edges, 1)
	}
	predict.Match(given, module)
	inputs := map[string]ir.Tensor{}
	for name, value := range given.Inputs {
		inputs[name] = runtime.Widen(value)
	}
	return inputs
}

// Eval evaluates a module on inputs.
func (m ForestModel) Eval(t *testing.T, module *ir.Module, inputs map[string]ir.Tensor) map[string]ir.Tensor {
	t.Helper()
	outputs, err := ir.Eval(module, inputs, nil)
	require.NoError(t, err)
	return outputs
}
