package emit

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// TestNamesOfConstants: small constants show their elements, lists their extents, and equal ones are one.
func TestNamesOfConstants(t *testing.T) {
	e := New("test", 17)
	for want, got := range map[string]func() string{
		"constant/int/7":              func() string { return e.Ints([]int64{7}) },
		"constant/int/7[1]":           func() string { return e.Ints([]int64{7}, 1) },
		"constant/int/1,2,3,4[4]":     func() string { return e.Ints([]int64{1, 2, 3, 4}, 4) },
		"constant/int[5]":             func() string { return e.Ints([]int64{1, 2, 3, 4, 5}, 5) },
		"constant/float/0.5,1[1,2]":   func() string { return e.Floats([]float64{0.5, 1}, 1, 2) },
		"constant/bool/true,false[2]": func() string { return e.Bools([]bool{true, false}, 2) },
		"constant/float[2,3]":         func() string { return e.Floats(make([]float64, 6), 2, 3) },
	} {
		require.Equal(t, want, got())
		before := len(e.Graph.Initializer)
		require.Equal(t, want, got(), "an equal constant")
		require.Len(t, e.Graph.Initializer, before)
	}
	require.Equal(t, "constant/int[5].2", e.Ints([]int64{1, 2, 3, 4, 6}, 5))
	require.Equal(t, "constant/int[5].3", e.Ints([]int64{1, 2, 3, 4, 7}, 5))
	e.Floats([]float64{math.Inf(1), math.MaxFloat32})
	require.NoError(t, e.Err)
	restore := e.InScope("step")
	e.Floats([]float64{1e39})
	restore()
	e.Floats([]float64{1e40})
	require.EqualError(t, e.Err, "the constant 1e+39 in step is too large for float32")
}

// TestNamesOfNodes: nodes are named after their scope and operator, with a number if the name is taken.
func TestNamesOfNodes(t *testing.T) {
	e := New("graph", 17)
	require.Equal(t, "graph", e.Graph.GetName())
	require.Equal(t, "reduce_sum", e.Op("ReduceSum", nil, "x"))
	require.Equal(t, "reduce_sum", e.Op("ReduceSum", nil, "x"), "an equal node")
	require.Equal(t, "reduce_sum.2", e.Op("ReduceSum", nil, "y"))
	require.Equal(t, "reduce_sum.3", e.Op("ReduceSum", KeepZero, "y"))
	require.Len(t, e.Graph.Node, 3)
	restore := e.InScope("layer")
	require.Equal(t, "layer/scatter_nd", e.Op("ScatterND", nil, "x"))
	require.Equal(t, "value", e.Named("value", func() string { return e.Op("Neg", nil, e.Op("Exp", nil, "x")) }))
	require.Equal(t, []string{"value/exp"}, e.Graph.Node[len(e.Graph.Node)-1].Input)
	require.Equal(t, "value", e.Graph.Node[len(e.Graph.Node)-1].GetName())
	require.Equal(t, "x", e.Named("other", func() string { return "x" }))
	require.Equal(t, "value/exp", e.Named("other", func() string {
		e.Op("Abs", nil, "x")
		return "value/exp"
	}), "what was there before")
	require.Equal(t, "layer/neg", e.Op("Neg", nil, "z"), "the scope is back")
	restore()
	require.Equal(t, "neg", e.Op("Neg", nil, "w"))
	require.Equal(t, "value.2", e.Named("value", func() string { return e.Op("Neg", nil, "v") }))
	require.Equal(t, "neg.2", e.Op("Neg", nil, "u"), "the name that the value gave up is free")
	for _, info := range []func(*onnxpb.ValueInfoProto){e.Input, e.Output} {
		info(ValueInfo("abs", "", ir.Float))
	}
	require.Equal(t, "abs.2", e.Op("Abs", nil, "z"))
	require.Len(t, e.Graph.Input, 1)
	require.Len(t, e.Graph.Output, 1)
	e.Fail("first %d", 1)
	e.Fail("second")
	require.EqualError(t, e.Err, "first 1")
	for kind, want := range map[string]string{"Add": "add", "ReduceL2": "reduce_l2", "GatherND": "gather_nd", "ScatterElements": "scatter_elements"} {
		require.Equal(t, want, snake(kind))
	}
}

