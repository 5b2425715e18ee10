package native_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/variants"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/system"
	"gmnc/train"
)

type (
	tensors = map[string]runtime.Tensor
	weights = map[string][]float32
)

const (
	// modelTolerance bounds the error of up to four layers in float32,
	// relative to the largest entry.
	modelTolerance = 3e-6
	// gradientTolerance does the same for gradients, which are sums over a
	// batch that nearly cancel: the gradients of both ends of a single stick with learned
	// kinematics cancel to a fiftieth.
	gradientTolerance = 1e-4
)

// mixed are count systems of every composition, one after the other.
func mixed(count int) (all []system.Sample) {
	for seed := range count {
		for _, composition := range fixtures.Compositions {
			all = append(all, fixtures.Samples(composition, 1, uint64(seed))...)
		}
	}
	return all
}

// forceGain makes up for the small weights with which forces start.
const forceGain = 100

func newModel(t testing.TB, form string, layers, hidden int, padded bool) (*graph.Model, weights) {
	t.Helper()
	return newModelOf(t, config.Config{Model: "gmn", Form: form, Layers: layers, Hidden: hidden}, padded)
}

func newModelOf(t testing.TB, config config.Config, padded bool) (*graph.Model, weights) {
	t.Helper()
	model, err := builder.New(config, padded)
	require.NoError(t, err)
	return model, fixtures.Weights(model, 7, forceGain)
}

// gradientOf is the training objective with its gradients by all weights.
func gradientOf(t testing.TB, model *graph.Model) *ir.Module {
	t.Helper()
	objective, err := train.Objective(model)
	require.NoError(t, err)
	return gradientsOf(t, model, objective)
}

// gradientsOf is an objective of the model with its gradients by all weights.
func gradientsOf(t testing.TB, model *graph.Model, objective *ir.Module) *ir.Module {
	t.Helper()
	objective, err := ir.OptimizeForKernels(objective)
	require.NoError(t, err)
	var names []string
	for _, param := range model.Params {
		names = append(names, param.Name)
	}
	module, _, err := ir.Gradient(objective, "loss", names)
	require.NoError(t, err)
	return module
}

func compile(t testing.TB, m *ir.Module, options native.Options) *native.Program {
	t.Helper()
	program, err := native.Compile(m, options)
	require.NoError(t, err)
	return program
}

func TestOperators(t *testing.T) {
	cases, err := conformance.Ops(1)
	require.NoError(t, err)
	conformance.Run(t, cases, native.Open, nil)
}

// TestModels holds whole models and their training gradients to the
// interpreter, with whole systems and with systems in blocks.
func TestModels(t *testing.T) {
	cases := allModelCases(t)
	for name, open := range map[string]conformance.Opener{"whole": native.Open, "blocks": openByBlocks} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conformance.Run(t, cases, open, nil)
		})
	}
}

// allModelCases are of all models, narrow enough for row programs, and of one
// that is wider.
func allModelCases(t *testing.T) (cases []conformance.Case) {
	wide := config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 20}
	for _, config := range append(variants.Forms(2, 16), wide) {
		for _, padded := range []bool{false, true} {
			cases = append(cases, modelCases(t, config, padded)...)
		}
	}
	return cases
}

func modelCases(t *testing.T, config config.Config, padded bool) (cases []conformance.Case) {
	model, values := newModelOf(t, config, padded)
	gradient := gradientOf(t, model)
	for _, samples := range batches(padded) {
		batch := system.NewBatch(samples)
		name := fmt.Sprintf("%s/width=%d/padded=%v/%d", variants.Name(config), config.Hidden, padded, batch.Particles)
		add := func(name string, m *ir.Module, inputs runtime.Batch, tolerance float64) {
			c, err := conformance.NewCase(name, m, run.WithShapes(model, values), inputs, tolerance)
			require.NoError(t, err)
			cases = append(cases, c)
		}
		add(name+"/gradient", gradient, train.ObjectiveInputs(batch, padded), gradientTolerance)
		forward := train.ObjectiveInputs(batch, padded)
		delete(forward.Inputs, "target")
		delete(forward.Inputs, "normalizer")
		add(name+"/forward", model.Module, forward, modelTolerance)
	}
	return cases
}

// batchSeed draws systems of which no gradient cancels so far that float32
// leaves it no digits to compare, as happens with seed 4 (gmn-lh, paper) and
// seed 5 (GMN-ODE, four particles). With seed 5 a change of inputs by 6e-8, their
// rounding, moves one by 1.1e-4 in the interpreter.
const batchSeed = 6

// batches are of one composition each, or of all; one is a system by itself.
func batches(padded bool) [][]system.Sample {
	if padded {
		return [][]system.Sample{mixed(1), mixed(2)[3:7]}
	}
	all := [][]system.Sample{fixtures.Samples(fixtures.Compositions[0], 1, batchSeed)}
	for _, composition := range fixtures.Compositions {
		all = append(all, fixtures.Samples(composition, 3, batchSeed))
	}
	return all
}

// copied keeps outputs beyond the next run.
func copied(outputs tensors) tensors {
	kept := maps.Clone(outputs)
	for name, value := range kept {
		kept[name] = runtime.Tensor{Shape: slices.Clone(value.Shape), Float: slices.Clone(value.Float), Index: slices.Clone(value.Index)}
	}
	return kept
}

func runProgram(t testing.TB, p *native.Program, values weights, batch runtime.Batch) tensors {
	t.Helper()
	outputs, err := p.Run(values, batch)
	require.NoError(t, err)
	return copied(outputs)
}
