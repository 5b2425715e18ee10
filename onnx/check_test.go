package onnx_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// written is a file that package export wrote.
func written(t testing.TB) []byte {
	t.Helper()
	model, err := os.ReadFile("../testdata/golden/model.onnx")
	require.NoError(t, err)
	return model
}

// parse returns the messages of a model.
func parse(t testing.TB, model []byte) *onnxpb.ModelProto {
	t.Helper()
	file := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(model, file))
	return file
}

// find returns the first node of the operator.
func find(t *testing.T, graph *onnxpb.GraphProto, operator string) *onnxpb.NodeProto {
	t.Helper()
	for _, node := range graph.Node {
		if node.GetOpType() == operator {
			return node
		}
	}
	require.Fail(t, "no node", operator)
	return nil
}

// input returns the first input of an element type.
func input(g *onnxpb.GraphProto, of onnxpb.TensorProto_DataType) *onnxpb.ValueInfoProto {
	for _, input := range g.Input {
		if input.GetType().GetTensorType().GetElemType() == int32(of) {
			return input
		}
	}
	return nil
}

// TestDefault: an initializer of an input's name and type is what it is where nobody gives it.
func TestDefault(t *testing.T) {
	file := parse(t, written(t))
	again := proto.Clone(file.Graph.Initializer[0]).(*onnxpb.TensorProto)
	again.Name = input(file.Graph, onnxpb.TensorProto_FLOAT).Name
	file.Graph.Initializer = append(file.Graph.Initializer, again)
	data, err := proto.Marshal(file)
	require.NoError(t, err)
	require.NoError(t, onnx.Check(data))
}

// TestMask: a file may have a constant of truth values.
func TestMask(t *testing.T) {
	file := parse(t, written(t))
	file.Graph.Initializer = append(file.Graph.Initializer, &onnxpb.TensorProto{
		Name: proto.String("mask"), DataType: proto.Int32(int32(onnx.Bool)), Dims: []int64{2}, RawData: []byte{0, 1},
	})
	data, err := proto.Marshal(file)
	require.NoError(t, err)
	require.NoError(t, onnx.Check(data))
}

