package native_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/runtime/native/lower"
)

// TestLoweredOperators holds the kernel of each lowered operator to what the
// operator stands for.
func TestLoweredOperators(t *testing.T) {
	for _, op := range lower.Operators() {
		require.NotNil(t, op.Means, "%s stands for nothing", op.Name)
		if slices.Contains([]ir.OpName{"choose_rows", "put_rows"}, op.Name) {
			continue // TestChosenRows: rows that are chosen are no output
		}
		require.NotEmpty(t, op.Samples, "%s has no samples, so its kernel is not tested", op.Name)
	}
	cases, err := conformance.Of(lower.Operators(), 6)
	require.NoError(t, err)
	conformance.Run(t, cases, openLowered, nil)
}

// TestEveryKernelHasARow requires a row, of the table or among the lowered
// operators, for each operator with a kernel, and a kernel for each lowered operator.
func TestEveryKernelHasARow(t *testing.T) {
	var rows []ir.OpName
	for _, op := range lower.Operators() {
		rows = append(rows, op.Name)
		require.True(t, slices.Contains(native.Bound(), op.Name), "%s has no kernel", op.Name)
	}
	for _, op := range ir.Ops() {
		rows = append(rows, op.Name)
	}
	for _, name := range native.Bound() {
		require.True(t, slices.Contains(rows, name), "the kernel of %s has no row", name)
	}
	slices.Sort(rows)
	require.Len(t, slices.Compact(slices.Clone(rows)), len(rows), "an operator stands twice")
}

// openLowered opens a module of lowered operators, without parameters.
func openLowered(m *ir.Module, _ map[string]runtime.Tensor) (runtime.Session, error) {
	program, err := native.CompileLowered(m)
	return bare{program}, err
}

// bare runs a program without parameters.
type bare struct{ *native.Program }

func (b bare) Run(batch runtime.Batch) (tensors, error) { return b.Program.Run(nil, batch) }
func (bare) Close() error                               { return nil }

// TestOverwriting runs every kernel that may write over an argument where it
// does so: the argument lies in the arena and is used for the last time.
func TestOverwriting(t *testing.T) {
	var cases []conformance.Case
	for _, op := range append(ir.Ops(), lower.Operators()...) {
		samples, err := conformance.Of([]*ir.Op{op}, 8)
		require.NoError(t, err)
		for _, c := range samples {
			node := c.Module.Main.Output("y").Node
			for k := range native.Overwrites(node) {
				if !node.Args[k].Type.Equal(node.Result().Type) {
					continue
				}
				overwriting, err := conformance.NewCase(fmt.Sprint(c.Name, "/", k), overArgument(t, c.Module, k), nil, c.Batch, c.Tolerance)
				require.NoError(t, err)
				cases = append(cases, overwriting)
			}
		}
	}
	require.Greater(t, len(cases), len(native.InPlace()))
	conformance.Run(t, cases, openLowered, nil)
}

// overArgument is a sample whose argument k, and whose result, are values of
// the arena.
func overArgument(t *testing.T, sample *ir.Module, k int) *ir.Module {
	t.Helper()
	m, node := ir.SampleModule(), sample.Main.Output("y").Node
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		inputs := map[string]*ir.Value{}
		for _, input := range sample.Main.Inputs {
			inputs[input.Name] = b.Input(input.Name, input.Type)
		}
		var args []*ir.Value
		for i, arg := range node.Args {
			args = append(args, inputs[arg.Name])
			if i == k {
				args[i] = b.Neg(b.Neg(args[i]))
			}
		}
		for i, result := range b.Apply(node.Op, node.Attrs, args...) {
			b.Output(fmt.Sprint("y", i), b.Neg(result))
		}
	}))
	return m
}

// TestNothingIsOverwritten adds to a value a product of the same value, at
// its last use: the kernel reads it where it has written.
func TestNothingIsOverwritten(t *testing.T) {
	const columns, rows = 20, 3
	w := make([]float64, columns*columns)
	for i := range w {
		w[i] = float64(i%7-3) / 8
	}
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), columns))
		y := b.Tanh(x)
		b.Output("z", b.Neg(b.Add(y, b.MatMul(y, b.Const(columns, columns, w...), false, false))))
	}))
	lowered, err := native.Lower(m)
	require.NoError(t, err)
	require.Contains(t, ir.Print(lowered), "= accumulate %tanh, %tanh, %const")
	x := runtime.Tensor{Shape: []int{rows, columns}}
	for i := range rows * columns {
		x.Float = append(x.Float, float32(i%11-5)/4)
	}
	batch := runtime.Batch{Inputs: tensors{"x": x}, Systems: []runtime.System{{Particles: rows}}}
	c, err := conformance.NewCase("overwritten", m, nil, batch, conformance.Tolerance)
	require.NoError(t, err)
	conformance.Run(t, []conformance.Case{c}, native.Open, nil)
}

// TestStartOfResidual adds a layer to rows that are repeated: a sum begins
// with the bias or with the repetition, not with both.
func TestStartOfResidual(t *testing.T) {
	const columns = 20
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		h, x := b.Input("h", ir.Floats(ir.Rows("particles"), columns)), b.Input("x", ir.Floats(ir.Rows("edges"), 1))
		w, bias := make([]float64, columns), make([]float64, columns)
		for i := range columns {
			w[i], bias[i] = float64(i)/8, 1
		}
		layer := b.Add(b.MatMul(x, b.Const(1, columns, w...), false, false), b.Const(1, columns, bias...))
		b.Output("z", b.Add(b.Repeat(h, "neighbors"), layer))
	}))
	h := runtime.Tensor{Shape: []int{2, columns}, Float: make([]float32, 2*columns)}
	batch := runtime.Batch{Inputs: tensors{"h": h, "x": runtime.Floats([]float32{1, 2}, 2, 1)},
		Systems: []runtime.System{{Particles: 2, Neighbors: 1}}}
	c, err := conformance.NewCase("residual", m, nil, batch, conformance.Tolerance)
	require.NoError(t, err)
	conformance.Run(t, []conformance.Case{c}, native.Open, nil)
}
