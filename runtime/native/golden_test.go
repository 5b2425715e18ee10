package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/golden"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// Tolerances of float32 against the published float64 numbers, relative to
// the largest entry of an array.
const (
	// publishedValues is a few tens of roundings (6e-8) over four layers.
	publishedValues = 5e-6
	// publishedGradients: backward sums over all edges, which cancel.
	publishedGradients = 1e-4
)

// TestPublishedNumbers holds outputs, loss and gradients to the published
// implementation's, on the first run and on the third.
func TestPublishedNumbers(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		config, values := c.Weights()
		model, err := builder.New(config, false)
		require.NoError(t, err)
		program := compile(t, gradientOf(t, model), native.Options{})
		batch := c.Batch()
		want := map[string][]float64{"position": c.Float("out/x"), "velocity": c.Velocity(), "loss": c.Float("out/loss")}
		for range 3 {
			got := runProgram(t, program, values, batch)
			for name, numbers := range want {
				requireClose(t, name, numbers, got[name], publishedValues)
			}
			for name, numbers := range c.Gradients() {
				requireClose(t, "grad/"+name, numbers, got["grad/"+name], publishedGradients)
			}
		}
	})
}

func requireClose(t *testing.T, name string, want []float64, got runtime.Tensor, tolerance float64) {
	t.Helper()
	conformance.Compare(t, name, ir.Tensor{Shape: got.Shape, Float: want}, got, tolerance)
}
