package onnxgo

import (
	"testing"

	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
)

// TestWhatOnnxGoMishandles runs constructs that onnx-go alone loses.
func TestWhatOnnxGoMishandles(t *testing.T) {
	x, y := anyShape("x", float32Type), anyShape("y", float32Type)
	in := map[string]runtime.Tensor{"x": runtime.Floats([]float32{1, -2}, 2)}
	for _, c := range []struct {
		what  string
		graph *onnxpb.GraphProto
		want  map[string]value
	}{
		{"repeated input", &onnxpb.GraphProto{
			Input: []*onnxpb.ValueInfoProto{x}, Output: []*onnxpb.ValueInfoProto{y},
			Node: []*onnxpb.NodeProto{operation("Mul", "y", nil, "x", "x")},
		}, map[string]value{"y": floats(s(2), 1, 4)}},
		{"output that is consumed", &onnxpb.GraphProto{
			Input: []*onnxpb.ValueInfoProto{x}, Output: []*onnxpb.ValueInfoProto{y, anyShape("z", float32Type)},
			Node: []*onnxpb.NodeProto{operation("Neg", "y", nil, "x"), operation("Neg", "z", nil, "y")},
		}, map[string]value{"y": floats(s(2), -1, 2), "z": floats(s(2), 1, -2)}},
		{"output that is an input", &onnxpb.GraphProto{
			Input: []*onnxpb.ValueInfoProto{x}, Output: []*onnxpb.ValueInfoProto{x, y},
			Node: []*onnxpb.NodeProto{operation("Neg", "y", nil, "x")},
		}, map[string]value{"x": floats(s(2), 1, -2), "y": floats(s(2), -1, 2)}},
		{"output that is an initializer", &onnxpb.GraphProto{
			Input: []*onnxpb.ValueInfoProto{x}, Output: []*onnxpb.ValueInfoProto{anyShape("w", float32Type)},
			Initializer: []*onnxpb.TensorProto{protoOf("w", counting(2))},
			Node:        []*onnxpb.NodeProto{operation("Neg", "y", nil, "x")},
		}, map[string]value{"w": counting(2)}},
		{"initializer that is listed as an input", &onnxpb.GraphProto{
			Input:       []*onnxpb.ValueInfoProto{anyShape("w", float32Type), x, anyShape("none", float32Type)},
			Output:      []*onnxpb.ValueInfoProto{y},
			Initializer: []*onnxpb.TensorProto{protoOf("w", counting(2)), protoOf("none", floats(s(0)))},
			Node:        []*onnxpb.NodeProto{operation("Add", "y", nil, "x", "w")},
		}, map[string]value{"y": floats(s(2), 2, 0)}},
		{"initializer without elements", &onnxpb.GraphProto{
			Input: []*onnxpb.ValueInfoProto{x}, Output: []*onnxpb.ValueInfoProto{y},
			Initializer: []*onnxpb.TensorProto{protoOf("none", floats(s(0)))},
			Node:        []*onnxpb.NodeProto{operation("Concat", "y", attrs{"axis": 0}, "none", "x")},
		}, map[string]value{"y": floats(s(2), 1, -2)}},
		{"value named as the input made up for a constant", &onnxpb.GraphProto{
			Input: []*onnxpb.ValueInfoProto{x}, Output: []*onnxpb.ValueInfoProto{y},
			Node: []*onnxpb.NodeProto{
				operation("Neg", "the Constant/input", nil, "x"),
				operation("Constant", "one", attrs{"value": counting()}),
				operation("Add", "y", nil, "the Constant/input", "one"),
			},
		}, map[string]value{"y": floats(s(2), 0, 3)}},
		{"declared intermediate value", &onnxpb.GraphProto{
			Input: []*onnxpb.ValueInfoProto{x}, Output: []*onnxpb.ValueInfoProto{y},
			ValueInfo: []*onnxpb.ValueInfoProto{declared("between", float32Type, 1<<40, 1<<40), y},
			Node:      []*onnxpb.NodeProto{operation("Neg", "between", nil, "x"), operation("Neg", "y", nil, "between")},
		}, map[string]value{"y": floats(s(2), 1, -2)}},
	} {
		t.Run(c.what, func(t *testing.T) {
			out, err := open(t, c.graph).Run(runtime.Batch{Inputs: in})
			require.NoError(t, err)
			require.Len(t, out, len(c.want))
			for name, want := range c.want {
				requireSame(t, want, out[name])
			}
		})
	}
}

