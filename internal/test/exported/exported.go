// Package exported has what tests of exported files share: models to export, systems to run
// them on, and comparisons with the interpreter.
package exported

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/internal/test/testenv"
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// Parse returns the messages of a model.
func Parse(t testing.TB, model []byte) *onnxpb.ModelProto {
	t.Helper()
	file := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(model, file))
	return file
}

// Open opens a model in onnxruntime, or skips the test.
func Open(t testing.TB, model []byte) runtime.Session {
	t.Helper()
	engine, _ := engines.Named("onnxruntime")
	testenv.Engine(t, engine)
	session, err := engine.OpenFile(model)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, session.Close()) })
	return session
}

// SystemModule returns an empty module with the dimensions of models.
func SystemModule() *ir.Module {
	m := ir.SampleModule()
	m.Name = "systems"
	return m
}

// RowInputs declares the inputs of a model in rows.
func RowInputs(b *ir.Builder) map[string]*ir.Value {
	rows := ir.Rows("particles")
	inputs := map[string]*ir.Value{
		"position":  b.Input("position", ir.Floats(rows, 3)),
		"velocity":  b.Input("velocity", ir.Floats(rows, 3)),
		"charge":    b.Input("charge", ir.Floats(rows, 1)),
		"edge_type": b.Input("edge_type", ir.Floats(rows, 1)),
		"is_stick":  b.Input("is_stick", ir.Floats(rows, 1)),
		"is_hinge":  b.Input("is_hinge", ir.Floats(rows, 1)),
		"senders":   b.Input("senders", ir.Indices("particles", ir.Rows("edges"))),
	}
	for _, name := range []string{"partner", "first", "second", "joint"} {
		inputs[name] = b.Input(name, ir.Indices("particles", rows))
	}
	return inputs
}

// Probe returns a model whose outputs show everything that a file computes by itself. They have
// a column for each table column and the ordered neighbors.
func Probe(t testing.TB) *ir.Module {
	t.Helper()
	m := SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := RowInputs(b)
		weight := b.Param("mix/weight", ir.Floats(ir.Fixed(3), 3))
		b.Param("unused/weight", ir.Floats(ir.Fixed(2), 1))
		x := b.MatMul(in["position"], weight, false, false)
		b.Output("position", b.Concat(
			b.Gather(x, in["partner"]), b.Gather(x, in["first"]), b.Gather(x, in["second"]), b.Gather(x, in["joint"]), in["edge_type"], in["is_stick"], in["is_hinge"]))
		// Weighting neighbors by their difference from the receiver shows their identity, and
		// to which receiver each edge belongs.
		offset := b.Sub(b.Repeat(x, "neighbors"), b.Gather(in["velocity"], in["senders"]))
		b.Output("velocity", b.SumGroups(b.Mul(offset, b.Gather(in["charge"], in["senders"])), "neighbors"))
	}))
	return m
}

// ProbeWeights holds the weights of Probe.
var ProbeWeights = map[string][]float32{
	"mix/weight":    {0.5, 0.1, 0, -0.2, 0.7, 0.3, 0.4, 0, -0.6},
	"unused/weight": {1, 2},
}
