package builder_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/variants"
	"gmnc/ir"
)

const (
	// difference is the step of the difference quotients below.
	difference = 1e-5
	// differenceError bounds the quotient's error relative to the
	// derivative: the fourth power of the step times fifth derivatives, which
	// large weights make large, and rounding over the step, 1e-11.
	differenceError = 1e-6
)

// TestGradients compares, for every model, the derivative along a random
// direction of all weights at once with the quotient of differences.
func TestGradients(t *testing.T) {
	for _, config := range variants.All(2, 8) {
		t.Run(variants.Name(config), func(t *testing.T) {
			m := newModel(t, config)
			var names []string
			for _, param := range m.Params {
				names = append(names, param.Name)
			}
			module := withLoss(t, m)
			gradient, _, err := ir.Gradient(module, "loss", names)
			require.NoError(t, err)
			source := rand.New(rand.NewPCG(9, 10))
			s := composition{3, 2, 1}.draw(source)
			outputs, err := ir.Eval(gradient, m.inputs(s), nil)
			require.NoError(t, err)

			direction, slope := map[string][]float64{}, 0.0
			for _, name := range names {
				for i := range m.weights[name].Float {
					along := source.NormFloat64()
					direction[name] = append(direction[name], along)
					if partial, ok := outputs["grad/"+name]; ok {
						slope += along * partial.Float[i]
					}
				}
			}
			at := func(steps float64) float64 { return m.moved(direction, steps*difference).loss(t, module, s) }
			quotient := (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * difference)
			require.InEpsilon(t, quotient, slope, differenceError)
		})
	}
}

// withLoss adds the sum of the squares of all predicted coordinates.
func withLoss(t *testing.T, m model) *ir.Module {
	t.Helper()
	module := m.Module.Clone()
	require.NoError(t, ir.Extend(module, func(b *ir.Builder) {
		b.Output("loss", b.SumRows(b.SumColumns(b.Square(module.Main.Output("position")))))
	}))
	return module
}

// moved is the model with its weights moved along a direction.
func (m model) moved(direction map[string][]float64, step float64) model {
	weights := map[string]ir.Tensor{}
	for name, weight := range m.weights {
		moved := ir.Tensor{Shape: weight.Shape}
		for i, value := range weight.Float {
			moved.Float = append(moved.Float, value+step*direction[name][i])
		}
		weights[name] = moved
	}
	return model{m.Model, weights}
}

func (m model) loss(t *testing.T, module *ir.Module, s particles) float64 {
	t.Helper()
	outputs, err := ir.Eval(module, m.inputs(s), nil)
	require.NoError(t, err)
	return outputs["loss"].Float[0]
}
