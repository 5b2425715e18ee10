package native

import (
	"fmt"
	"math"
	"math/rand/v2"
	goruntime "runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/adam"
	"gmnc/runtime"
	"gmnc/runtime/native/kernels"
)

// onCores runs the test with each number of threads.
func onCores(t *testing.T, test func(t *testing.T)) {
	defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(0))
	for _, cores := range []int{1, 2, 8} {
		goruntime.GOMAXPROCS(cores)
		t.Run(fmt.Sprintf("%d cores", cores), test)
	}
}

// TestParts requires every element to be taken once.
func TestParts(t *testing.T) {
	onCores(t, func(t *testing.T) {
		lengths := []int{3, 0, 5*partLength + 7, partLength, 1}
		taken := make([][]int, len(lengths))
		for i, length := range lengths {
			taken[i] = make([]int, length)
		}
		var all inParts
		for range 2 {
			all.run(all.divide(lengths), func(_ int, p part) {
				for i := p.from; i < p.to; i++ {
					taken[p.vector][i]++
				}
			})
		}
		for i, length := range lengths {
			require.Equal(t, slices.Repeat([]int{2}, length), taken[i])
		}
		all.run(all.divide(nil), func(int, part) { t.Error("there is nothing to take") })
	})
}

// manyParts are weights, and others, of several parts.
func manyParts(seed uint64) map[string][]float32 {
	random := rand.New(rand.NewPCG(seed, 0))
	values := map[string][]float32{"a": make([]float32, 3), "b": make([]float32, 3*partLength+5), "c": make([]float32, partLength)}
	for _, name := range []string{"a", "b", "c"} {
		for i := range values[name] {
			values[name][i] = float32(random.NormFloat64())
		}
	}
	return values
}

// ofParts are updates of the values, sorted by name.
func ofParts(values, gradients map[string][]float32) (updates []Update) {
	for _, name := range []string{"a", "b", "c"} {
		updates = append(updates, Update{name, values[name], gradients[name]})
	}
	return updates
}

// TestAdamInParts requires the bits of one pass over each parameter.
func TestAdamInParts(t *testing.T) {
	const learningRate, weightDecay = 5e-4, 1e-2
	want, first, second := manyParts(1), map[string][]float32{}, map[string][]float32{}
	for step := range 3 {
		for name, gradient := range manyParts(uint64(step) + 2) {
			if step == 0 {
				first[name], second[name] = make([]float32, len(gradient)), make([]float32, len(gradient))
			}
			kernels.Adam(want[name], gradient, first[name], second[name], kernels.NewAdamStep(learningRate, weightDecay, adam.Decays{}, step+1))
		}
	}
	onCores(t, func(t *testing.T) {
		got, adam := manyParts(1), NewAdam(runtime.Solver{LearningRate: learningRate, WeightDecay: weightDecay})
		for step := range 3 {
			require.NoError(t, adam.Step(ofParts(got, manyParts(uint64(step)+2))))
		}
		require.Equal(t, want, got)
		require.Equal(t, runtime.SolverState{Step: 3, First: first, Second: second}, adam.State())
	})
}

// TestCheckFinite: the first parameter by name is found, wherever the
// number stands in it, and the loss before all.
func TestCheckFinite(t *testing.T) {
	onCores(t, func(t *testing.T) {
		values, adam := manyParts(1), NewAdam(runtime.Solver{})
		updates := ofParts(manyParts(2), values)
		require.NoError(t, adam.CheckFinite(1, updates))
		values["c"][0] = float32(math.NaN())
		require.EqualError(t, adam.CheckFinite(1, updates), "the gradient of c is not finite (the loss is 1)")
		values["b"][2*partLength+1] = float32(math.Inf(-1))
		require.EqualError(t, adam.CheckFinite(1, updates), "the gradient of b is not finite (the loss is 1)")
		require.EqualError(t, adam.CheckFinite(math.Inf(1), updates), "the loss is +Inf")
	})
}
