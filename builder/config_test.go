package builder_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/variants"
	"gmnc/ir"
)

func TestDefaultConfig(t *testing.T) {
	want := config.Config{Model: "gmn", Form: config.Published, Layers: 4, Hidden: 64}
	require.Equal(t, want, config.DefaultConfig())
	require.NoError(t, want.Validate())
	parsed, err := config.ParseConfig([]byte(`{"clamp":"length"}`))
	require.NoError(t, err)
	require.Equal(t, want, parsed)
}

func TestParseConfig(t *testing.T) {
	parsed, err := config.ParseConfig([]byte(`{"form":"paper","layers":2,"hidden":16,"clamp":"length"}`))
	require.NoError(t, err)
	require.Equal(t, config.Config{Model: "gmn", Form: config.Paper, Layers: 2, Hidden: 16}, parsed)
	for text, want := range map[string]string{
		"":                  "the model configuration is not right: it is empty",
		"[]":                "the model configuration is not right: the whole of it is a list: expected an object",
		`{"layers":"four"}`: "the model configuration is not right: layers is the text \"four\": expected a whole number",
		`{"layers":2.5}`:    "the model configuration is not right: layers is 2.5: expected a whole number",
		`{"width":64}`:      `the model configuration is not right: json: unknown field "width"`,
		`{"layers":0}`:      "0 layers: a model has 1 to 2000",
	} {
		_, err := config.ParseConfig([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

func TestConfigsOfNoModel(t *testing.T) {
	for want, change := range map[string]func(c *config.Config){
		`there is no model "GMN"; known: `:                   func(c *config.Config) { c.Model = "GMN" },
		`there is no form "thesis"; known: published, paper`: func(c *config.Config) { c.Form = "thesis" },
		"form paper does not go with model linear: it has the form published only": func(c *config.Config) {
			c.Model, c.Form = "linear", config.Paper
		},
		"hidden 5 does not go with model tfn: its 3 degrees of features share the width, and LayerNorm makes the only channel of a degree zero; use 6 or more": func(c *config.Config) {
			c.Model, c.Hidden = "tfn", 5
		},
		"0 layers: a model has 1 to 2000":               func(c *config.Config) { c.Layers = 0 },
		"2001 layers: a model has 1 to 2000":            func(c *config.Config) { c.Layers = 2001 },
		"a hidden width of -1: it is 1 to 8192":         func(c *config.Config) { c.Hidden = -1 },
		"a hidden width of 1000000000: it is 1 to 8192": func(c *config.Config) { c.Hidden = 1e9 },
	} {
		config := config.DefaultConfig()
		change(&config)
		_, err := builder.New(config, false)
		require.ErrorContains(t, err, want)
	}
}

// TestEveryWidthAndDepth builds; a model of width and depth 1 too.
func TestEveryWidthAndDepth(t *testing.T) {
	for _, c := range append(variants.All(1, 1), variants.All(7, 3)...) {
		for _, padded := range []bool{false, true} {
			m, err := builder.New(c, padded)
			require.NoError(t, err)
			if !config.Describe(c.Model).Sizeless {
				layers := c.Layers
				if c.Model == "se3-transformer" {
					layers++ // from features to a vector
				}
				require.Len(t, m.Layers, layers)
			}
			require.Equal(t, padded, m.Module.Main.Input("edge_mask") != nil)
			_, err = ir.Optimize(m.Module)
			require.NoError(t, err)
		}
	}
}

// TestCount: the published models have as many weights.
func TestCount(t *testing.T) {
	for name, want := range map[string]int{
		"gmn": 204_952, "egnn": 134_276, "gnn": 104_643, "rf": 2_308, "linear": 1,
	} {
		config := config.DefaultConfig()
		config.Model = name
		m, err := builder.New(config, false)
		require.NoError(t, err)
		require.Equal(t, want, m.Count(), name)
		count := 0
		for _, values := range m.Draw(1) {
			count += len(values)
		}
		require.Equal(t, want, count, name)
	}
}

func TestDraw(t *testing.T) {
	for _, config := range variants.All(2, 64) {
		t.Run(variants.Name(config), func(t *testing.T) {
			m, err := builder.New(config, false)
			require.NoError(t, err)
			padded, err := builder.New(config, true)
			require.NoError(t, err)
			first := m.Draw(1)
			require.Equal(t, first, m.Draw(1))
			require.Equal(t, first, padded.Draw(1), "padding changes no weight")
			require.Len(t, first, len(m.Params))
			require.Len(t, slices.Collect(maps.Keys(first)), len(m.Module.Main.Params()))
			other := m.Draw(2)
			for _, param := range m.Params {
				require.Len(t, first[param.Name], param.Rows*param.Columns, param.Name)
				requireDrawn(t, param, first[param.Name], other[param.Name])
			}
		})
	}
}

// requireDrawn requires two seeds' values of a weight to be of its
// distribution.
func requireDrawn(t *testing.T, param graph.Param, values, other []float32) {
	t.Helper()
	if param.Bound == 0 && param.Deviation == 0 {
		for _, value := range values {
			require.Equal(t, float32(param.Mean), value, param.Name)
		}
		return
	}
	require.NotEqual(t, values, other, param.Name)
	if param.Deviation > 0 {
		return // without bounds
	}
	largest := 0.0
	for _, value := range values {
		largest = max(largest, math.Abs(float64(value)-param.Mean))
	}
	require.LessOrEqual(t, largest, param.Bound*(1+1e-7), param.Name)
	if len(values) >= 64 {
		require.Greater(t, largest, 0.9*param.Bound, param.Name)
	}
}

// TestBounds of the distributions that weights are drawn from: 1/sqrt(in)
// for all but the last coordinate weight, which is Xavier's of gain 0.001.
func TestBounds(t *testing.T) {
	m, err := builder.New(config.DefaultConfig(), false)
	require.NoError(t, err)
	bounds := map[string]float64{}
	for _, param := range m.Params {
		bounds[param.Name] = param.Bound
	}
	for name, want := range map[string]float64{
		"embedding/weight":                     1,
		"embedding/bias":                       1,
		"layer0/edge/linear1/weight":           0.08703882797784893, // 132 in
		"layer0/edge/linear1/bias":             0.08703882797784893,
		"layer3/node/linear1/weight":           0.07216878364870322, // 192 in
		"layer1/hinge_force/linear1/weight":    1.0 / 3,
		"layer1/stick_force/linear1/weight":    1,
		"layer2/coordinate/linear1/weight":     0.125,
		"layer2/coordinate/linear2/weight":     0.001 * 0.3038218101251,
		"layer2/angular_velocity/linear2/bias": 0.125,
	} {
		require.InEpsilon(t, want, bounds[name], 1e-12, name)
	}
}