func TestCheckFindsEveryFault(t *testing.T) {
	good := written(t)
	require.NoError(t, onnx.Check(good))

	type graph = *onnxpb.GraphProto
	cases := map[string]struct {
		damage func(g graph)
		want   string
	}{
		"unknown operator":    {func(g graph) { find(t, g, "MatMul").OpType = proto.String("Swish") }, "(Swish): the operator is not in the table"},
		"unwritten operator":  {func(g graph) { find(t, g, "Sin").OpType = proto.String("Reciprocal") }, "(Reciprocal): the operator is not in the table"},
		"unwritten attribute": {func(g graph) { find(t, g, "Gemm").Attribute = integer("transA", 0) }, `it has no attribute "transA"`},
		"unwritten input":     {func(g graph) { n := find(t, g, "Pad"); n.Input = append(n.Input, n.Input[1]) }, "the operator is NIN?>N"},
		"huge initializer":    {func(g graph) { g.Initializer[0].Dims = []int64{1 << 31, 1 << 31, 4} }, "are more than any file holds"},
		"other domain":        {func(g graph) { find(t, g, "MatMul").Domain = proto.String("com.microsoft") }, "not in the table"},
		"too few inputs":      {func(g graph) { n := find(t, g, "MatMul"); n.Input = n.Input[:1] }, "the operator is FF>F"},
		"too many inputs":     {func(g graph) { n := find(t, g, "MatMul"); n.Input = append(n.Input, n.Input[0]) }, "it has 3 inputs"},
		"no inputs":           {func(g graph) { find(t, g, "Concat").Input = nil }, "the operator is A+>A"},
		"element type":        {func(g graph) { find(t, g, "MatMul").Input[0] = "sticks" }, "its inputs are [INT64 FLOAT]"},
		"mixed types":         {func(g graph) { find(t, g, "Concat").Input[0] = "position" }, "its inputs are [FLOAT INT64"},
		"condition":           {func(g graph) { find(t, g, "Where").Input[0] = "sticks" }, "the operator is BAA>A"},
		"undefined input":     {func(g graph) { find(t, g, "MatMul").Input[1] = "nothing" }, `its input 1, "nothing", is not assigned before`},
		"wrong order":         {func(g graph) { g.Node[0], g.Node[len(g.Node)-1] = g.Node[len(g.Node)-1], g.Node[0] }, "is not assigned before"},
		"two outputs":         {func(g graph) { n := find(t, g, "MatMul"); n.Output = append(n.Output, "more") }, "it has 2 outputs"},
		"assigned twice":      {func(g graph) { g.Node[1].Output[0] = g.Node[0].Output[0] }, "is assigned twice"},
		"unnamed":             {func(g graph) { g.Node[0].Output[0] = "" }, "it has no name"},
		"missing attribute":   {func(g graph) { find(t, g, "Cast").Attribute = nil }, `it lacks its attribute "to"`},
		"unknown attribute":   {func(g graph) { find(t, g, "MatMul").Attribute = find(t, g, "Cast").Attribute }, `it has no attribute "to"`},
		"attribute type":      {func(g graph) { find(t, g, "Cast").Attribute[0].Type = onnxpb.AttributeProto_FLOAT.Enum() }, `its attribute "to" is FLOAT instead of INT`},
		"attribute twice":     {func(g graph) { n := find(t, g, "Cast"); n.Attribute = append(n.Attribute, n.Attribute[0]) }, `its attribute "to" is given twice`},
		"short initializer":   {func(g graph) { g.Initializer[0].RawData = g.Initializer[0].RawData[4:] }, "it holds 28 bytes; FLOAT of extents [1 8] takes 32"},
		"empty initializer":   {func(g graph) { g.Initializer[0].Dims = []int64{0, 3} }, "are not all positive"},
		"initializer type":    {func(g graph) { g.Initializer[0].DataType = proto.Int32(11) }, "elements are DOUBLE"},
		"initializer name":    {func(g graph) { g.Initializer[1].Name = g.Initializer[0].Name }, "is assigned twice"},
		"default of another type": {func(g graph) {
			g.Initializer[0].Name = input(g, onnxpb.TensorProto_INT64).Name
		}, "is assigned twice"},
		"two defaults": {func(g graph) {
			g.Initializer[0].Name, g.Initializer[1].Name = input(g, onnxpb.TensorProto_FLOAT).Name, input(g, onnxpb.TensorProto_FLOAT).Name
		}, "is assigned twice"},
		"input without shape": {func(g graph) { g.Input[0].GetType().GetTensorType().Shape = nil }, `input "position": it has no shape`},
		"nameless axis": {func(g graph) {
			g.Input[0].GetType().GetTensorType().Shape.Dim[0] = &onnxpb.TensorShapeProto_Dimension{}
		}, "axis 0 has neither a name nor an extent"},
		"unknown axis": {func(g graph) {
			for _, input := range g.Input {
				input.GetType().GetTensorType().Shape.Dim[0].Value = &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: "systems"}
			}
		}, `no input has its axis "batch"`},
		"input type":         {func(g graph) { g.Input[0].GetType().GetTensorType().ElemType = proto.Int32(9) }, "elements are BOOL"},
		"output type":        {func(g graph) { g.Output[0].GetType().GetTensorType().ElemType = proto.Int32(7) }, "it is declared as INT64 and made as FLOAT"},
		"value type":         {func(g graph) { declare(g, find(t, g, "MatMul").Output[0], 7) }, "it is declared as INT64 and made as FLOAT"},
		"value not made":     {func(g graph) { declare(g, "position", 1) }, `value "position": no node makes it`},
		"output not made":    {func(g graph) { g.Output[0].Name = proto.String("position") }, `output "position": no node makes it`},
		"output twice":       {func(g graph) { g.Output[1] = g.Output[0] }, "is returned twice"},
		"no outputs":         {func(g graph) { g.Output = nil }, "the graph has no outputs"},
		"reducing ScatterND": {func(g graph) { find(t, g, "ScatterND").Attribute = reduction() }, `it has no attribute "reduction"`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			file := parse(t, good)
			c.damage(file.Graph)
			data, err := proto.Marshal(file)
			require.NoError(t, err)
			require.ErrorContains(t, onnx.Check(data), c.want)
		})
	}
}

// declare says the type of a value within, as a scalar.
func declare(g *onnxpb.GraphProto, name string, dtype int32) {
	tensor := &onnxpb.TypeProto_Tensor{ElemType: &dtype, Shape: &onnxpb.TensorShapeProto{}}
	g.ValueInfo = append(g.ValueInfo, &onnxpb.ValueInfoProto{
		Name: &name, Type: &onnxpb.TypeProto{Value: &onnxpb.TypeProto_TensorType{TensorType: tensor}},
	})
}

func integer(name string, value int64) []*onnxpb.AttributeProto {
	return []*onnxpb.AttributeProto{{Name: &name, Type: onnxpb.AttributeProto_INT.Enum(), I: &value}}
}

func reduction() []*onnxpb.AttributeProto {
	return []*onnxpb.AttributeProto{{Name: proto.String("reduction"), Type: onnxpb.AttributeProto_STRING.Enum(), S: []byte("add")}}
}

func TestCheckVersions(t *testing.T) {
	good := written(t)
	damaged := func(damage func(file *onnxpb.ModelProto)) []byte {
		file := parse(t, good)
		damage(file)
		data, err := proto.Marshal(file)
		require.NoError(t, err)
		return data
	}
	require.ErrorContains(t, onnx.Check(damaged(func(f *onnxpb.ModelProto) { f.OpsetImport = nil })), "imports 0 operator sets")
	require.ErrorContains(t, onnx.Check(damaged(func(f *onnxpb.ModelProto) { f.OpsetImport[0].Version = proto.Int64(9) })), "opset 9")
	require.ErrorContains(t, onnx.Check(damaged(func(f *onnxpb.ModelProto) { f.IrVersion = proto.Int64(10) })), "opset 17 came with 8")
	require.ErrorContains(t, onnx.Check(good[:len(good)/2]), "no ONNX model")
}
