package emit_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// TestRefusedWeights: a weight has as many numbers as its type, a name of its own, and is there if
// an output depends on it.
func TestRefusedWeights(t *testing.T) {
	for _, c := range []struct {
		name  string
		data  []float32
		live  bool
		fails string
	}{
		{"w", []float32{1, 2}, true, ""},
		{"w", nil, false, ""},
		{"w", nil, true, "the weight w (float[1,2]) is missing"},
		{"w", []float32{1, 2, 3}, true, "the weight w has 3 numbers; it is float[1,2] and needs 2"},
		{emit.ConstantPrefix + "w", []float32{1, 2}, true, "is named like a constant or a part"},
		{"w[0:1]", []float32{1, 2}, true, "is named like a constant or a part"},
		{"w^T", []float32{1, 2}, true, "is named like a constant or a part"},
	} {
		m := ir.SampleModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) { b.Output("y", b.Neg(b.Param("w", ir.Floats(ir.Fixed(1), 2)))) }))
		m.Main.Inputs[0].Name = c.name
		e, given := emit.New("test", 17), map[string][]float32{}
		if c.data != nil {
			given[c.name] = c.data
		}
		err := e.WriteWeights(m, given, map[string]bool{c.name: c.live})
		if err == nil {
			err = e.Err
		}
		if c.fails != "" {
			require.ErrorContains(t, err, c.fails)
			require.Equal(t, len(c.data) == 2, e.Tensor(c.name) != nil, "what does not fit is not written")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.data != nil, e.Tensor(c.name) != nil)
	}
}

// TestOtherInputsAreNoWeights: numbers that are given for an input that is no parameter are not in the file.
func TestOtherInputsAreNoWeights(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) { b.Output("y", b.Neg(b.Input("x", ir.Floats(ir.Fixed(1), 2)))) }))
	e := emit.New("test", 17)
	require.NoError(t, e.WriteWeights(m, map[string][]float32{"x": {1, 2}}, map[string]bool{"x": true}))
	require.NoError(t, e.Err)
	require.Empty(t, e.Graph.Initializer)
}

// TestConstants: constants have the elements of their type, little-endian, and each is there once.
func TestConstants(t *testing.T) {
	e := emit.New("test", 17)
	for range 2 {
		for _, c := range []struct {
			name string
			want onnxpb.TensorProto_DataType
			raw  []byte
		}{
			{e.Ints([]int64{1, -2}, 2), onnxpb.TensorProto_INT64, []byte{1, 0, 0, 0, 0, 0, 0, 0, 254, 255, 255, 255, 255, 255, 255, 255}},
			{e.Floats([]float64{1}, 1, 1), onnxpb.TensorProto_FLOAT, []byte{0, 0, 128, 63}},
			{e.Bools([]bool{true, false}, 1, 2), onnxpb.TensorProto_BOOL, []byte{1, 0}},
		} {
			tensor := e.Tensor(c.name)
			require.Equal(t, int32(c.want), tensor.GetDataType(), c.name)
			require.Equal(t, c.raw, tensor.RawData, c.name)
		}
	}
	require.Len(t, e.Graph.Initializer, 3)
	require.Equal(t, "constant/int/1,2,3,4[4]", e.Ints([]int64{1, 2, 3, 4}, 4))
	require.Equal(t, "constant/int[5]", e.Ints([]int64{1, 2, 3, 4, 5}, 5))
	require.Equal(t, "constant/int[6]", e.Ints([]int64{1, 2, 3, 4, 5, 6}, 6))
	require.Equal(t, "constant/int/7", e.Ints([]int64{7}))
	require.NotNil(t, emit.IntTensor(nil, []int64{0}).RawData, "a file says that an empty tensor has no bytes")
	require.NotNil(t, emit.FloatTensor(nil, []int64{0}).RawData)
}

// TestConstantsOfFloat32: a constant beyond float32 is the first error; an infinite one is written.
func TestConstantsOfFloat32(t *testing.T) {
	e := emit.New("test", 17)
	e.Floats([]float64{math.MaxFloat32, math.Inf(-1)})
	require.NoError(t, e.Err)
	e.Floats([]float64{1e39})
	e.Floats([]float64{-1e40})
	require.EqualError(t, e.Err, "the constant 1e+39 in  is too large for float32")
	e = emit.New("test", 17)
	e.Floats([]float64{1, -1e40})
	require.EqualError(t, e.Err, "the constant -1e+40 in  is too large for float32")
}

