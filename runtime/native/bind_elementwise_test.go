package native_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// TestSelectedRows: a condition of one column chooses whole rows: of a value, of a number, and of a single row. A condition of each
// column chooses elements.
func TestSelectedRows(t *testing.T) {
	const width, particles = 20, 3
	counting := func(from, count int) (values []float32) {
		for i := range count {
			values = append(values, float32(from+i))
		}
		return values
	}
	x, row, mask := counting(1, particles*width), counting(-width, width), []float32{1, 0, -2}
	each := slices.Repeat([]float32{0, 1}, particles*width/2)
	rows := func(of ...[]float32) (all []float32) { return slices.Concat(of...) }
	number := func(v float32) []float32 { return slices.Repeat([]float32{v}, width) }
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x, row := b.Input("x", ir.Floats(ir.Rows("particles"), width)), b.Input("row", ir.Floats(ir.Fixed(1), width))
		mask, each := b.Input("mask", ir.Floats(ir.Rows("particles"), 1)), b.Input("each", ir.Floats(ir.Rows("particles"), width))
		b.Output("x_or_0", b.Select(mask, x, b.Scalar(0)))
		b.Output("0_or_x", b.Select(mask, b.Scalar(0), x))
		b.Output("x_or_7", b.Select(mask, x, b.Scalar(7)))
		b.Output("7_or_x", b.Select(mask, b.Scalar(7), x))
		b.Output("x_or_row", b.Select(mask, x, row))
		b.Output("row_or_x", b.Select(mask, row, x))
		b.Output("x_or_mask", b.Select(mask, x, mask))
		b.Output("each", b.Select(each, x, b.Scalar(-1)))
	}))
	byColumn := slices.Clone(x)
	for i := 0; i < len(byColumn); i += 2 {
		byColumn[i] = -1
	}
	first, second, third := x[:width], x[width:2*width], x[2*width:]
	want := map[string][]float32{
		"x_or_0": rows(first, number(0), third), "0_or_x": rows(number(0), second, number(0)),
		"x_or_7": rows(first, number(7), third), "7_or_x": rows(number(7), second, number(7)),
		"x_or_row": rows(first, row, third), "row_or_x": rows(row, second, row),
		"x_or_mask": rows(first, number(0), third), "each": byColumn,
	}
	inputs := tensors{
		"x": runtime.Floats(x, particles, width), "row": runtime.Floats(row, 1, width),
		"mask": runtime.Floats(mask, particles, 1), "each": runtime.Floats(each, particles, width),
	}
	for _, options := range []native.Options{{}, {SystemEdges: 1, ShardEdges: 1}} {
		got := runProgram(t, compile(t, m, options), nil, oneSystem(inputs, particles, 0))
		for name, values := range want {
			require.Equal(t, values, got[name].Float, fmt.Sprint(name, options))
		}
	}
}
