package export

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// TestForeignFiles: a file is ours by its producer, or by its configuration and its digest together.
func TestForeignFiles(t *testing.T) {
	entries := func(keys ...string) (all []onnx.Entry) {
		for _, key := range keys {
			all = append(all, onnx.Entry{Key: key, Value: "of " + key})
		}
		return all
	}
	require.True(t, ours(onnx.Model{Producer: producer}))
	require.True(t, ours(onnx.Model{Producer: "other", Metadata: entries(sealKey, configKey)}))
	require.False(t, ours(onnx.Model{Producer: "other", Metadata: entries(configKey, "more")}))
	require.False(t, ours(onnx.Model{Producer: "other", Metadata: entries(sealKey, "more")}))
	require.False(t, ours(onnx.Model{}))
	require.Equal(t, "of config", ConfigOf(onnx.Model{Metadata: entries("other", configKey)}))
	require.Empty(t, ConfigOf(onnx.Model{Metadata: entries("other")}))
	require.EqualError(t, foreign(""), "only a file that `gmnc export` wrote can be read back")
	require.EqualError(t, foreign("other"), "it was made by \"other\"; only a file that `gmnc export` wrote can be read back")
}

// TestEdgeFeaturesDescribed: both kinds of features say what their columns are, and no other input does.
func TestEdgeFeaturesDescribed(t *testing.T) {
	e := &modelEmitter{metadata: map[string]string{system.EdgeFeatures.Name: "bond, kind", "charge": "bond, kind", IntervalKey: "2 s"}}
	text := func(name, meaning string) string { return e.described(name, meaning, ir.Float).GetDocString() }
	require.Equal(t, "float32 []; columns: bond, kind", text(system.EdgeFeatures.Name, ""))
	require.Equal(t, "float32 []", text("charge", ""))
	require.Equal(t, "float32 []: one prediction interval (2 s) after one prediction interval", text("x", "one prediction interval after one prediction interval"))
}

// TestHalfNames: a weight that float16 does not hold is named.
func TestHalfNames(t *testing.T) {
	graph := &onnxpb.GraphProto{}
	for _, name := range []string{emit.ConstantPrefix + "float", "mix/weight"} {
		tensor := emit.FloatTensor([]float32{1e6}, []int64{1})
		tensor.Name = &name
		graph.Initializer = append(graph.Initializer, tensor)
	}
	require.ErrorContains(t, halve(graph), "the weight mix/weight: ")
	_, err := Halved(map[string][]float32{"other": {1e6}})
	require.ErrorContains(t, err, "the weight other: ")
}

// TestKnownWeights: a weight is an input that is a parameter.
func TestKnownWeights(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 1))
		b.Output("y", b.Mul(x, b.Param("w", ir.Floats(ir.Fixed(1), 1))))
	}))
	require.NoError(t, knownWeights(m, map[string][]float32{"w": nil}))
	for _, name := range []string{"x", "z"} {
		require.ErrorContains(t, knownWeights(m, map[string][]float32{name: nil}), "has no weight "+name+": are these the weights of another model?")
	}
}

// TestAxesOfOutputs: the axes of an output follow from its rows, and edges have a slot for each particle
// unless neighbors are listed.
func TestAxesOfOutputs(t *testing.T) {
	plain, listed := ir.SampleModule(), ir.SampleModule()
	for _, m := range []*ir.Module{plain, listed} {
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			if m == listed {
				b.Input(system.EdgeMaskInput, ir.Floats(ir.Rows("edges"), 1))
			}
			b.Output("y", b.Input("x", ir.Floats(ir.Rows("edges"), 2)))
		}))
	}
	of := func(t ir.Type) ir.Output { return ir.Output{Name: "y", Value: &ir.Value{Type: t}} }
	particles, two := ir.Rows("particles"), ir.Fixed(2)
	e := newModelEmitterOf(plain, DefaultOpset)
	for _, c := range []struct {
		e        *modelEmitter
		t        ir.Type
		ofSystem bool
		want     []ir.Dim
		axes     int
	}{
		{e, ir.Floats(particles, 2), false, []ir.Dim{particles, two}, 3},
		{e, ir.Floats(particles, 2), true, []ir.Dim{two}, 2},
		{e, ir.Floats(ir.Rows("edges"), 2), false, []ir.Dim{particles, particles, two}, 4},
		{newModelEmitterOf(listed, DefaultOpset), ir.Floats(ir.Rows("edges"), 2), false, []ir.Dim{particles, ir.Rows("neighbors"), two}, 4},
		{e, ir.Floats(ir.Rows("neighbors"), 2), false, nil, 0},
		{e, ir.Indices("particles", particles), false, nil, 0},
	} {
		c.e.OfSystem["y"] = c.ofSystem
		dims, err := c.e.outputDims(of(c.t))
		if c.want == nil {
			require.EqualError(t, err, "the model's output y is "+c.t.String()+" and has no row for each particle or edge")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, dims)
		require.Equal(t, c.axes, c.e.axes(of(c.t)))
	}
}

// TestRefusedInputs: an input has both the name and the type of what a file computes, or is of particles or
// listed edges.
func TestRefusedInputs(t *testing.T) {
	particles, edges := ir.Rows("particles"), ir.Rows("edges")
	for _, c := range []struct {
		name string
		t    ir.Type
		want string
	}{
		{ir.SystemInput, ir.Indices("particles", particles), ""},
		{ir.SystemInput, ir.Floats(edges, 1), "the model's input system (float[edges,1]) cannot be computed from systems of particles"},
		{system.EdgeMaskInput, ir.Floats(edges, 2), ""},
		{"own", ir.Indices("edges", particles), "the model's input own (index<edges>[particles]) cannot be computed from systems of particles"},
		{"mass", ir.Floats(particles, 1), ""},
		{system.Gravity.Name, ir.Floats(ir.Fixed(1), 3), "the model's input gravity (float[1,3]) cannot be computed from systems of particles"},
	} {
		m := ir.SampleModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			x := b.Input("position", ir.Floats(particles, 3))
			b.Input(c.name, c.t)
			b.Output("y", b.Neg(x))
		}))
		err := newModelEmitterOf(m, DefaultOpset).declareSystems()
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
	for _, shape := range []ir.Type{ir.Floats(edges, 3), ir.Floats(ir.Fixed(2), 3)} {
		m := ir.SampleModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			b.Input(system.EdgeMaskInput, ir.Floats(edges, 1))
			b.Output("y", b.Neg(b.Input("position", shape)))
		}))
		require.ErrorContains(t, newModelEmitterOf(m, DefaultOpset).declareSystems(), "the model")
	}
}

// TestRefusedFiles: a file is not written of a graph that is wrong, or of constants beyond float32.
func TestRefusedFiles(t *testing.T) {
	large, wrong := ir.SampleModule(), ir.SampleModule()
	for _, m := range []*ir.Module{large, wrong} {
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			b.Output("y", b.Mul(b.Input("position", ir.Floats(ir.Rows("particles"), 3)), b.Scalar(1e39)))
		}))
	}
	_, err := Model(large, nil, Info{})
	require.ErrorContains(t, err, "the constant 1e+39 in const is too large for float32")
	wrong.Main.Outputs[0].Value = &ir.Value{Name: "z", Type: ir.Floats(ir.Fixed(1), 1)}
	_, err = Rows(wrong, nil, Info{})
	require.ErrorContains(t, err, "the graph to write is wrong: ")
}
