package onnx_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// scalar declares a value without axes.
func scalar(name string, of onnx.DataType) *onnxpb.ValueInfoProto {
	tensor := &onnxpb.TypeProto_Tensor{ElemType: proto.Int32(int32(of)), Shape: &onnxpb.TensorShapeProto{}}
	return &onnxpb.ValueInfoProto{Name: &name, Type: &onnxpb.TypeProto{Value: &onnxpb.TypeProto_TensorType{TensorType: tensor}}}
}

func plainNode(operator, output string, inputs ...string) *onnxpb.NodeProto {
	return &onnxpb.NodeProto{OpType: &operator, Name: &output, Input: inputs, Output: []string{output}}
}

// looped is a graph that applies a body n times to the state x; the body also returns a value to
// collect, and reads y from outside.
func looped() (graph, body *onnxpb.GraphProto, loop *onnxpb.NodeProto) {
	body = &onnxpb.GraphProto{
		Input:  []*onnxpb.ValueInfoProto{scalar("i", onnx.Int64), scalar("go", onnx.Bool), scalar("s", onnx.Float)},
		Node:   []*onnxpb.NodeProto{plainNode("Identity", "gone", "go"), plainNode("Add", "t", "s", "y"), plainNode("Neg", "u", "t")},
		Output: []*onnxpb.ValueInfoProto{scalar("gone", onnx.Bool), scalar("t", onnx.Float), scalar("u", onnx.Float)},
	}
	loop = plainNode(onnx.LoopOperator, "last", "n", "yes", "x")
	loop.Output = []string{"last", "all"}
	loop.Attribute = []*onnxpb.AttributeProto{{Name: proto.String("body"), Type: onnxpb.AttributeProto_GRAPH.Enum(), G: body}}
	graph = &onnxpb.GraphProto{
		Input:  []*onnxpb.ValueInfoProto{scalar("n", onnx.Int64), scalar("x", onnx.Float), scalar("y", onnx.Float)},
		Node:   []*onnxpb.NodeProto{plainNode("Equal", "yes", "n", "n"), loop},
		Output: []*onnxpb.ValueInfoProto{scalar("last", onnx.Float), scalar("all", onnx.Float)},
	}
	return graph, body, loop
}

func typesOf(t *testing.T, graph *onnxpb.GraphProto) (map[string]onnx.DataType, error) {
	t.Helper()
	data, err := proto.Marshal(graph)
	require.NoError(t, err)
	return onnx.Types(data)
}

