package builder_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/moving"
	"gmnc/internal/test/variants"
	"gmnc/ir"
)

// TestGradients compares, for every model, the derivative along a random
// direction of all weights at once with the quotient of differences.
func TestGradients(t *testing.T) {
	for _, config := range variants.All(2, 8) {
		t.Run(variants.Name(config), func(t *testing.T) {
			m := moving.NewModel(t, config)
			var names []string
			for _, param := range m.Params {
				names = append(names, param.Name)
			}
			module := moving.WithLoss(t, m)
			gradient, _, err := ir.Gradient(module, "loss", names)
			require.NoError(t, err)
			source := rand.New(rand.NewPCG(9, 10))
			s := moving.Composition{Particles: 3, Sticks: 2, Hinges: 1}.Draw(source)
			outputs, err := ir.Eval(gradient, m.Inputs(s), nil)
			require.NoError(t, err)

			direction, slope := map[string][]float64{}, 0.0
			for _, name := range names {
				for i := range m.Weights[name].Float {
					along := source.NormFloat64()
					direction[name] = append(direction[name], along)
					if partial, ok := outputs["grad/"+name]; ok {
						slope += along * partial.Float[i]
					}
				}
			}
			at := func(steps float64) float64 { return m.Moved(direction, steps*moving.Difference).Loss(t, module, s) }
			quotient := (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * moving.Difference)
			require.InEpsilon(t, quotient, slope, moving.DifferenceError)
		})
	}
}
