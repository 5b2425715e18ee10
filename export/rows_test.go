package export_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/runtime"
)

// Every operator of the table, as written in every opset, is what the
// interpreter computes.
func TestOperators(t *testing.T) {
	cases, err := conformance.Ops(1)
	require.NoError(t, err)
	for opset := 17; opset <= 21; opset++ {
		for _, c := range cases {
			model, err := export.Rows(c.Module, nil, export.Info{Opset: opset})
			require.NoError(t, err, c.Name)
			require.NoError(t, onnx.Check(model), c.Name)
			outputs, err := exported.Open(t, model).Run(c.Batch)
			require.NoError(t, err, c.Name)
			conformance.Compare(t, c.Name, c.Want["y"], outputs["y"], conformance.Tolerance)
		}
	}
}

// lossModule has a loss over edges whose gradient uses scatter_add,
// sum_groups and matrices.
func lossModule(t *testing.T) *ir.Module {
	m := exported.SystemModule()
	pull, err := ir.Define(m, "pull", func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 3))
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		offset := b.Sub(b.Repeat(x, "neighbors"), b.Gather(x, senders))
		b.Output("sum", b.SumGroups(b.Tanh(offset), "neighbors"))
	})
	require.NoError(t, err)
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 3))
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		weight := b.Param("w", ir.Floats(ir.Fixed(3), 3))
		near := b.Call("near", pull, b.MatMul(x, weight, false, false), senders)
		far := b.Call("far", pull, near[0], senders)
		b.Output("loss", b.SumColumns(b.SumRows(b.Square(far[0]))))
	}))
	return m
}

var lossInputs = map[string]runtime.Tensor{
	"x":       runtime.Floats([]float32{0.1, 0.2, -0.3, 1, -0.5, 0.4, -0.2, 0.7, 0.6}, 3, 3),
	"senders": runtime.Indices([]int64{1, 2, 0, 2, 0, 1}, 6),
	"w":       runtime.Floats([]float32{0.5, 0.1, 0, -0.2, 0.7, 0.3, 0.4, 0, -0.6}, 3, 3),
}

func TestGradientGraph(t *testing.T) {
	m, unreached, err := ir.Gradient(lossModule(t), "loss", []string{"x", "w"})
	require.NoError(t, err)
	require.Empty(t, unreached)
	model, err := export.Rows(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	exported.CompareRows(t, m, model, lossInputs, lossInputs)
}

// Calls are written in place, under the name of the call; equal nodes of
// different calls once.
func TestCallsAndNames(t *testing.T) {
	m := lossModule(t)
	model, err := export.Rows(m, map[string][]float32{"w": lossInputs["w"].Float}, export.Info{})
	require.NoError(t, err)
	exported.CompareRows(t, m, model, map[string]runtime.Tensor{"x": lossInputs["x"], "senders": lossInputs["senders"]}, lossInputs)
	var names []string
	for _, node := range exported.Parse(t, model).Graph.Node {
		names = append(names, node.GetOpType()+" "+node.Output[0])
		require.Equal(t, node.Output[0], node.GetName())
	}
	require.Equal(t, []string{
		"MatMul matmul",
		"Shape sizes/edges", "Squeeze receivers/edges/squeeze", "Range receivers/edges/range",
		"Shape sizes/particles", "Max sizes/neighbors/max", "Div sizes/neighbors",
		"Max receivers/edges/max", "Div receivers/edges",
		"Gather near/repeat", "Gather near/gather", "Sub near/sub", "Tanh near/tanh",
		"Concat near/sum_groups/concat", "Reshape near/sum_groups/reshape", "ReduceSum near/sum_groups",
		"Gather far/repeat", "Gather far/gather", "Sub far/sub", "Tanh far/tanh",
		"Reshape far/sum_groups/reshape", "ReduceSum far/sum_groups",
		"Mul square", "ReduceSum sum_rows", "ReduceSum sum_columns", "Identity loss",
	}, names)
}

func TestRowsRefuses(t *testing.T) {
	m := lossModule(t)
	_, err := export.Rows(m, map[string][]float32{"v": nil}, export.Info{})
	require.ErrorContains(t, err, "has no weight v")
	_, err = export.Rows(m, map[string][]float32{"w": {1}}, export.Info{})
	require.ErrorContains(t, err, "the weight w has 1 numbers; it is float[3,3] and needs 9")
	_, err = export.Rows(m, nil, export.Info{Opset: 14})
	require.ErrorContains(t, err, "opset 14 cannot be written; choose one of [15 16 17 18 19 20 21]")
	_, err = export.Rows(m, nil, export.Info{Metadata: map[string]string{"config": ""}})
	require.ErrorContains(t, err, "give it as Config")

	hidden := exported.SystemModule()
	require.NoError(t, ir.Build(hidden, func(b *ir.Builder) {
		b.Output("y", b.Repeat(b.Input("x", ir.Floats(ir.Rows("particles"), 1)), "neighbors"))
	}))
	_, err = export.Rows(hidden, nil, export.Info{})
	require.ErrorContains(t, err, "the size of neighbors is needed, but no input shows it")

	large := exported.SystemModule()
	require.NoError(t, ir.Build(large, func(b *ir.Builder) {
		b.Output("y", b.Mul(b.Input("x", ir.Floats(ir.Rows("particles"), 1)), b.Scalar(1e39)))
	}))
	_, err = export.Rows(large, nil, export.Info{})
	require.ErrorContains(t, err, "the constant 1e+39 in const is too large for float32")
}