// TestLoopsAreChecked: a Loop has states that keep their types, a count and a condition, and a body
// that makes what it returns. What is in the body stays there.
func TestLoopsAreChecked(t *testing.T) {
	graph, _, loop := looped()
	types, err := typesOf(t, graph)
	require.NoError(t, err)
	require.Equal(t, map[string]onnx.DataType{
		"n": onnx.Int64, "x": onnx.Float, "y": onnx.Float, "yes": onnx.Bool, "last": onnx.Float, "all": onnx.Float,
	}, types)
	loop.Input[1] = ""
	_, err = typesOf(t, graph)
	require.NoError(t, err, "a Loop without a condition")

	for want, damage := range map[string]func(graph, body *onnxpb.GraphProto, loop *onnxpb.NodeProto){
		"it has 0 attributes": func(_, _ *onnxpb.GraphProto, loop *onnxpb.NodeProto) { loop.Attribute = nil },
		"it has no body":      func(_, _ *onnxpb.GraphProto, loop *onnxpb.NodeProto) { loop.Attribute[0].G = nil },
		"its body: an input is no tensor": func(_, body *onnxpb.GraphProto, _ *onnxpb.NodeProto) {
			body.Input[0].Type = nil
		},
		`its body: "y" is assigned twice`: func(_, body *onnxpb.GraphProto, _ *onnxpb.NodeProto) {
			body.Input[2].Name = proto.String("y")
		},
		`its body: node "u" (Neg): its input 0, "v", is not assigned before`: func(_, body *onnxpb.GraphProto, _ *onnxpb.NodeProto) {
			body.Node[2].Input[0] = "v"
		},
		`its body: output "s": no node makes it as FLOAT`: func(_, body *onnxpb.GraphProto, _ *onnxpb.NodeProto) {
			body.Output[2] = scalar("s", onnx.Float)
		},
		`its body: output "u": no node makes it as INT64`: func(_, body *onnxpb.GraphProto, _ *onnxpb.NodeProto) {
			body.Output[2] = scalar("u", onnx.Int64)
		},
		`its body: value "u": it is declared as INT64 and made as FLOAT`: func(_, body *onnxpb.GraphProto, _ *onnxpb.NodeProto) {
			body.ValueInfo = append(body.ValueInfo, scalar("u", onnx.Int64))
		},
		"it has 2 inputs and 2 outputs, its body 2 and 3": func(_, body *onnxpb.GraphProto, loop *onnxpb.NodeProto) {
			loop.Input, body.Input, body.Node[1].Input[0] = loop.Input[:2], body.Input[:2], "y"
		},
		"it has 4 inputs and 2 outputs, its body 3 and 3": func(_, _ *onnxpb.GraphProto, loop *onnxpb.NodeProto) {
			loop.Input = append(loop.Input, "y")
		},
		"it has 3 inputs and 1 outputs, its body 3 and 3": func(_, _ *onnxpb.GraphProto, loop *onnxpb.NodeProto) {
			loop.Output = loop.Output[:1]
		},
		"it has 3 inputs and 0 outputs, its body 3 and 1": func(_, body *onnxpb.GraphProto, loop *onnxpb.NodeProto) {
			loop.Output, body.Output = nil, body.Output[:1]
		},
		"how often is not an INT64, or the condition no BOOL": func(_, _ *onnxpb.GraphProto, loop *onnxpb.NodeProto) {
			loop.Input[0] = "x"
		},
		`its state "z" is not assigned before, or its type changes`: func(_, _ *onnxpb.GraphProto, loop *onnxpb.NodeProto) {
			loop.Input[2] = "z"
		},
		`"yes" is assigned twice`: func(_, _ *onnxpb.GraphProto, loop *onnxpb.NodeProto) { loop.Output[1] = "yes" },
		`its input 0, "t", is not assigned before`: func(graph, _ *onnxpb.GraphProto, _ *onnxpb.NodeProto) {
			graph.Node = append(graph.Node, plainNode("Neg", "w", "t"))
		},
	} {
		graph, body, loop := looped()
		damage(graph, body, loop)
		_, err := typesOf(t, graph)
		require.ErrorContains(t, err, want)
	}
	for what, damage := range map[string]func(body *onnxpb.GraphProto, loop *onnxpb.NodeProto){
		"condition": func(_ *onnxpb.GraphProto, loop *onnxpb.NodeProto) { loop.Input[1] = "x" },
		"number":    func(body *onnxpb.GraphProto, _ *onnxpb.NodeProto) { body.Input[0] = scalar("i", onnx.Float) },
		"to go on": func(body *onnxpb.GraphProto, _ *onnxpb.NodeProto) {
			body.Input[1] = scalar("go", onnx.Int64)
			body.Output[0] = scalar("gone", onnx.Int64)
		},
		"having gone on": func(body *onnxpb.GraphProto, _ *onnxpb.NodeProto) { body.Output[0] = scalar("u", onnx.Float) },
	} {
		graph, body, loop := looped()
		damage(body, loop)
		_, err := typesOf(t, graph)
		require.ErrorContains(t, err, "how often is not an INT64, or the condition no BOOL", what)
	}
	for what, damage := range map[string]func(body *onnxpb.GraphProto){
		"state taken": func(body *onnxpb.GraphProto) {
			body.Input[2], body.Node[1] = scalar("s", onnx.Int64), plainNode("Neg", "t", "y")
		},
		"state given": func(body *onnxpb.GraphProto) {
			body.Node[1], body.Node[2], body.Output[1], body.Output[2] = plainNode("Neg", "t", "i"), plainNode("Neg", "u", "s"), scalar("t", onnx.Int64), scalar("u", onnx.Float)
		},
	} {
		graph, body, _ := looped()
		damage(body)
		_, err := typesOf(t, graph)
		require.ErrorContains(t, err, `its state "x" is not assigned before, or its type changes`, what)
	}
}

