package gorgonia

import (
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/internal/test/conformance"
	"gmnc/internal/test/golden"
	"gmnc/ir"
	"gmnc/runtime"
)

const (
	learnRate   = 5e-4
	weightDecay = 1e-2

	// adamTolerance bounds the error of a few dozen float32 steps, relative
	// to the largest weight: each rounds it by up to 6e-8.
	adamTolerance = 1e-6
	// stockTolerance is wider: the stock solver takes 1 - beta2 of the
	// float32 nearest to 0.999, which is off by 5e-5, and so is off by
	// 2.5e-5 of every update; an update may be as large as the weights.
	stockTolerance = 3e-5
)

// quantities is a fixed set of parameters with gradients of every size.
func quantities(random *rand.Rand) map[string][]float32 {
	values := map[string][]float32{"b": make([]float32, 5), "a": make([]float32, 12), "c": make([]float32, 1)}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for i := range values[name] {
			values[name][i] = float32(random.NormFloat64() * math.Pow(10, float64(-i%4)))
		}
	}
	return values
}

// model wraps copies of weights and gradients as Gorgonia hands them to a
// solver, sorted by name.
func model(weights, gradients map[string][]float32) []G.ValueGrad {
	var all []G.ValueGrad
	for _, name := range slices.Sorted(maps.Keys(gradients)) {
		all = append(all, &weight{name,
			dense(weights[name], 1, len(weights[name])),
			dense(slices.Clone(gradients[name]), 1, len(gradients[name]))})
	}
	return all
}

func cloned(values map[string][]float32) map[string][]float32 {
	clone := map[string][]float32{}
	for name, value := range values {
		clone[name] = slices.Clone(value)
	}
	return clone
}

// reference is Adam in float64 for one parameter, from the formulas.
func reference(weights []float32, gradients [][]float32) []float64 {
	w, m, v := make([]float64, len(weights)), make([]float64, len(weights)), make([]float64, len(weights))
	for i := range w {
		w[i] = float64(weights[i])
		for t := range gradients {
			g := float64(gradients[t][i]) + weightDecay*w[i]
			m[i] += 0.1 * (g - m[i])
			v[i] += 0.001 * (g*g - v[i])
			mean, square := m[i]/(1-math.Pow(0.9, float64(t+1))), v[i]/(1-math.Pow(0.999, float64(t+1)))
			w[i] -= learnRate * mean / (math.Sqrt(square) + 1e-8)
		}
	}
	return w
}

func TestAdam(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	start := quantities(random)
	ours, stocks := cloned(start), cloned(start)
	adam, stock := newAdam(runtime.Solver{LearningRate: learnRate, WeightDecay: weightDecay}), stockAdam(runtime.Solver{LearningRate: learnRate, WeightDecay: weightDecay})
	history := map[string][][]float32{}
	for range 30 {
		gradients := quantities(random)
		for name, gradient := range gradients {
			history[name] = append(history[name], gradient)
		}
		require.NoError(t, adam.Step(model(ours, gradients)))
		require.NoError(t, stock.Step(model(stocks, gradients)))
	}
	for name := range start {
		want := ir.Tensor{Shape: []int{len(start[name])}, Float: reference(start[name], history[name])}
		conformance.Compare(t, name, want, runtime.Floats(ours[name], len(start[name])), adamTolerance)
		conformance.Compare(t, "stock "+name, want, runtime.Floats(stocks[name], len(start[name])), stockTolerance)
	}
}

// TestAdamPublished makes the first step that PyTorch makes from the
// published gradients.
func TestAdamPublished(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		for name, solver := range map[string]G.Solver{
			"ours": newAdam(runtime.Solver{LearningRate: 5e-4, WeightDecay: 1e-10}), "stock": stockAdam(runtime.Solver{LearningRate: 5e-4, WeightDecay: 1e-10}),
		} {
			_, weights := c.Weights()
			gradients := map[string][]float32{}
			for name, gradient := range c.Gradients() {
				gradients[name] = runtime.Narrow(ir.Tensor{Float: gradient}).Float
			}
			require.NoError(t, solver.Step(model(weights, gradients)))
			tolerance := map[string]float64{"ours": adamTolerance, "stock": stockTolerance}[name]
			for parameter, want := range c.WeightsAfter(1) {
				wide := runtime.Widen(runtime.Floats(want, len(want)))
				conformance.Compare(t, name+" "+parameter, wide, runtime.Floats(weights[parameter], len(want)), tolerance)
			}
		}
	})
}

