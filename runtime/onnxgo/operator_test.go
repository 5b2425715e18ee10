package onnxgo

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"gmnc/onnx"
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
		got, err = s.Run(runtime.Batch{Inputs: inputs})
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

// TestRowsHaveKernels holds the kernels against the table of operators.
func TestRowsHaveKernels(t *testing.T) {
	for name := range onnx.Operators {
		require.Contains(t, builders, name, "the operator has a row in onnx.Operators and no kernel here")
	}
	for name := range builders {
		require.Contains(t, onnx.Operators, name, "the operator has a kernel and no row in onnx.Operators")
	}
}

// TestKernelsReadTheirAttributes: kernels read the attributes of the row, no others.
func TestKernelsReadTheirAttributes(t *testing.T) {
	for name, build := range builders {
		a := newAttributes(onnx.Operators[name], nil)
		build(a)
		var row []string
		for _, p := range onnx.Operators[name].Parameters() {
			row = append(row, p.Name)
		}
		require.ElementsMatch(t, row, a.read, name)
	}
}

// TestKernelsTakeTheirTypes: whatever element types a row allows, the kernel
// computes with, and what it makes is of the type that the row says. Inputs are the
// inputs of the operator's cases, converted.
func TestKernelsTakeTheirTypes(t *testing.T) {
	computed, allowed := map[string]bool{}, map[string]bool{}
	for _, c := range allCases() {
		if c.err != "" {
			continue
		}
		for _, types := range typesLike(c.in) {
			want, err := onnx.Operators[c.operator].Result(types)
			if err != nil {
				continue
			}
			key := fmt.Sprint(c.operator, " of ", types)
			allowed[key] = true
			out, err := c.computeAs(types)
			if err != nil {
				continue // by zero, for one; another case can do it
			}
			computed[key] = true
			if want != onnx.Undefined {
				require.Equal(t, dtype(want), out.dtype(), key)
			}
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(allowed)), slices.Sorted(maps.Keys(computed)))
}

// typesLike returns all element types that as many inputs can have; those
// left out have none.
func typesLike(in []value) [][]onnx.DataType {
	all := [][]onnx.DataType{{}}
	for _, v := range in {
		types := []onnx.DataType{onnx.Float, onnx.Int64, onnx.Bool}
		if !v.present() {
			types = []onnx.DataType{onnx.Undefined}
		}
		var longer [][]onnx.DataType
		for _, list := range all {
			for _, dtype := range types {
				longer = append(longer, append(slices.Clone(list), dtype))
			}
		}
		all = longer
	}
	return all
}

// computeAs computes a case with its inputs converted.
func (c operatorCase) computeAs(types []onnx.DataType) (value, error) {
	given := map[string]any{}
	for name, attribute := range c.attrs {
		if whole, ok := attribute.(int); ok {
			attribute = int64(whole)
		}
		given[name] = attribute
	}
	compute, makes, err := bind(c.operator, given, types)
	if err != nil {
		return value{}, err
	}
	in := make([]value, len(c.in))
	if _, most := onnx.Operators[c.operator].Arity(); most != math.MaxInt {
		in = make([]value, most)
	}
	for i, v := range c.in {
		if v.present() {
			in[i] = converted(v, dtype(types[i]))
		}
	}
	out, err := compute(in)
	if err == nil && out.dtype() != makes {
		return out, fmt.Errorf("made %s where %s was said", out.dtype(), makes)
	}
	return out, err
}

func TestEveryOperatorHasACase(t *testing.T) {
	tested := map[string]bool{}
	for _, c := range allCases() {
		if c.err == "" {
			tested[c.operator] = true
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(builders)), slices.Sorted(maps.Keys(tested)))
}

func allCases() []operatorCase {
	return slices.Concat(mapCases(), arithmeticCases(), comparisonCases(), layoutCases(), movementCases(),
		padCases(), indexCases(), scatterCases(), matrixCases(), reductionCases(), lineCases(), refusedCases())
}

// s writes a shape.
func s(extents ...int) []int { return extents }
