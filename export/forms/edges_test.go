package forms_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
)

// TestEdges: few columns of edges are added up and scaled by products, also without edges.
func TestEdges(t *testing.T) {
	eight := func(b *ir.Builder, in map[string]*ir.Value) *ir.Value { // as many columns as products take
		return b.Concat(in["position"], in["velocity"], in["charge"], in["edge_type"])
	}
	nine := func(b *ir.Builder, x *ir.Value) *ir.Value { return b.Concat(x, x, x) }
	for _, c := range []struct {
		what  string
		build func(b *ir.Builder, in map[string]*ir.Value) *ir.Value
		want  map[string]int
	}{
		{"many columns of receivers", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			return b.SumGroups(b.Repeat(nine(b, in["position"]), "neighbors"), "neighbors")
		}, map[string]int{"Gather": 1, "MatMul": 0, "ReduceSum": 1}},
		{"few columns added up", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			return b.SumGroups(b.Gather(eight(b, in), in["senders"]), "neighbors")
		}, map[string]int{"MatMul": 1}},
		{"a mean", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			sum := b.SumGroups(b.Gather(in["position"], in["senders"]), "neighbors")
			return b.Div(sum, b.Maximum(b.Size("neighbors"), b.Scalar(1)))
		}, map[string]int{"MatMul": 1, "ReduceSum": 0, "Max": 2, "ReduceSumSquare": 1}},
		{"a sum divided by another number", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			sum := b.SumGroups(b.Gather(in["position"], in["senders"]), "neighbors")
			return b.Div(sum, b.Maximum(b.Inner(in["velocity"], in["velocity"]), b.Scalar(1)))
		}, map[string]int{"MatMul": 1, "ReduceSum": 0}},
		{"one number an edge, on the left", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			x := b.Gather(in["position"], in["senders"])
			return b.SumGroups(b.Mul(b.Inner(x, x), x), "neighbors")
		}, map[string]int{"MatMul": 2}},
		{"one number an edge, on the right", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			x := b.Gather(in["position"], in["senders"])
			return b.SumGroups(b.Mul(x, b.Inner(x, x)), "neighbors")
		}, map[string]int{"MatMul": 2}},
		{"numbers of edges alone", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			x := b.Gather(in["position"], in["senders"])
			return b.SumGroups(b.Mul(b.Inner(x, x), b.SumColumns(x)), "neighbors")
		}, map[string]int{"MatMul": 1}},
		{"many columns of receivers and senders", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			x, v := nine(b, in["position"]), nine(b, in["velocity"])
			return b.SumGroups(b.Add(b.Repeat(x, "neighbors"), b.Gather(v, in["senders"])), "neighbors")
		}, map[string]int{"Gather": 2, "Unsqueeze": 2}},
		{"many columns of senders and receivers", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			x, v := nine(b, in["position"]), nine(b, in["velocity"])
			return b.SumGroups(b.Add(b.Gather(v, in["senders"]), b.Repeat(x, "neighbors")), "neighbors")
		}, map[string]int{"Gather": 2, "Unsqueeze": 2}},
		{"a score", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			score := b.MatMul(b.Gather(in["position"], in["senders"]), b.Const(3, 1, 0.5, -1, 2), false, false)
			return b.SumGroups(score, "neighbors")
		}, map[string]int{"Gemm": 1, "MatMul": 1}},
		{"two scores", func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			scores := b.MatMul(b.Gather(in["position"], in["senders"]), b.Const(3, 2, 0.5, -1, 2, 1, 0, 1), false, false)
			return b.SumGroups(scores, "neighbors")
		}, map[string]int{"Gemm": 0, "MatMul": 2}},
	} {
		t.Run(c.what, func(t *testing.T) {
			m := exported.SystemModule()
			require.NoError(t, ir.Build(m, func(b *ir.Builder) { b.Output("y", c.build(b, exported.RowInputs(b))) }))
			model, err := export.Model(m, nil, export.Info{})
			require.NoError(t, err)
			require.NoError(t, onnx.Check(model))
			requireKnown(t, model)
			exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
			kinds := map[string]int{}
			for _, node := range exported.Parse(t, model).Graph.Node {
				kinds[node.GetOpType()]++
			}
			for kind, want := range c.want {
				require.Equal(t, want, kinds[kind], kind)
			}
		})
	}
}
