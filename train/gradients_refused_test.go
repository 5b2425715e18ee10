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

// TestGradientsOfNothing: a model without positions and energies has no objective, and so no gradients.
func TestGradientsOfNothing(t *testing.T) {
	model, err := builder.New(config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 2}, false)
	require.NoError(t, err)
	outputs := model.Module.Main.Outputs
	for i := range outputs {
		outputs[i].Name = "nothing"
	}
	module, params, err := Gradients(model, run.PaperOptions())
	require.ErrorContains(t, err, "has neither positions nor an energy to train on")
	require.Nil(t, module)
	require.Nil(t, params)
	_, err = Objective(model)
	require.ErrorContains(t, err, "the model egnn has neither positions nor an energy to train on")
}
