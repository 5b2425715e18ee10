package deploy_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/deploy/measure"
	"gmnc/internal/test/fixtures"
	"gmnc/onnx/onnxpb"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// ranged is a run that knows the ranges of its training data, in which lengths and speeds
// are scaled.
func ranged(t *testing.T, scale float32) *run.Run {
	t.Helper()
	samples := fixtures.Samples(system.Composition{1, 1, 1}, 20, 3)
	for i := range samples {
		for k := range samples[i].Position {
			samples[i].Position[k] *= scale
			samples[i].Velocity[k] *= scale
		}
	}
	model, err := builder.New(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, TrueVelocity: true, Time: 0.1, Length: float64(scale)}, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config, Data: &run.DataInfo{File: "data.npz", Ranges: system.MeasureRanges(samples, nil)}},
		run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}

// TestFilesOfSmallSystems: a model of millimeters is measured on systems of
// millimeters, and one of kilometers on kilometers.
func TestFilesOfSmallSystems(t *testing.T) {
	for _, scale := range []float32{1e-3, 1e3} {
		file, err := deploy.ExportWith(t.Context(), ranged(t, scale), deploy.Options{})
		require.NoError(t, err)
		v, err := deploy.VerifyFrom(t.Context(), "model.onnx", file.File, nil, 7)
		require.NoError(t, err)
		require.NoError(t, v.Err())
	}
}

// graph adds nodes to the graph of a file.
type protoGraph struct{ m *onnxpb.ModelProto }

// node adds a node of one output.
func (g protoGraph) node(kind, output string, inputs ...string) { g.with(nil, kind, output, inputs...) }

// with adds a node that has attributes of integers: of one, or a list.
func (g protoGraph) with(attributes map[string]any, kind, output string, inputs ...string) {
	node := &onnxpb.NodeProto{OpType: proto.String(kind), Name: proto.String("forged/" + output), Input: inputs, Output: []string{output}}
	for name, value := range attributes {
		attribute := &onnxpb.AttributeProto{Name: proto.String(name)}
		switch value := value.(type) {
		case int64:
			attribute.Type, attribute.I = onnxpb.AttributeProto_INT.Enum(), proto.Int64(value)
		case []int64:
			attribute.Type, attribute.Ints = onnxpb.AttributeProto_INTS.Enum(), value
		}
		node.Attribute = append(node.Attribute, attribute)
	}
	g.m.Graph.Node = append(g.m.Graph.Node, node)
}

// constant adds a constant of a shape, a scalar without one.
func (g protoGraph) constant(name string, of onnxpb.TensorProto_DataType, data []byte, shape ...int64) {
	value := &onnxpb.TensorProto{DataType: proto.Int32(int32(of)), RawData: data, Dims: shape}
	g.m.Graph.Node = append(g.m.Graph.Node, &onnxpb.NodeProto{OpType: proto.String("Constant"), Name: proto.String("forged/" + name), Output: []string{name},
		Attribute: []*onnxpb.AttributeProto{{Name: proto.String("value"), Type: onnxpb.AttributeProto_TENSOR.Enum(), T: value}}})
}

func number(value float32) []byte {
	return binary.LittleEndian.AppendUint32(nil, math.Float32bits(value))
}

// wrongWhere is a file whose velocities are 1 % off where a value "wrongs" is true, with its
// digest made anew. It has the constants limit 1, first 0, many 1500 and power 64.
func wrongWhere(t *testing.T, file []byte, condition func(g protoGraph)) []byte {
	return forged(t, file, func(m *onnxpb.ModelProto) {
		for _, node := range m.Graph.Node {
			for i, output := range node.Output {
				if output == "predicted_velocity" {
					node.Name, node.Output[i] = proto.String("honest"), "honest"
				}
			}
		}
		g := protoGraph{m}
		g.constant("limit", onnxpb.TensorProto_FLOAT, number(1))
		g.constant("more", onnxpb.TensorProto_FLOAT, number(1.01))
		g.constant("first", onnxpb.TensorProto_INT64, make([]byte, 8))
		g.constant("many", onnxpb.TensorProto_INT64, binary.LittleEndian.AppendUint64(nil, 1500))
		g.constant("power", onnxpb.TensorProto_INT64, binary.LittleEndian.AppendUint64(nil, 64))
		condition(g)
		g.node("Mul", "wrong", "honest", "more")
		g.node("Where", "predicted_velocity", "wrongs", "wrong", "honest")
	})
}

// TestAForgedGraphIsFound: a file that computes something else for fast particles alone, or
// in large batches or in those of 64 systems alone, with its digest made anew, fails on systems that are drawn like
// the training's.
func TestAForgedGraphIsFound(t *testing.T) {
	defer func(most int) { measure.MostAtOnce = most }(measure.MostAtOnce)
	measure.MostAtOnce = 2048
	file, err := deploy.ExportWith(t.Context(), ranged(t, 1), deploy.Options{})
	require.NoError(t, err)
	type nodes = func(kind, output string, inputs ...string)
	inBatches := func(comparison, with string) func(node nodes) {
		return func(node nodes) {
			node("Shape", "sizes", "velocity")
			node("Gather", "batch", "sizes", "first")
			node(comparison, "wrongs", "batch", with)
		}
	}
	for _, c := range []struct {
		promise   string
		condition func(node nodes)
	}{
		{"agreement with the native engine on systems like the training's", func(node nodes) { node("Greater", "wrongs", "velocity", "limit") }},
		{verify.Batches, inBatches("Greater", "many")},
		{verify.Batches, inBatches("Equal", "power")},
	} {
		changed := wrongWhere(t, file.File, func(g protoGraph) { c.condition(g.node) })
		v, err := deploy.Verify(t.Context(), "model.onnx", changed, nil)
		require.NoError(t, err)
		require.ErrorContains(t, v.Err(), "does not keep its promises: "+v.Broken[0])
		require.NotContains(t, v.Err().Error(), "\n")
		require.Contains(t, v.Broken[0], c.promise)
	}
}
