package runtime_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// exceptions say, for each engine, which cases it cannot run and why.
var exceptions = map[string]map[string]string{}

const (
	// modelTolerance bounds the error of up to four layers in float32,
	// relative to the largest entry; the largest seen is 9e-7.
	modelTolerance = 3e-6
	// gradientTolerance does the same for gradients. They are sums over a
	// batch, of which some nearly cancel: with other weights than those drawn
	// here a whole weight's gradient is off by 1e-4, with these by 7e-6. One of
	// se3-transformer's on sparse graphs, of weights from seed 8, is off by 2e-3
	// on some engines: a ReLU's input is within rounding of 0, and the
	// interpreter jumps between the same two values when weights change by 3e-8.
	gradientTolerance = 3e-5
	// attentionFactor widens both for attention: layer normalizations of few
	// channels divide by how little these may differ (a velocity is off by
	// 5e-6), and what scores receive adds up to 0 over a particle's neighbors,
	// so that gradients of keys nearly cancel (1.5e-4 of a weight's, which
	// is 1e-6 of the loss).
	attentionFactor = 10
)

// tolerance returns the tolerance of a model.
func tolerance(config config.Config, most float64) float64 {
	if config.Model == "se3-transformer" {
		return attentionFactor * most
	}
	return most
}

// TestConformance holds every engine to the interpreter: on every operator
// of the table, on whole models, and on the graphs of their gradients, which
// are graphs like any other. The interpreter itself made what models must give, and no
// file has a padded one.
func TestConformance(t *testing.T) {
	ops, err := conformance.Ops(1)
	require.NoError(t, err)
	models := slices.Concat(modelCases(t), gradientCases(t), sparseCases(t), forestCases(t))
	eachMode(t, func(t *testing.T, m runtime.Mode) {
		t.Parallel()
		cases := slices.Concat(ops, models)
		if m.Name == engines.Reference().Name {
			cases = ops
		} else if engine, _ := engines.Named(m.Name); engine.OpenFile != nil && len(engine.Modes) == 0 {
			cases = slices.DeleteFunc(cases, func(c conformance.Case) bool { return strings.Contains(c.Name, "_padded/") })
		}
		conformance.Run(t, cases, m.Open, exceptions[m.Name])
	})
}

// modelConfigs are all models, and the paper's of one layer and several.
func modelConfigs() map[string]config.Config {
	configs := allConfigs(2, 8)
	configs["gmn/published/1x4"] = smallConfig(config.Published, 1, 4)
	configs["gmn/published/4x16"] = smallConfig(config.Published, 4, 16)
	return configs
}

func modelCases(t *testing.T) (cases []conformance.Case) {
	configs := modelConfigs()
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		model, values := newModel(t, configs[name], false, 1)
		cases = append(cases, batchCases(t, name, model.Module, run.WithShapes(model, values), uniform(configs[name], fixtures.Compositions), predict.Inputs, tolerance(configs[name], modelTolerance))...)
		padded, values := newModel(t, configs[name], true, 2)
		cases = append(cases, batchCases(t, name+"_padded", padded.Module, run.WithShapes(padded, values), mixed(configs[name]), predict.Inputs, tolerance(configs[name], modelTolerance))...)
	}
	return cases
}

// gradientCases are the training objective with its gradient by every
// weight that it depends on.
func gradientCases(t *testing.T) (cases []conformance.Case) {
	configs := allConfigs(2, 8)
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		for _, padded := range []bool{false, true} {
			model, values := newModel(t, configs[name], padded, 7)
			objective, err := train.Objective(model)
			require.NoError(t, err)
			module, _, err := ir.Gradient(objective, "loss", slices.Sorted(maps.Keys(values)))
			require.NoError(t, err)
			inputs := func(b *system.Batch) runtime.Batch { return train.ObjectiveInputs(b, padded) }
			batches, suffix := uniform(configs[name], byThemselves), "_gradient"
			if padded {
				batches, suffix = mixed(configs[name]), "_gradient_padded"
			}
			cases = append(cases, batchCases(t, name+suffix, module, run.WithShapes(model, values), batches, inputs, tolerance(configs[name], gradientTolerance))...)
		}
	}
	return cases
}

// sparseCases are models on listed neighbors with features, and the
// gradients of their objectives.
func sparseCases(t *testing.T) (cases []conformance.Case) {
	configs := allConfigs(2, 8)
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		config := configs[name]
		config.Sparse, config.NoCharge = true, true
		config.NodeFeatures, config.EdgeFeatures = []string{"z"}, []string{"hop", "order"}
		batches := mixed(config)
		for i := range batches {
			batches[i].samples = fixtures.Sparse(config, batches[i].samples, 6)
		}
		model, values := newModel(t, config, false, 9)
		weights := run.WithShapes(model, values)
		cases = append(cases, batchCases(t, name+"_sparse", model.Module, weights, batches, predict.Inputs, tolerance(config, modelTolerance))...)
		objective, err := train.Objective(model)
		require.NoError(t, err)
		module, _, err := ir.Gradient(objective, "loss", slices.Sorted(maps.Keys(values)))
		require.NoError(t, err)
		inputs := func(b *system.Batch) runtime.Batch { return train.ObjectiveInputs(b, true) }
		cases = append(cases, batchCases(t, name+"_sparse_gradient", module, weights, batches, inputs, tolerance(config, gradientTolerance))...)
	}
	return cases
}

// batch is a set of systems with a name.
type batch struct {
	name    string
	samples []system.Sample
}

// byThemselves is each kind of object without others; of gradients, which take
// long to compile for each composition, a batch of all sizes has the rest.
var byThemselves = []system.Composition{{1}, {0, 2}, {0, 0, 2}}

// uniform are batches of one composition each, and one system by itself; a
// batch of single particles has no edges. Models on tensors, of which larger
// batches take seconds each, have systems by themselves alone.
func uniform(c config.Config, compositions []system.Composition) (batches []batch) {
	first := fixtures.Compositions[0]
	count := 1
	if config.Describe(c.Model).Degrees == 0 {
		batches = append(batches, batch{describe(first, 1), fixtures.Samples(first, 1, 4)})
		count = 3
	}
	for _, composition := range compositions {
		batches = append(batches, batch{describe(composition, count), fixtures.Samples(composition, count, 4)})
	}
	return batches
}

// mixed is a batch of systems of all sizes; for models on tensors, whose
// gradients take seconds there, of two.
func mixed(c config.Config) []batch {
	all := allSizes()
	if config.Describe(c.Model).Degrees == 0 {
		return []batch{{"all", all}}
	}
	return []batch{{"two", []system.Sample{all[1], all[3]}}}
}

func allSizes() (all []system.Sample) {
	for _, composition := range fixtures.Compositions {
		all = append(all, fixtures.Samples(composition, 1, 5)...)
	}
	return all
}

func batchCases(t *testing.T, name string, m *ir.Module, params tensors, batches []batch,
	inputs func(*system.Batch) runtime.Batch, tolerance float64) (cases []conformance.Case) {
	for _, b := range batches {
		c, err := conformance.NewCase(name+"/"+b.name, m, params, inputs(system.NewBatch(b.samples)), tolerance)
		require.NoError(t, err)
		cases = append(cases, c)
	}
	return cases
}
