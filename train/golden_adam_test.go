package train

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/golden"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// adamStep is what float32 weights may be off after ten steps of Adam, in
// steps, which are of the learning rate's size whatever the gradient's:
// where a gradient is near Adam's epsilon, 1e-8, its rounding to float32
// decides on a part of the step. Gorgonia's solver is off by up to 2e-3 of
// a step on these cases, ours by up to 1e-3.
const adamStep = 5e-3

// TestTenStepsOfAdam feeds both solvers the float64 gradients, which are
// the published ones at the first step and of the weights that they have
// reached at the others: the weights are the published ones after one step
// and after ten.
func TestTenStepsOfAdam(t *testing.T) {
	golden.RunSmall(t, func(t *testing.T, c *golden.Case) {
		for name, solver := range map[string]runtime.Solver{"ours": publishedSolver, "of the library": librarySolver} {
			t.Run(name, func(t *testing.T) {
				config, weights := c.Weights()
				model, err := builder.New(config, false)
				require.NoError(t, err)
				objective, err := Objective(model)
				require.NoError(t, err)
				module, _, err := ir.Gradient(objective, "loss", slices.Sorted(maps.Keys(c.Gradients())))
				require.NoError(t, err)
				stepTen(t, c, module, run.WithShapes(model, weights), solver)
			})
		}
	})
}

// stepper is a trainer of parameters that have published gradients. Its own
// loss, the sum of all their elements, is of no matter.
func stepper(t *testing.T, c *golden.Case, module *ir.Module, weights map[string]runtime.Tensor, solver runtime.Solver) runtime.Trainer {
	t.Helper()
	stepped, sum := map[string]runtime.Tensor{}, &ir.Module{Name: "sum"}
	require.NoError(t, ir.Build(sum, func(b *ir.Builder) {
		loss := b.Scalar(0)
		for _, name := range slices.Sorted(maps.Keys(c.Gradients())) {
			stepped[name] = weights[name]
			loss = b.Add(loss, b.SumRows(b.SumColumns(b.Param(name, module.Main.Input(name).Type))))
		}
		b.Output(runtime.LossName, loss)
	}))
	trainer, err := engines.Trainer().Modes[0].Train(sum, stepped, solver)
	require.NoError(t, err)
	return trainer
}

func stepTen(t *testing.T, c *golden.Case, module *ir.Module, weights map[string]runtime.Tensor, solver runtime.Solver) {
	trainer := stepper(t, c, module, weights, solver)
	defer trainer.Close()
	inputs := c.Inputs()
	for name, weight := range weights {
		inputs[name] = runtime.Widen(weight)
	}
	for step := 1; step <= 10; step++ {
		for name, weight := range trainer.Params() {
			inputs[name] = runtime.Widen(weight)
		}
		outputs, err := ir.Eval(module, inputs, nil)
		require.NoError(t, err)
		gradients := &runtime.Gradients{ByParam: map[string]runtime.Tensor{}}
		for name, value := range outputs {
			if param, ok := strings.CutPrefix(name, "grad/"); ok {
				gradients.ByParam[param] = runtime.Narrow(value)
			}
		}
		require.NoError(t, trainer.Step(gradients))
		if step == 1 || step == 10 {
			maps.Copy(weights, trainer.Params())
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
