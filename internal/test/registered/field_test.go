package registered

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/system"
)

// TestFieldsThatADescriptionLacks: a registered model that reads a field which its description
// lacks is refused, and one whose description has it takes the data's field or the default.
func TestFieldsThatADescriptionLacks(t *testing.T) {
	heavy := func(w *graph.Writer) {
		w.AddLayer(graph.Layer{Position: w.Mul(w.Inputs.Position, w.Field(system.Mass))})
	}
	require.NoError(t, builder.Register("careless", config.Description{}, heavy))
	require.NoError(t, builder.Register("heavy", config.Description{Fields: []*system.Field{system.Mass}}, heavy))

	own := config.Config{Model: "careless", Form: config.Published, Layers: 1, Hidden: 4}
	_, err := builder.New(own, false)
	require.ErrorContains(t, err, `the model careless reads the field "mass", which its Description.Fields lacks`)
	for _, fields := range [][]string{nil, {"mass"}} {
		own.Model, own.Fields = "heavy", fields
		model, err := builder.New(own, false)
		require.NoError(t, err)
		require.Equal(t, fields != nil, model.Module.Main.Input("mass") != nil)
	}
}
