package onnxgo

import (
	"maps"
	"slices"
	"testing"

	"gmnc/runtime"

	"github.com/stretchr/testify/require"
)

// roundingTolerance, relative to the largest entry, allows for the order in
// which a few float32 numbers are added.
const roundingTolerance = 1e-6

func TestOperators(t *testing.T) {
	for _, c := range allCases() {
		for _, source := range []string{"inputs", "initializers"} {
			t.Run(c.name()+"/"+source, func(t *testing.T) { c.check(t, source == "inputs") })
		}
	}
}

func (c operatorCase) check(t *testing.T, fed bool) {
	graph, inputs := c.model(fed)
	s, err := Open(encode(t, modelOf(graph)))
	var got map[string]runtime.Tensor
	if err == nil {
		got, err = s.Run(inputs)
	}
	if c.err != "" {
		require.ErrorContains(t, err, c.err)
		require.ErrorContains(t, err, `"the `+c.operator+`"`)
		return
	}
	require.NoError(t, err)
	for _, out := range got {
		requireSame(t, c.want, out)
	}
}

func requireSame(t *testing.T, want value, got runtime.Tensor) {
	t.Helper()
	require.Len(t, got.Shape, len(want.shape), "got %v", got)
	require.Equal(t, append([]int{}, want.shape...), append([]int{}, got.Shape...))
	switch data := want.data.(type) {
	case []float32:
		require.Len(t, got.Float, len(data))
		largest := float32(0)
		for _, x := range data {
			largest = max(largest, x, -x)
		}
		for i := range data {
			if data[i] != got.Float[i] { // equal infinities have no difference
				require.InDelta(t, data[i], got.Float[i], float64(largest)*roundingTolerance, "element %d", i)
			}
		}
	case []int64:
		require.Equal(t, append([]int64{}, data...), append([]int64{}, got.Index...))
	case []bool:
		numbers := []int64{}
		for _, x := range data {
			numbers = append(numbers, zeroOrOne(x))
		}
		require.Equal(t, numbers, append([]int64{}, got.Index...))
	}
}

func TestEveryOperatorHasACase(t *testing.T) {
	tested := map[string]bool{}
	for _, c := range allCases() {
		if c.err == "" {
			tested[c.operator] = true
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(operators)), slices.Sorted(maps.Keys(tested)))
}

func allCases() []operatorCase {
	return slices.Concat(mapCases(), arithmeticCases(), comparisonCases(), layoutCases(), movementCases(),
		padCases(), indexCases(), scatterCases(), matrixCases(), reductionCases(), lineCases())
}

// s writes a shape.
func s(extents ...int) []int { return extents }