// texts are the nodes of a graph as output = operator(inputs) and attributes.
func texts(e *Emitter) (all []string) {
	for _, n := range e.Graph.Node {
		text := fmt.Sprintf("%s=%s%v", n.Output[0], n.GetOpType(), n.Input)
		for _, a := range n.Attribute {
			text += fmt.Sprintf(" %s=%d%v%s", a.GetName(), a.GetI(), a.Ints, a.S)
		}
		all = append(all, text)
	}
	return all
}

// TestShortOperators: what each of the short forms writes.
func TestShortOperators(t *testing.T) {
	for want, write := range map[string]func(e *Emitter) string{
		"concat=Concat[a b] axis=0[]":                      func(e *Emitter) string { return e.Concat("a", "b") },
		"unsqueeze=Unsqueeze[x constant/int/0,2[2]]":       func(e *Emitter) string { return e.Unsqueeze("x", 0, 2) },
		"reshape=Reshape[x constant/int/-1[1]]":            func(e *Emitter) string { return e.Flat("x") },
		"reduce_max=ReduceMax[x] axes=0[1] keepdims=1[]":   func(e *Emitter) string { return e.Reduce("ReduceMax", "x") },
		"reduce_max=ReduceMax[x] axes=0[0 2] keepdims=0[]": func(e *Emitter) string { return e.Along("ReduceMax", "x", 0, 0, 2) },
		"cast=Cast[x] to=1[]":                              func(e *Emitter) string { return e.AsFloat("x") },
		"cast=Cast[x] to=7[]":                              func(e *Emitter) string { return e.AsInt("x") },
		"shape=Shape[x] end=3[] start=2[]":                 func(e *Emitter) string { return e.Extent("x", 2) },
		"max=Max[x constant/int/1[1]]":                     func(e *Emitter) string { return e.AtLeastOne("x") },
		"scatter=Scatter[x] reduction=0[]add":              func(e *Emitter) string { return e.Op("Scatter", map[string]any{"reduction": "add"}, "x") },
	} {
		e := New("test", 17)
		write(e)
		require.Equal(t, []string{want}, texts(e))
	}
	e := New("test", 18)
	e.Reduce("ReduceMax", "x")
	require.Equal(t, []string{"reduce_max=ReduceMax[x constant/int/1[1]] keepdims=1[]"}, texts(e))
	e = New("test", 17)
	e.Count("size")
	require.Equal(t, []string{"squeeze=Squeeze[size]", "range=Range[constant/int/0 squeeze constant/int/1]"}, texts(e))
	require.PanicsWithValue(t, "attribute a is a bool, which ir.Emitter does not allow", func() { e.Op("Neg", map[string]any{"a": true}, "x") })
}

// TestCombined: a reshape of a reshape is one of the first value, except for inputs as rows, and so is a
// concatenation that nothing else reads, along the same axis.
func TestCombined(t *testing.T) {
	e := New("test", 17)
	first := e.Op("Reshape", nil, "x", "a")
	second := e.Op("Reshape", nil, first, "b")
	e.Op("Reshape", nil, second, "c")
	e.Add(RowsOf+"x", "Reshape", nil, "x", "d")
	e.Op("Reshape", nil, RowsOf+"x", "e")
	e.Op("Reshape", nil, e.Op("Neg", nil, first), "f")
	require.Equal(t, []string{
		"reshape=Reshape[x a]", "reshape.2=Reshape[x b]", "reshape.3=Reshape[x c]", "rows/x=Reshape[x d]", "reshape.4=Reshape[rows/x e]",
		"neg=Neg[reshape]", "reshape.5=Reshape[neg f]",
	}, texts(e))
	e = New("test", 17)
	pair := e.Concat("a", "b")
	e.Concat("c", pair, "d")
	e.Op("Concat", map[string]any{"axis": int64(1)}, pair, "e")
	e.Shared[pair] = true
	e.Concat(pair, "f")
	e.Concat(e.Op("Neg", nil, "g"), "h")
	require.Equal(t, []string{
		"concat=Concat[a b] axis=0[]", "concat.2=Concat[c a b d] axis=0[]", "concat.3=Concat[concat e] axis=1[]", "concat.4=Concat[concat f] axis=0[]",
		"neg=Neg[g]", "concat.5=Concat[neg h] axis=0[]",
	}, texts(e))
	value := &ir.Value{}
	require.Nil(t, e.Kept(value))
	e.Keep(value, "p", "q")
	require.Equal(t, []string{"p", "q"}, e.Kept(value))
}

