package runtime_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/variants"
	"gmnc/onnx"
	"gmnc/system"
)

// forceGain makes up for the small weights (gain 0.001) with which forces
// start, so that they move particles by a tenth of the system's extent and
// more. In the paper's form they are sums over neighbors and not means.
func forceGain(c config.Config) float32 {
	if c.Form == config.Paper {
		return 100
	}
	return 1000
}

// newModel builds a model whose forces matter, with weights from a seed.
func newModel(t testing.TB, config config.Config, padded bool, seed uint64) (*graph.Model, weights) {
	t.Helper()
	model, err := builder.New(config, padded)
	require.NoError(t, err)
	return model, fixtures.Weights(model, seed, forceGain(config))
}

// exported writes the model as users run it.
func exported(t testing.TB, model *graph.Model, values weights, opset int) []byte {
	t.Helper()
	file, err := export.Model(model.Module, values, export.Info{Opset: opset, Config: "{}"})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(file))
	return file
}

// allConfigs are all models in all their forms, by a name. A degree of
// features has four channels at least: what a layer normalization of two
// gives is 1 and -1, and what it lets through of gradients is rounding.
func allConfigs(layers, hidden int) map[string]config.Config {
	all := map[string]config.Config{}
	for _, config := range variants.Forms(layers, hidden) {
		all[variants.Name(config)] = config
	}
	return all
}

func smallConfig(form string, layers, hidden int) config.Config {
	return config.Config{Model: "gmn", Form: form, Layers: layers, Hidden: hidden}
}

func describe(composition system.Composition, batch int) string {
	return fmt.Sprintf("(%s)x%d", composition, batch)
}
