package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/runtime/native/lower"
)

// TestRowPrograms runs every operator that row programs know in one with
// another operator before and one after it.
func TestRowPrograms(t *testing.T) {
	cases, err := conformance.Ops(5)
	require.NoError(t, err)
	var programs []conformance.Case
	known := map[ir.OpName]bool{}
	for _, c := range cases {
		y := c.Module.Main.Output("y")
		if y.Type.DType != ir.Float || y.Type.Rows().Symbol == "" {
			continue
		}
		c.Module = c.Module.Clone()
		require.NoError(t, ir.Extend(c.Module, func(b *ir.Builder) {
			b.Output("again", b.Neg(c.Module.Main.Output("y")))
		}))
		lowered, err := native.Lower(c.Module)
		require.NoError(t, err)
		if len(lowered.Funcs) > 0 {
			known[lowered.Funcs[0].Nodes[0].Op.Name] = true
			again := ir.Tensor{Shape: c.Want["y"].Shape}
			for _, x := range c.Want["y"].Float {
				again.Float = append(again.Float, -x)
			}
			c.Want = map[string]ir.Tensor{"y": c.Want["y"], "again": again}
			programs = append(programs, c)
		}
	}
	require.ElementsMatch(t, lower.RowOperators(), native.RowForms(), "what is lowered to row programs has a form there")
	for _, name := range native.RowForms() {
		// Operators of this package are not in the table, and only the next
		// test scatters to the same rows.
		if _, err := ir.LookupOp(name); err == nil && name != ir.ScatterAdd {
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
	lowered, err := native.Lower(m)
	require.NoError(t, err)
	require.Len(t, lowered.Funcs, 1, lowered)
	x, index := make([]float32, 3*rows), make([]int64, rows)
	for i := range x {
		x[i] = float32(i%7 - 3)
	}
	for i := range index {
		index[i] = int64(rows - 1 - i/2)
	}
	got := runProgram(t, compile(t, m, native.Options{}), nil,
		oneSystem(tensors{"x": runtime.Floats(x, rows, 3), "index": runtime.Indices(index, rows)}, rows, 0))
	want, sums := make([]float32, 3*rows), make([]float32, rows)
	for i, v := range x {
		want[i] -= v
		want[3*index[i/3]+int64(i%3)] += v*v + v
		sums[i/3] += v * v * v
	}
	require.Equal(t, want, got["twice"].Float)
	require.Equal(t, sums, got["sum"].Float)
}