// TestNestedLoops: Loops are within Loops to a depth of MaxLoops.
func TestNestedLoops(t *testing.T) {
	for depth, allowed := range map[int]bool{1: true, onnx.MaxLoops: true, onnx.MaxLoops + 1: false} {
		graph, body, _ := looped()
		for range depth - 1 {
			inside, innermost, loop := looped()
			for _, list := range [][]*onnxpb.ValueInfoProto{innermost.Input, innermost.Output} {
				for _, value := range list {
					value.Name = proto.String(value.GetName() + "'")
				}
			}
			for _, node := range innermost.Node {
				for i, name := range node.Input {
					if name != "y" {
						node.Input[i] = name + "'"
					}
				}
				node.Output[0] += "'"
			}
			body.Node = append(body.Node, inside.Node[1])
			loop.Input, loop.Output = []string{body.Input[0].GetName(), "", body.Input[2].GetName()}, []string{innermost.Input[2].GetName() + "last", innermost.Input[2].GetName() + "all"}
			body = innermost
		}
		_, err := typesOf(t, graph)
		if allowed {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, "a Loop is in the body of 2 others")
		}
	}
}

// TestHasLoop: a graph has a Loop if one of its nodes is of this operator.
func TestHasLoop(t *testing.T) {
	graph, _, _ := looped()
	for count, want := range map[int]bool{1: false, 2: true} {
		shorter := proto.Clone(graph).(*onnxpb.GraphProto)
		shorter.Node = shorter.Node[:count]
		data, err := proto.Marshal(shorter)
		require.NoError(t, err)
		has, err := onnx.Model{Graph: data}.HasLoop()
		require.NoError(t, err)
		require.Equal(t, want, has)
	}
	graph.Node = append(graph.Node, graph.Node[0])
	data, err := proto.Marshal(graph)
	require.NoError(t, err)
	has, err := onnx.Model{Graph: data}.HasLoop()
	require.NoError(t, err)
	require.True(t, has, "a Loop that is not the last node")
	_, err = onnx.Model{Graph: []byte{0xff}}.HasLoop()
	require.ErrorIs(t, err, onnx.ErrDamaged)
}

// TestConstants: the type of a Constant is that of its tensor, which is there, filled, and of a type
// that files store.
func TestConstants(t *testing.T) {
	for _, c := range []struct {
		value *onnxpb.TensorProto
		want  string
	}{
		{&onnxpb.TensorProto{DataType: proto.Int32(int32(onnx.Float)), Dims: []int64{1}, RawData: make([]byte, 4)}, ""},
		{&onnxpb.TensorProto{DataType: proto.Int32(int32(onnx.Float)), Dims: []int64{1}, RawData: make([]byte, 3)}, "it holds 3 bytes"},
		{&onnxpb.TensorProto{DataType: proto.Int32(int32(onnx.Bool)), RawData: make([]byte, 1)}, "elements are BOOL, not FLOAT or INT64"},
		{nil, "it has no value"},
	} {
		graph, _, _ := looped()
		constant := plainNode("Constant", "c")
		constant.Attribute = []*onnxpb.AttributeProto{{Name: proto.String("value"), Type: onnxpb.AttributeProto_TENSOR.Enum(), T: c.value}}
		graph.Node = append(graph.Node, constant)
		types, err := typesOf(t, graph)
		if c.want != "" {
			require.ErrorContains(t, err, c.want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, onnx.Float, types["c"])
	}
}
