package train

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/builder"
	"gmnc/internal/golden"
	"gmnc/ir"
	"gmnc/runtime"
)

// adamStep is what float32 weights may be off after ten steps of Adam, in
// steps, which are of the learning rate's size whatever the gradient's:
// where a gradient is near Adam's epsilon, 1e-8, its rounding to float32
// decides on a part of the step. Gorgonia's solver is off by up to 2e-3 of
// a step on these cases, ours by up to 1e-3.
const adamStep = 5e-3

// parameter is what a gorgonia.Solver steps.
type parameter struct {
	name            string
	value, gradient G.Value
}

func (p *parameter) Name() string           { return p.name }
func (p *parameter) Value() G.Value         { return p.value }
func (p *parameter) Grad() (G.Value, error) { return p.gradient, nil }

// TestTenStepsOfAdam feeds both solvers the float64 gradients, which are
// the published ones at the first step and of the weights that they have
// reached at the others: the weights are the published ones after one step
// and after ten.
func TestTenStepsOfAdam(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		for name, solver := range solvers {
			t.Run(name, func(t *testing.T) {
				config, weights := c.Weights()
				model, err := builder.New(config, false)
				require.NoError(t, err)
				objective, err := Objective(model)
				require.NoError(t, err)
				names := slices.Sorted(maps.Keys(c.Gradients()))
				module, _, err := ir.Gradient(objective, "loss", names)
				require.NoError(t, err)
				stepTen(t, c, module, WithShapes(model, weights), names, solver())
			})
		}
	})
}

func stepTen(t *testing.T, c *golden.Case, module *ir.Module, weights map[string]runtime.Tensor, names []string, solver G.Solver) {
	inputs := c.Inputs()
	for step := 1; step <= 10; step++ {
		for name, weight := range weights {
			inputs[name] = runtime.Widen(weight)
		}
		outputs, err := ir.Eval(module, inputs, nil)
		require.NoError(t, err)
		var model []G.ValueGrad
		for _, name := range names {
			weight := weights[name]
			model = append(model, &parameter{name,
				dense(weight.Float, weight.Shape), dense(runtime.Narrow(outputs["grad/"+name]).Float, weight.Shape)})
		}
		require.NoError(t, solver.Step(model))
		if step == 1 || step == 10 {
			for name, want := range c.WeightsAfter(step) {
				requireStepped(t, name, want, weights[name].Float)
			}
		}
	}
}

func requireStepped(t *testing.T, name string, want, got []float32) {
	t.Helper()
	require.Len(t, got, len(want), name)
	for i := range want {
		steps := math.Abs(float64(got[i])-float64(want[i])) / publishedRate
		if !(steps <= adamStep) {
			t.Errorf("%s[%d] is %g; the published implementation has %g: off by %.2g of a step", name, i, got[i], want[i], steps)
			return
		}
	}
}

// dense is a tensor over data, which the solver steps in place.
func dense(data []float32, shape []int) G.Value {
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}
