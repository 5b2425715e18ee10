package export_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// TestDamagedMetadata: what a file says of its gradients, its steps and its folded weights is read, or
// named as damaged.
func TestDamagedMetadata(t *testing.T) {
	decoded := func(key, value string) (*export.File, error) {
		file := exported.Parse(t, encoded(t))
		file.MetadataProps = append(file.MetadataProps, &onnxpb.StringStringEntryProto{Key: &key, Value: &value})
		return export.Decode(exported.Signed(t, file))
	}
	file, err := decoded("other", "")
	require.NoError(t, err)
	names, err := file.Gradients()
	require.NoError(t, err)
	require.Nil(t, names)
	step, err := file.Step()
	require.NoError(t, err)
	require.Nil(t, step)

	file, err = decoded("gradients", `["position"]`)
	require.NoError(t, err)
	names, err = file.Gradients()
	require.NoError(t, err)
	require.Equal(t, []string{"position"}, names)
	file, err = decoded("gradients", `{`)
	require.NoError(t, err)
	_, err = file.Gradients()
	require.ErrorContains(t, err, "what it says of its gradients is damaged")
	file, err = decoded("step", `{`)
	require.NoError(t, err)
	_, err = file.Step()
	require.ErrorContains(t, err, "what it says of its steps of training is damaged")

	file, err = decoded("folded_weights", `{"own": "AACAPw=="}`)
	require.NoError(t, err)
	require.Equal(t, []float32{1}, file.Weights["own"])
	require.NotContains(t, file.Metadata, "folded_weights")
	_, err = decoded("folded_weights", `{"own": "AACA"}`)
	require.ErrorContains(t, err, `its weight "own" has 3 bytes, no float32`)
	_, err = decoded("folded_weights", `{`)
	require.ErrorContains(t, err, "its metadata folded_weights")
}

// TestFilesWithoutParts: a file without nodes, an operator set or a configuration was cut short.
func TestFilesWithoutParts(t *testing.T) {
	for _, damage := range []func(file *onnxpb.ModelProto){
		func(file *onnxpb.ModelProto) { file.Graph.Node = nil },
		func(file *onnxpb.ModelProto) { file.OpsetImport = nil },
		func(file *onnxpb.ModelProto) {
			file.MetadataProps = slices.DeleteFunc(file.MetadataProps, func(entry *onnxpb.StringStringEntryProto) bool { return entry.GetKey() == "config" })
		},
	} {
		file := exported.Parse(t, encoded(t))
		damage(file)
		_, err := export.Decode(exported.Signed(t, file))
		require.EqualError(t, err, "the file was cut short: export the model again")
	}
}

// TestDecodeCountsNodes: a file has the nodes of its graph, of its functions and of the bodies of its
// Loops, to the depth that files have.
func TestDecodeCountsNodes(t *testing.T) {
	node := func(body *onnxpb.GraphProto) *onnxpb.NodeProto {
		return &onnxpb.NodeProto{OpType: proto.String("Loop"), Attribute: []*onnxpb.AttributeProto{{Name: proto.String("body"), G: body}}}
	}
	file := exported.Parse(t, encoded(t))
	nodes := len(file.Graph.Node)
	var body *onnxpb.GraphProto
	for range onnx.MaxLoops + 2 {
		body = &onnxpb.GraphProto{Node: []*onnxpb.NodeProto{node(body)}}
	}
	file.Graph.Node = append(file.Graph.Node, body.Node...)
	file.Functions = append(file.Functions, &onnxpb.FunctionProto{Name: proto.String("f"), Node: []*onnxpb.NodeProto{node(nil), node(nil)}})
	decoded, err := export.Decode(exported.Signed(t, file))
	require.NoError(t, err)
	require.Equal(t, nodes+1+onnx.MaxLoops+2, decoded.Nodes)
}

// TestHalfWeights: a file of float16 holds weights to 11 bits, and those beyond its range are named.
// Elements of other types are no weights.
func TestHalfWeights(t *testing.T) {
	half := info
	half.Float16 = true
	weights := map[string][]float32{"mix/weight": {1, 1 + 1./1024, 1 + 1./2048, 0, 0, 0, 0, 0, -2}}
	model, err := export.Model(exported.Probe(t), weights, half)
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	file, err := export.Decode(model)
	require.NoError(t, err)
	require.Equal(t, []float32{1, 1 + 1./1024, 1, 0, 0, 0, 0, 0, -2}, file.Weights["mix/weight"])
	rounded, err := export.Halved(weights)
	require.NoError(t, err)
	require.Equal(t, file.Weights, rounded)

	weights["mix/weight"][0] = 1e6
	_, err = export.Model(exported.Probe(t), weights, half)
	require.ErrorContains(t, err, "the weight mix/weight: ")
	whole := exported.Parse(t, encoded(t))
	whole.Graph.Initializer[0].DataType = proto.Int32(int32(onnxpb.TensorProto_INT64))
	_, err = export.Decode(exported.Signed(t, whole))
	require.ErrorContains(t, err, `its weight "mix/weight": elements are INT64, not FLOAT or FLOAT16`)
}

// TestRefusedOutputs: an output has a row for each particle or edge, or belongs to no system.
func TestRefusedOutputs(t *testing.T) {
	for _, c := range []struct {
		write func(b *ir.Builder, x *ir.Value) *ir.Value
		want  string
	}{
		{func(b *ir.Builder, x *ir.Value) *ir.Value { return b.Neg(x) }, ""},
		{func(b *ir.Builder, x *ir.Value) *ir.Value { return b.Neg(b.Scalar(2)) }, ""},
		{func(b *ir.Builder, x *ir.Value) *ir.Value { return b.Broadcast(b.Scalar(2), "particles") }, ""},
		{func(b *ir.Builder, x *ir.Value) *ir.Value {
			return b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		},
			"the model's output y is index<particles>[edges] and has no row for each particle or edge"},
	} {
		m := exported.SystemModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			b.Output("y", c.write(b, b.Input("position", ir.Floats(ir.Rows("particles"), 3))))
		}))
		_, err := export.Model(m, nil, export.Info{})
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
	none := exported.SystemModule()
	require.NoError(t, ir.Build(none, func(b *ir.Builder) { b.Output("y", b.Neg(b.Input("velocity", ir.Floats(ir.Rows("particles"), 3)))) }))
	_, err := export.Model(none, nil, export.Info{})
	require.ErrorContains(t, err, "the model has no input position of float[particles,3]")
	weightless := exported.Probe(t)
	_, err = export.Model(weightless, exported.ProbeWeights, export.Info{Step: &export.Step{Weights: []export.Weight{{Name: "mix/weight", Shape: [2]int{3, 3}}}}})
	require.ErrorContains(t, err, "the module has no gradient of a weight mix/weight")
}