// TestTypedData reads tensors from the typed fields instead of raw_data.
func TestTypedData(t *testing.T) {
	typed := func(name string, v value, fill func(*onnxpb.TensorProto)) *onnxpb.TensorProto {
		out := protoOf(name, v)
		out.RawData = nil
		fill(out)
		return out
	}
	session := open(t, &onnxpb.GraphProto{
		Initializer: []*onnxpb.TensorProto{
			typed("yes", floats(s(3)), func(p *onnxpb.TensorProto) { p.Dims, p.FloatData = []int64{3}, []float32{1, 2, 3} }),
			typed("at", list(), func(p *onnxpb.TensorProto) { p.Dims, p.Int64Data = []int64{3}, []int64{2, -1, 0} }),
			typed("which", bools(s(3)), func(p *onnxpb.TensorProto) { p.Dims, p.Int32Data = []int64{3}, []int32{1, 0, 1} }),
		},
		Node: []*onnxpb.NodeProto{
			operation("Gather", "no", nil, "yes", "at"), operation("Where", "y", nil, "which", "yes", "no"),
		},
		Output: []*onnxpb.ValueInfoProto{anyShape("y", float32Type)},
	})
	out, err := session.Run(runtime.Batch{})
	require.NoError(t, err)
	require.Equal(t, []float32{1, 3, 3}, out["y"].Float)
}

func TestOpenRefuses(t *testing.T) {
	change := func(f func(*onnxpb.ModelProto)) []byte {
		model := modelOf(dense())
		f(model)
		return encode(t, model)
	}
	tensor := func(f func(*onnxpb.TensorProto)) []byte {
		return change(func(m *onnxpb.ModelProto) { f(m.Graph.Initializer[0]) })
	}
	node := func(f func(*onnxpb.NodeProto)) []byte {
		return change(func(m *onnxpb.ModelProto) { f(m.Graph.Node[1]) })
	}
	for _, c := range []struct {
		what string
		file []byte
		err  string
	}{
		{"nothing", nil, "not an ONNX model"},
		{"text", []byte("position,velocity\n1,2\n"), "not an ONNX model"},
		{"old opset", change(func(m *onnxpb.ModelProto) { m.OpsetImport[0].Version = proto.Int64(11) }), "uses opset 11, supported are 13 to 21"},
		{"opset before the oldest", change(func(m *onnxpb.ModelProto) { m.OpsetImport[0].Version = proto.Int64(12) }), "uses opset 12, supported are 13 to 21"},
		{"opset after the newest", change(func(m *onnxpb.ModelProto) { m.OpsetImport[0].Version = proto.Int64(22) }), "uses opset 22, supported are 13 to 21"},
		{"sparse initializer", change(func(m *onnxpb.ModelProto) { m.Graph.SparseInitializer = []*onnxpb.SparseTensorProto{{}} }), "sparse initializers are not supported"},
		{"node without a name and outputs", node(func(n *onnxpb.NodeProto) { n.Name, n.Output = nil, nil }), `node "": operator Add is not supported with 0 outputs`},
		{"node whose output has no name", node(func(n *onnxpb.NodeProto) { n.Output = []string{""} }), "operator Add is not supported with 1 outputs"},
		{"unknown field of a tensor", tensor(func(p *onnxpb.TensorProto) { p.ProtoReflect().SetUnknown([]byte{31<<3&0x7f | 0x80, 1, 1}) }), `initializer "weight": TensorProto field 31 is not supported`},
		{"no opset", change(func(m *onnxpb.ModelProto) { m.OpsetImport = nil }), "uses opset 0"},
		{"no nodes", change(func(m *onnxpb.ModelProto) { m.Graph.Node = nil }), "Graph is empty"},
		{"no outputs", change(func(m *onnxpb.ModelProto) { m.Graph.Output = nil }), "no input or output"},
		{"operator", node(func(n *onnxpb.NodeProto) { n.OpType = proto.String("Einsum") }), `node "the Add": operator Einsum is not supported; supported are [Abs Add`},
		{"domain", node(func(n *onnxpb.NodeProto) { n.Domain = proto.String("com.example") }), `node "the Add": operator Add is of the domain "com.example"`},
		{"attribute", node(func(n *onnxpb.NodeProto) { n.Attribute = attrs{"axis": 1}.protos() }), `node "the Add": attribute "axis" is not supported`},
		{"attribute type", node(func(n *onnxpb.NodeProto) {
			n.OpType, n.Attribute = proto.String("Concat"), attrs{"axis": "last"}.protos()
		}), `attribute "axis" has Go type string, expected int64`},
		{"subgraph", node(func(n *onnxpb.NodeProto) {
			n.Attribute = []*onnxpb.AttributeProto{{Name: proto.String("then_branch"), G: &onnxpb.GraphProto{}}}
		}), `node "the Add": an attribute holds a subgraph`},
		{"attribute cut short", change(func(m *onnxpb.ModelProto) {
			short := protoOf("value", counting(2))
			short.RawData = short.RawData[:4]
			m.Graph.Node[0] = &onnxpb.NodeProto{OpType: proto.String("Constant"), Output: []string{"product"}, Attribute: []*onnxpb.AttributeProto{{Name: proto.String("value"), T: short}}}
		}), `node "making product": shape [2] needs 2 elements of float32 and 1 are stored`},
		{"attribute without elements", node(func(n *onnxpb.NodeProto) { n.Attribute = attrs{"value": floats(s(0))}.protos() }), "operator Add has an attribute tensor without elements"},
		{"few inputs", node(func(n *onnxpb.NodeProto) { n.Input = n.Input[:1] }), `node "the Add": has 1 inputs, expected 2 to 2`},
		{"many inputs", node(func(n *onnxpb.NodeProto) { n.Input = append(n.Input, "bias") }), "has 3 inputs, expected 2 to 2"},
		{"left out", node(func(n *onnxpb.NodeProto) { n.Input[1] = "" }), `node "the Add": input 2 is left out`},
		{"later value", node(func(n *onnxpb.NodeProto) { n.Input[1] = "hidden" }), `node "the Add": input 2, "hidden", is not made by an earlier node`},
		{"own value", node(func(n *onnxpb.NodeProto) { n.Input[1] = "sum" }), `node "the Add": input 2, "sum", is not made by an earlier node`},
		{"two outputs", node(func(n *onnxpb.NodeProto) { n.Output = append(n.Output, "more") }), `node "the Add": operator Add is not supported with 2 outputs`},
		{"value made twice", node(func(n *onnxpb.NodeProto) { n.Output[0] = "product" }), `node "the Add": its output "product" is also an output of node "the MatMul"`},
		{"initializer made", node(func(n *onnxpb.NodeProto) { n.Output[0] = "weight" }), `"weight" is defined twice`},
		{"input made", node(func(n *onnxpb.NodeProto) { n.Output[0] = "charge" }), `"charge" is defined twice`},
		{"output unmade", change(func(m *onnxpb.ModelProto) { m.Graph.Output[0].Name = proto.String("velocity") }), `output "velocity" is made by no node`},
		{"double input", change(func(m *onnxpb.ModelProto) { m.Graph.Input = append(m.Graph.Input, m.Graph.Input[0]) }), `input "position": is declared twice`},
		{"output of another type", change(func(m *onnxpb.ModelProto) { m.Graph.Output[0] = anyShape("hidden", int64Type) }), `output "hidden" is float32, declared as int64`},
		{"bool input", change(func(m *onnxpb.ModelProto) { m.Graph.Input[0] = anyShape("position", boolType) }), `input "position": has bool, expected`},
		{"double initializer", change(func(m *onnxpb.ModelProto) {
			m.Graph.Initializer = append(m.Graph.Initializer, m.Graph.Initializer[0])
		}), `value "weight" is defined twice`},
		{"unnamed tensor", tensor(func(p *onnxpb.TensorProto) { p.Name = nil }), "an initializer of shape [3 2] has no name"},
		{"tensor type", tensor(func(p *onnxpb.TensorProto) { p.DataType = proto.Int32(11) }), `initializer "weight": element type 11 is not supported`},
		{"tensor cut short", tensor(func(p *onnxpb.TensorProto) { p.RawData = p.RawData[:20] }), `initializer "weight": shape [3 2] needs 6 elements of float32 and 5 are stored`},
		{"huge tensor", tensor(func(p *onnxpb.TensorProto) { p.Dims[0] = 1 << 40 }), "more than the 268435456 elements allowed"},
		{"negative tensor", tensor(func(p *onnxpb.TensorProto) { p.Dims[0] = -3 }), "negative extent"},
		{"data elsewhere", tensor(func(p *onnxpb.TensorProto) { p.DataLocation = onnxpb.TensorProto_EXTERNAL.Enum() }), `initializer "weight": its data is in another file`},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, err := Open(c.file)
			require.ErrorContains(t, err, c.err)
			require.ErrorContains(t, err, "onnx-go: ")
		})
	}
}

