package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/run"
)

// TestGradientsRefused: without the data no loss is known that needs their length or their median error.
func TestGradientsRefused(t *testing.T) {
	model, err := builder.New(config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 2}, false)
	require.NoError(t, err)
	options := run.PaperOptions()
	_, params, err := Gradients(model, options)
	require.NoError(t, err)
	require.NotEmpty(t, params)
	options.Loss = run.Cauchy
	module, _, err := Gradients(model, options)
	require.ErrorContains(t, err, "loss cauchy needs the length of the training data")
	require.Nil(t, module)
	model.Config.Length = 2
	_, _, err = Gradients(model, options)
	require.ErrorContains(t, err, "loss cauchy needs the median error that a training begins with")
	options.CauchyLength = 0.5
	_, _, err = Gradients(model, options)
	require.NoError(t, err)
}
