package registered

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
)

// still writes a model whose particles stay where they are, except for a weight.
func still(w *graph.Writer) {
	scale := w.Linear("scale", w.Embedding(), 3)
	w.AddLayer(graph.Layer{Position: w.Add(w.Inputs.Position, w.Name("moved", scale))})
}

func TestRegister(t *testing.T) {
	require.NoError(t, builder.Register("still", config.Description{Summary: "nothing moves", Symmetry: "translations"}, still))
	require.Contains(t, config.Models(), "still")
	require.Equal(t, "nothing moves", config.Describe("still").Summary)
	c := config.Config{Model: "still", Form: config.Published, Layers: 1, Hidden: 4}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	require.Equal(t, 1*4+4+4*3+3, model.Count())
	var inputs []string
	for _, input := range model.Module.Main.Inputs {
		if !input.Param {
			inputs = append(inputs, input.Name)
		}
	}
	require.Equal(t, []string{"position", "velocity"}, inputs, "unused inputs are none of the module")
	for name, bound := range map[string]float64{"embedding/weight": 1, "scale/weight": 0.5, "scale/bias": 0.5} {
		for _, value := range model.Draw(1)[name] {
			require.LessOrEqual(t, value, float32(bound), name)
			require.GreaterOrEqual(t, value, float32(-bound), name)
		}
	}
	parsed, err := config.ParseConfig([]byte(`{"model":"still"}`))
	require.NoError(t, err)
	require.Equal(t, "still", parsed.Model)

	for message, register := range map[string]func() error{
		`there is a model "gmn" already`:   func() error { return builder.Register("gmn", config.Description{}, still) },
		`there is a model "still" already`: func() error { return builder.Register("still", config.Description{}, still) },
		`cannot be called "My Model"`:      func() error { return builder.Register("My Model", config.Description{}, still) },
		`cannot be called ""`:              func() error { return builder.Register("", config.Description{}, still) },
		`"empty" writes nothing`:           func() error { return builder.Register("empty", config.Description{}, nil) },
	} {
		require.ErrorContains(t, register(), message)
	}
}

func TestAModelWithoutAnEnd(t *testing.T) {
	config := config.Config{Model: "own"}
	for _, write := range []func(w *graph.Writer){
		func(*graph.Writer) {},
		func(w *graph.Writer) { w.AddLayer(graph.Layer{Features: w.Inputs.Velocity}) },
	} {
		_, err := graph.Own(config, false, write)
		require.ErrorContains(t, err, "the model own has no last position: its writer ends with AddLayer, or has an Energy or another Result")
	}
	_, err := graph.Own(config, false, func(w *graph.Writer) { w.RadialFeatures(w.Length(w.Inputs.Velocity), 1, 5) })
	require.ErrorContains(t, err, "1 radial features up to 5: there are 2 or more, up to a distance above 0")
}