// TestOpsetsInUse: the oldest and the newest supported opset are both read.
func TestOpsetsInUse(t *testing.T) {
	for _, opset := range []int64{onnx.OldestOpset, onnx.NewestOpset} {
		model := modelOf(&onnxpb.GraphProto{
			Input: []*onnxpb.ValueInfoProto{anyShape("x", float32Type)}, Output: []*onnxpb.ValueInfoProto{anyShape("y", float32Type)},
			Node: []*onnxpb.NodeProto{operation("Neg", "y", nil, "x")},
		})
		model.OpsetImport[0].Version = &opset
		_, err := Open(encode(t, model))
		require.NoError(t, err, "opset %d", opset)
	}
}

// TestHalfPrecision: initializers of float16 are widened to float32.
func TestHalfPrecision(t *testing.T) {
	half := protoOf("half", floats(s(2)))
	half.Dims, half.DataType = []int64{2}, proto.Int32(int32(onnx.Float16))
	half.RawData = []byte{0x00, 0x3c, 0x00, 0xc1} // 1 and -2.5, lowest byte first
	session := open(t, &onnxpb.GraphProto{
		Initializer: []*onnxpb.TensorProto{half},
		Node:        []*onnxpb.NodeProto{operation("Neg", "y", nil, "half")},
		Output:      []*onnxpb.ValueInfoProto{anyShape("y", float32Type)},
	})
	out, err := session.Run(runtime.Batch{})
	require.NoError(t, err)
	require.Equal(t, []float32{-1, 2.5}, out["y"].Float)
}
