package builder_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
)

// TestRefusedRegistrations: a model that writes nothing, and one whose name is taken, are not registered.
func TestRefusedRegistrations(t *testing.T) {
	require.EqualError(t, builder.Register("nothing", config.Description{}, nil), `the model "nothing" writes nothing: it lacks the function that writes it`)
	require.NotContains(t, config.Models(), "nothing")
	require.ErrorContains(t, builder.Register("gmn", config.Description{}, func(*graph.Writer) {}), `"gmn"`)
	model, err := builder.New(config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}, false)
	require.NoError(t, err)
	require.NotEmpty(t, model.Params, "the model of the table is still there")
}
