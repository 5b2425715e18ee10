package exported

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// GMN returns the paper's model, random weights, and its file.
func GMN(t testing.TB) (*graph.Model, map[string][]float32, []byte) {
	t.Helper()
	gmn, err := builder.New(config.DefaultConfig(), false)
	require.NoError(t, err)
	weights := gmn.Draw(1)
	model, err := export.Model(gmn.Module, weights, export.Info{Config: `{"model":"gmn"}`})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	return gmn, weights, model
}

// CompareRows runs a model in rows and compares all outputs with the interpreter, which also
// gets what the file contains as weights.
func CompareRows(t *testing.T, m *ir.Module, model []byte, inputs, all map[string]runtime.Tensor) {
	t.Helper()
	wide := map[string]ir.Tensor{}
	for name, value := range all {
		wide[name] = runtime.Widen(value)
	}
	want, err := ir.Eval(m, wide, nil)
	require.NoError(t, err)
	got, err := Open(t, model).Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	require.Len(t, got, len(want))
	for name := range want {
		conformance.Compare(t, name, want[name], got[export.OutputName(m, name)], conformance.Tolerance)
	}
}

// NumbersOf reports, for each system, whether an engine returns numbers for it. It returns nil
// if the engine is not available.
func NumbersOf(t *testing.T, name string, file []byte, samples []system.Sample) (numbers []bool) {
	engine, _ := engines.Named(name)
	if engine.Available() != nil {
		return nil
	}
	session, err := engine.OpenFile(file)
	require.NoError(t, err)
	outputs, err := session.Run(runtime.Batch{Inputs: predict.SystemInputs(samples)})
	require.NoError(t, err)
	require.NoError(t, session.Close())
	position := outputs["predicted_position"].Float
	for i := range samples {
		numbers = append(numbers, !math.IsNaN(float64(position[i*len(position)/len(samples)])))
	}
	return numbers
}

// Changed returns the model after a change to its messages.
func Changed(t *testing.T, model []byte, change func(g *onnxpb.GraphProto)) []byte {
	t.Helper()
	file := Parse(t, model)
	change(file.Graph)
	data, err := proto.Marshal(file)
	require.NoError(t, err)
	return data
}

// Signed encodes a damaged file with a valid digest, as if it had been written like that.
func Signed(t *testing.T, file *onnxpb.ModelProto) []byte {
	t.Helper()
	file.MetadataProps = slices.DeleteFunc(file.MetadataProps, func(entry *onnxpb.StringStringEntryProto) bool {
		return entry.GetKey() == "sha256"
	})
	data, err := proto.Marshal(file)
	require.NoError(t, err)
	seal := &onnxpb.StringStringEntryProto{Key: proto.String("sha256"), Value: proto.String(strings.Repeat("-", 64))}
	last, err := proto.Marshal(&onnxpb.ModelProto{MetadataProps: []*onnxpb.StringStringEntryProto{seal}})
	require.NoError(t, err)
	covered := append(data, last[:len(last)-64]...)
	return fmt.Appendf(covered, "%x", sha256.Sum256(covered))
}

// LoopOf returns the first Loop of a graph.
func LoopOf(graph *onnxpb.GraphProto) *onnxpb.NodeProto {
	return graph.Node[slices.IndexFunc(graph.Node, func(n *onnxpb.NodeProto) bool { return n.GetOpType() == "Loop" })]
}

// ODEOf returns the configuration of a small law of motion with that many steps.
func ODEOf(steps int) config.Config {
	return config.Config{Model: "gmn-ode", Form: config.Published, Layers: steps, Hidden: 4}
}

// Axes returns the names or lengths of the axes of a value.
func Axes(value *onnxpb.ValueInfoProto) (all []any) {
	for _, dim := range value.GetType().GetTensorType().Shape.Dim {
		if name := dim.GetDimParam(); name != "" {
			all = append(all, name)
		} else {
			all = append(all, dim.GetDimValue())
		}
	}
	return all
}