// TestAdamResumes requires that a restored Adam continues to the same bits.
func TestAdamResumes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	weights := quantities(random)
	adam := newAdam(runtime.Solver{LearningRate: learnRate, WeightDecay: weightDecay})
	require.NoError(t, adam.Step(model(weights, quantities(random))))
	require.NoError(t, adam.Step(model(weights, quantities(random))))

	resumed := newAdam(runtime.Solver{LearningRate: learnRate, WeightDecay: weightDecay})
	require.NoError(t, resumed.Restore(adam.State()))
	resumedWeights, gradients := cloned(weights), quantities(random)
	require.NoError(t, adam.Step(model(weights, gradients)))
	require.NotEqual(t, weights, resumedWeights)
	require.NoError(t, resumed.Step(model(resumedWeights, gradients)))
	require.Equal(t, weights, resumedWeights)
	require.Equal(t, adam.State(), resumed.State())
	require.Equal(t, 3, resumed.State().Step)
}

func TestAdamRefuses(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	weights, gradients := quantities(random), quantities(random)
	adam := newAdam(runtime.Solver{LearningRate: learnRate, WeightDecay: weightDecay})
	require.NoError(t, adam.Step(model(weights, gradients)))
	before, state := cloned(weights), adam.State()

	gradients["c"] = make([]float32, 2)
	require.ErrorContains(t, adam.Step(model(weights, gradients)), "parameter c: 1 weights have 2 gradients and 1 moments")
	gradients["c"] = make([]float32, 1)
	repeated := append(model(weights, gradients), model(weights, gradients)...)
	require.ErrorContains(t, adam.Step(repeated), "two parameters with the name a")
	require.Equal(t, before, weights)
	require.Equal(t, state, adam.State())

	delete(state.Second, "c")
	require.ErrorContains(t, adam.Restore(state), "no state of Adam")
	state.Second["c"] = make([]float32, 2)
	require.ErrorContains(t, adam.Restore(state), "c has 1 first moments and 2 second")
}

// parameter is a parameter whose gradient may fail.
type parameter struct {
	value, gradient G.Value
	fails           error
}

func (p parameter) Value() G.Value         { return p.value }
func (p parameter) Grad() (G.Value, error) { return p.gradient, p.fails }

// named is a parameter with a name.
type named struct{ parameter }

func (named) Name() string { return "w" }

// TestAdamTakesNamedMatrices: a parameter has a name, and it and its gradient are dense matrices of float32.
func TestAdamTakesNamedMatrices(t *testing.T) {
	matrix, wide := dense([]float32{1, 2}, 1, 2), tensor.New(tensor.WithBacking([]float64{1, 2}))
	for _, c := range []struct {
		parameter G.ValueGrad
		err       string
	}{
		{named{parameter{matrix, matrix, nil}}, ""},
		{parameter{matrix, matrix, nil}, "a parameter of type gorgonia.parameter has no name; Adam keeps moments by name"},
		{named{parameter{matrix, nil, errors.New("no derivative")}}, "parameter w: no derivative"},
		{named{parameter{wide, matrix, nil}}, "parameter w: a dense float32 tensor is needed, not *tensor.Dense"},
		{named{parameter{G.NewF32(1), matrix, nil}}, "parameter w: a dense float32 tensor is needed, not *gorgonia.F32"},
		{named{parameter{matrix, wide, nil}}, "the gradient of parameter w: a dense float32 tensor is needed, not *tensor.Dense"},
	} {
		err := newAdam(runtime.Solver{LearningRate: learnRate}).Step([]G.ValueGrad{c.parameter})
		if c.err == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.err)
		}
	}
}
