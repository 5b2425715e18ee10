package lower_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// Two particles with a neighbor each: the first hears the second, and the second the first.
var (
	particles = ir.Rows("particles")
	edges     = ir.Rows("edges")
	others    = ir.Tensor{Shape: []int{2}, Index: []int64{1, 0}}
)

func rows(columns int, numbers ...float64) ir.Tensor {
	return ir.Tensor{Shape: []int{len(numbers) / columns, columns}, Float: numbers}
}

// TestOperatorsMean holds what lowered operators stand for to values by hand.
func TestOperatorsMean(t *testing.T) {
	type arg struct {
		of    ir.Type
		value ir.Tensor
	}
	float := func(of ir.Dim, columns int, numbers ...float64) arg {
		return arg{ir.Floats(of, columns), rows(columns, numbers...)}
	}
	fixed := func(count, columns int, numbers ...float64) arg { return float(ir.Fixed(count), columns, numbers...) }
	at := func(of ir.Dim) arg { return arg{ir.Indices("particles", of), others} }
	for name, c := range map[string]struct {
		op    *ir.Op
		attrs ir.Attrs
		args  []arg
		want  [][]float64
	}{
		"add_edges":      {lower.AddEdges, nil, []arg{float(particles, 1, 1, 2), float(particles, 1, 10, 30), at(edges)}, [][]float64{{31, 12}}},
		"subtract_edges": {lower.SubtractEdges, nil, []arg{float(particles, 1, 1, 2), float(particles, 1, 10, 30), at(edges)}, [][]float64{{-29, -8}}},
		"repeat_times":   {lower.RepeatTimes, nil, []arg{float(particles, 2, 1, 2, 3, 4), float(edges, 1, 10, 100)}, [][]float64{{10, 20, 300, 400}}},
		"add_scatter":    {lower.AddScatter, nil, []arg{float(particles, 1, 1, 2), float(edges, 1, 10, 30), at(edges)}, [][]float64{{31, 12}}},
		"add_where": {lower.AddWhere, ir.Attrs{lower.HoldsAttr: []float64{1, 0}},
			[]arg{float(particles, 1, 1, 0), float(particles, 1, 10, 20), float(particles, 1, 1, 0), float(particles, 1, 100, 200)}, [][]float64{{10, 200}}},
		"add_where with a start": {lower.AddWhere, ir.Attrs{lower.HoldsAttr: []float64{0}},
			[]arg{float(particles, 1, 1, 2), float(particles, 1, 1, 0), float(particles, 1, 10, 20)}, [][]float64{{1, 22}}},
		"add_gathers":   {lower.AddGathers, nil, []arg{float(particles, 1, 1, 2), at(particles), at(particles)}, [][]float64{{4, 2}}},
		"add_scatters":  {lower.AddScatters, nil, []arg{float(particles, 1, 1, 2), at(particles), at(particles)}, [][]float64{{4, 2}}},
		"sum_endpoints": {lower.SumEndpoints, nil, []arg{float(edges, 1, 1, 2), at(edges)}, [][]float64{{1, 2}, {2, 1}}},
		"linear_columns": {lower.LinearColumns, nil,
			[]arg{float(particles, 3, 1, 2, 3, 4, 5, 6), fixed(1, 1, 10), fixed(1, 1, 1), fixed(2, 1, 1, 100), fixed(1, 1, 2)}, [][]float64{{11, 304, 41, 607}}},
		"matmul_columns": {lower.MatMulColumns, nil,
			[]arg{float(particles, 3, 1, 2, 3, 4, 5, 6), fixed(1, 1, 10), fixed(2, 1, 1, 100)}, [][]float64{{10, 302, 40, 605}}},
		"columns_grads": {lower.ColumnsGrads, ir.Attrs{"start": 1, "stop": 3, "dy_start": 0, "dy_stop": 1},
			[]arg{float(particles, 3, 1, 2, 3, 4, 5, 6), float(particles, 2, 1, 7, 10, 7)}, [][]float64{{52, 63}}},
		"norm_relu": {lower.NormReLU, ir.Attrs{lower.BlocksAttr: 1, lower.EpsilonAttr: 3.},
			[]arg{float(edges, 2, 1, -1, -1, 1), fixed(1, 2, 2, 4), fixed(1, 2, 1, 3)}, [][]float64{{2, 1, 0, 5}, {0.5, 0.5}}},
	} {
		m, inputs := ir.SampleModule(), map[string]ir.Tensor{}
		results := []string{"first", "second"}[:len(c.want)]
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			var args []*ir.Value
			for i, a := range c.args {
				input := string(rune('a' + i))
				args, inputs[input] = append(args, b.Input(input, a.of)), a.value
			}
			for i, value := range b.Apply(c.op, c.attrs, args...)[:len(c.want)] {
				b.Output(results[i], value)
			}
		}), name)
		got, err := ir.Eval(m, inputs, ir.Sizes{"particles": 2, "neighbors": 1})
		require.NoError(t, err, name)
		for i, result := range results {
			require.Equal(t, c.want[i], got[result].Float, name)
		}
	}
}
