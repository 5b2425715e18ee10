package formulas_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/formulas"
	"gmnc/ir"
)

// TestForces holds every formula to its value at a distance of 2, by hand.
func TestForces(t *testing.T) {
	wants := map[string]struct {
		constants map[string]float64
		want      float64
	}{
		"constant":           {map[string]float64{"F": 3}, 3},
		"power":              {map[string]float64{"A": 5, "n": 3}, 5. / 8},
		"power with a core":  {map[string]float64{"A": 5, "n": 3, "c": 4}, 5. / 64},
		"spring":             {map[string]float64{"k": 3, "l": 7}, 15},
		"Yukawa":             {map[string]float64{"A": 5, "L": 4}, 5 * math.Exp(-0.5) * 1.5 / 4},
		"Lennard-Jones":      {map[string]float64{"epsilon": 3, "sigma": 2}, 24 * 3. / 2},
		"Morse":              {map[string]float64{"D": 3, "a": 2, "r0": 2.5}, 12 * (math.E*math.E - math.E)},
		"power and constant": {map[string]float64{"A": 5, "n": 3, "F": 7}, 5./8 + 7},
		"power and spring":   {map[string]float64{"A": 5, "n": 3, "k": 3, "l": 7}, 5./8 + 15},
		"two powers":         {map[string]float64{"A": 5, "n": 3, "B": 7, "m": 2}, 5./8 + 7./4},
	}
	require.Equal(t, slices.Sorted(maps.Keys(formulas.All)), slices.Sorted(maps.Keys(wants)))
	for name, c := range wants {
		form := formulas.All[name]
		require.Equal(t, slices.Sorted(maps.Keys(c.constants)), slices.Sorted(slices.Values(form.Constants)), name)
		m := ir.SampleModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			constants := map[string]*ir.Value{}
			for constant, value := range c.constants {
				constants[constant] = b.Scalar(value)
			}
			b.Output("force", form.Force(b, b.Input("r", ir.Floats(ir.Rows("particles"), 1)), constants))
		}))
		got, err := ir.Eval(m, map[string]ir.Tensor{"r": {Shape: []int{1, 1}, Float: []float64{2}}}, nil)
		require.NoError(t, err)
		require.InDelta(t, c.want, got["force"].Float[0], 1e-12, name)
	}
}