// TestCollectedWeights: parts in turn and transposes make up a weight again. What is no part of
// rows does not count.
func TestCollectedWeights(t *testing.T) {
	bytesOf := func(values ...float32) []byte { return emit.FloatTensor(values, nil).RawData }
	c := emit.NewCollected()
	c.Add("whole", []int64{2, 2}, bytesOf(1, 2, 3, 4))
	c.Add("turned^T", []int64{2, 3}, bytesOf(1, 2, 3, 4, 5, 6))
	c.Add("vector^T", []int64{2}, bytesOf(1, 2))
	c.Add("parts[1:3]", []int64{2, 1}, bytesOf(8, 9))
	c.Add("parts[0:1]", []int64{1, 1}, bytesOf(7))
	c.Add("parts[5:6]", []int64{1, 1}, bytesOf(6))
	c.Add("empty[2:2]", []int64{0, 1}, bytesOf())
	c.Add("wide[0:99999999999999999999]", []int64{1, 1}, bytesOf(1))
	c.Add("far[99999999999999999999:3]", []int64{1, 1}, bytesOf(1))
	c.Add("late[1:2]", []int64{1, 1}, bytesOf(1))
	c.Add("both[0:1]", []int64{1, 1}, bytesOf(1))
	c.Add("both", []int64{1, 1}, bytesOf(2))
	require.Equal(t, map[string][]byte{
		"whole": bytesOf(1, 2, 3, 4), "late": nil, "turned": bytesOf(1, 4, 2, 5, 3, 6), "vector": bytesOf(1, 2), "parts": bytesOf(7, 8, 9), "both": bytesOf(2),
	}, c.Weights())
	require.Equal(t, []float32{1, 2}, emit.Floats(bytesOf(1, 2)))
}

// TestFoldedWeights: weights that a file needs and does not hold whole are stored apart, and
// constants are no weights.
func TestFoldedWeights(t *testing.T) {
	graph := &onnxpb.GraphProto{}
	add := func(name string, values ...float32) {
		tensor := emit.FloatTensor(values, []int64{int64(len(values)), 1})
		tensor.Name = &name
		graph.Initializer = append(graph.Initializer, tensor)
	}
	add("held", 1, 2)
	add("half[0:1]", 1)
	add(emit.ConstantPrefix+"constant", 5)
	weights := map[string][]float32{"held": {1, 2}, "half": {1, 2}, "dead": {3}, "folded": {4}, emit.ConstantPrefix + "constant": {5}}
	live := map[string]bool{"held": true, "half": true, "folded": true, emit.ConstantPrefix + "constant": true}
	missing := emit.Folded(graph, live, weights)
	require.Equal(t, map[string][]byte{
		"half": emit.FloatTensor([]float32{1, 2}, nil).RawData, "folded": emit.FloatTensor([]float32{4}, nil).RawData,
		emit.ConstantPrefix + "constant": emit.FloatTensor([]float32{5}, nil).RawData,
	}, missing)
}

// TestDeclarations: a declaration has the type of its like, and is found by its name.
func TestDeclarations(t *testing.T) {
	x := emit.ValueInfo("x", "a value", ir.Float, ir.Rows("particles"), ir.Fixed(3))
	require.Equal(t, "a value", x.GetDocString())
	require.Nil(t, emit.ValueInfo("x", "", ir.Float).DocString)
	axes := x.GetType().GetTensorType().GetShape().Dim
	require.Equal(t, []any{"particles", int64(3)}, []any{axes[0].GetDimParam(), axes[1].GetDimValue()})
	y := emit.DeclaredAs(x, "y")
	require.Equal(t, []string{"x", "y"}, []string{x.GetName(), y.GetName()})
	require.Equal(t, y, emit.Find([]*onnxpb.ValueInfoProto{x, y}, "y"))
	require.Nil(t, emit.Find([]*onnxpb.ValueInfoProto{x}, "y"))
	require.Nil(t, emit.TensorOf("x", onnxpb.TensorProto_INT64).GetType().GetTensorType().Shape)
	require.Equal(t, int32(onnxpb.TensorProto_INT64), emit.TensorOf("x", onnxpb.TensorProto_INT64).GetType().GetTensorType().GetElemType())
	require.Panics(t, func() { emit.PlainNode("Neg", map[string]any{"a": 1}, "y", "x") })
}

// TestPrune: a graph keeps what its outputs need, through the bodies of loops, too.
func TestPrune(t *testing.T) {
	graph := &onnxpb.GraphProto{
		Output: []*onnxpb.ValueInfoProto{emit.ValueInfo("y", "", ir.Float)},
		Node: []*onnxpb.NodeProto{
			emit.PlainNode("Neg", nil, "a", "weight"), emit.PlainNode("Neg", nil, "dead", "other"), nested(), emit.PlainNode("Neg", nil, "y", "z"),
		},
	}
	graph.Node[2].Output = []string{"z"}
	for _, name := range []string{"weight", "other"} {
		tensor := emit.FloatTensor([]float32{1}, []int64{1, 1})
		tensor.Name = &name
		graph.Initializer = append(graph.Initializer, tensor)
	}
	emit.Prune(graph)
	require.Len(t, graph.Node, 3)
	require.Equal(t, "weight", graph.Initializer[0].GetName())
	require.Len(t, graph.Initializer, 1)
}
