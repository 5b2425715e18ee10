package native_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/conformance"
	"gmnc/runtime/native"
)

// TestRowPrograms runs every operator that row programs know in one with
// another operator before and one after it.
func TestRowPrograms(t *testing.T) {
	cases, err := conformance.Ops(5)
	require.NoError(t, err)
	var programs []conformance.Case
	known := map[string]bool{}
	for _, c := range cases {
		y := c.Module.Main.Output("y")
		if y.Type.DType != ir.Float || y.Type.Rows().Symbol == "" {
			continue
		}
		c.Module = c.Module.Clone()
		require.NoError(t, ir.Extend(c.Module, func(b *ir.Builder) {
			b.Output("again", b.Neg(c.Module.Main.Output("y")))
		}))
		text, err := native.Fused(c.Module)
		require.NoError(t, err)
		if _, of, found := strings.Cut(text, "{of="); found {
			name, _, _ := strings.Cut(of, " ")
			known[name] = true
			again := ir.Tensor{Shape: c.Want["y"].Shape}
			for _, x := range c.Want["y"].Float {
				again.Float = append(again.Float, -x)
			}
			c.Want = map[string]ir.Tensor{"y": c.Want["y"], "again": again}
			programs = append(programs, c)
		}
	}
	for _, name := range native.RowForms() {
		// Those of this package are no operators of the table, and only the
		// next test scatters to the same rows.
		if _, err := ir.LookupOp(name); err == nil && name != "scatter_add" {
			require.True(t, known[name], "%s is in no program", name)
		}
	}
	conformance.Run(t, programs, native.Open, nil)
}

// TestRowProgramOfManyRows: a program takes blocks of 64 rows, and ends with
// scatters that go from any block to any other, one onto the other.
func TestRowProgramOfManyRows(t *testing.T) {
	const rows = 150
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 3))
		index := b.Input("index", ir.Indices("particles", ir.Rows("particles")))
		y := b.Square(x)
		once := b.Add(b.Neg(x), b.ScatterAdd(y, index))
		b.Output("twice", b.Name("twice", b.Add(once, b.ScatterAdd(x, index))))
		b.Output("sum", b.Name("sum", b.SumColumns(b.Mul(x, y))))
	}))
	text, err := native.Fused(m)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(text, "rows %"), text)
	x, index := make([]float32, 3*rows), make([]int64, rows)
	for i := range x {
		x[i] = float32(i%7 - 3)
	}
	for i := range index {
		index[i] = int64(rows - 1 - i/2)
	}
	got := run(t, compile(t, m, native.Options{}), nil,
		tensors{"x": runtime.Floats(x, rows, 3), "index": runtime.Indices(index, rows)}, []int{rows})
	want, sums := make([]float32, 3*rows), make([]float32, rows)
	for i, v := range x {
		want[i] -= v
		want[3*index[i/3]+int64(i%3)] += v*v + v
		sums[i/3] += v * v * v
	}
	require.Equal(t, want, got["twice"].Float)
	require.Equal(t, sums, got["sum"].Float)
}