// TestDeclarations: an input has its type, its text and its axes, and an axis of rows within has no name.
func TestDeclarations(t *testing.T) {
	info := ValueInfo("x", "for people", ir.Index, ir.Dim{Symbol: "batch"}, ir.Dim{Number: 3})
	require.Equal(t, "x", info.GetName())
	require.Equal(t, "for people", info.GetDocString())
	tensor := info.GetType().GetTensorType()
	require.Equal(t, int32(onnxpb.TensorProto_INT64), tensor.GetElemType())
	require.Equal(t, "batch", tensor.Shape.Dim[0].GetDimParam())
	require.EqualValues(t, 3, tensor.Shape.Dim[1].GetDimValue())
	plain := ValueInfo("y", "", ir.Float)
	require.Nil(t, plain.DocString)
	require.Equal(t, int32(onnxpb.TensorProto_FLOAT), plain.GetType().GetTensorType().GetElemType())
	other := DeclaredAs(info, "z")
	require.Equal(t, "z", other.GetName())
	require.True(t, proto.Equal(info.Type, other.Type))
	require.Equal(t, "x", info.GetName())
	list := []*onnxpb.ValueInfoProto{info, plain, other}
	require.Same(t, plain, Find(list, "y"))
	require.Nil(t, Find(list, "w"))
	of := TensorOf("t", onnxpb.TensorProto_BOOL)
	require.Equal(t, int32(onnxpb.TensorProto_BOOL), of.GetType().GetTensorType().GetElemType())
	require.Nil(t, of.GetType().GetTensorType().Shape)
	nodes := []*onnxpb.NodeProto{PlainNode("Neg", nil, "y", "x"), PlainNode("Neg", nil, "z", "y")}
	require.Equal(t, []*onnxpb.ValueInfoProto{plain, other}, ValuesOf(nodes, append(list, plain)))
	e := New("test", 17)
	e.DeclareValue("v", ir.Type{DType: ir.Float, Shape: []ir.Dim{{Symbol: "rows"}, {Number: 2}}})
	dims := e.Graph.ValueInfo[0].GetType().GetTensorType().Shape.Dim
	require.Nil(t, dims[0].Value)
	require.EqualValues(t, 2, dims[1].GetDimValue())
}

// TestPrune: nodes and initializers stay that an output needs, directly or not.
func TestPrune(t *testing.T) {
	graph := &onnxpb.GraphProto{Output: []*onnxpb.ValueInfoProto{ValueInfo("c", "", ir.Float)}, Node: []*onnxpb.NodeProto{
		PlainNode("Add", nil, "a", "x", "used"), PlainNode("Add", nil, "b", "a", "unused"), PlainNode("Neg", nil, "c", "a"),
	}}
	for _, name := range []string{"used", "unused"} {
		AddConstant(graph, name, 5, 1)
		AddConstant(graph, name, 6, 1)
	}
	require.Len(t, graph.Initializer, 2)
	require.Equal(t, []byte{5, 0, 0, 0, 0, 0, 0, 0}, graph.Initializer[0].RawData)
	require.Equal(t, []int64{1}, graph.Initializer[0].Dims)
	Prune(graph)
	require.Len(t, graph.Node, 2)
	require.Equal(t, "c", graph.Node[1].GetName())
	require.Len(t, graph.Initializer, 1)
	require.Equal(t, "used", graph.Initializer[0].GetName())
	require.Equal(t, []float32{1, -2}, Floats(FloatTensor([]float32{1, -2}, nil).RawData))
	data, err := Encode(graph)
	require.NoError(t, err)
	var again onnxpb.GraphProto
	require.NoError(t, proto.Unmarshal(data, &again))
	require.True(t, proto.Equal(graph, &again))
}
