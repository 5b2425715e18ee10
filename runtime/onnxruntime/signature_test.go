package onnxruntime

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

func TestCheckNamesTheInput(t *testing.T) {
	sig, err := readSignature(addModel(t))
	require.NoError(t, err)
	good := runtime.Floats(make([]float32, 12), 2, 2, 3)
	const declared = `"velocity" (float32 [batch, particles, 3])`
	cases := map[string]struct {
		velocity runtime.Tensor
		want     string
	}{
		"integers":      {runtime.Indices(make([]int64, 12), 2, 2, 3), "is int64, expected float32"},
		"rank":          {runtime.Floats(make([]float32, 12), 4, 3), "2 axes instead of 3"},
		"fixed axis":    {runtime.Floats(make([]float32, 8), 2, 2, 2), "axis 2 is 2 instead of 3"},
		"other batch":   {runtime.Floats(make([]float32, 6), 1, 2, 3), `batch is 1 here and 2 in input "position"`},
		"too few":       {runtime.Floats(make([]float32, 11), 2, 2, 3), "needs 12 elements and holds 11"},
		"negative axes": {runtime.Floats(make([]float32, 12), -2, -2, 3), "negative size"},
		"two contents":  {runtime.Tensor{Shape: []int{0}, Float: []float32{}, Index: []int64{}}, "both floats and indices"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			err := sig.check(tensors{"position": good, "velocity": c.velocity})
			require.ErrorContains(t, err, declared)
			require.ErrorContains(t, err, c.want)
		})
	}
	require.NoError(t, sig.check(tensors{"position": good, "velocity": good}))
	require.ErrorContains(t, sig.check(tensors{"position": good}), declared+" is missing")
	err = sig.check(tensors{"position": good, "velocity": good, "charge": good})
	require.ErrorContains(t, err, `"charge" is unknown: the model takes "position"`)
}

func TestInitializersAreNoInputs(t *testing.T) {
	file := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(addModel(t), file))
	file.Graph.Initializer = []*onnxpb.TensorProto{{Name: proto.String("velocity")}}
	model, err := proto.Marshal(file)
	require.NoError(t, err)
	sig, err := readSignature(model)
	require.NoError(t, err)
	require.Equal(t, []string{"position"}, names(sig.inputs))
}

func TestUnsupportedSignatures(t *testing.T) {
	x, y := info("x", floats, 3), info("y", floats, 3)
	cases := map[string]struct {
		inputs, outputs infos
		want            string
	}{
		"no input":     {nil, infos{y}, "0 inputs and 1 outputs"},
		"no output":    {infos{x}, nil, "1 inputs and 0 outputs"},
		"double":       {infos{info("x", onnxpb.TensorProto_DOUBLE, 3)}, infos{y}, `"x" is a tensor of DOUBLE`},
		"bool result":  {infos{x}, infos{info("y", onnxpb.TensorProto_BOOL)}, `"y" is a tensor of BOOL`},
		"no type":      {infos{x}, infos{{Name: proto.String("y")}}, `"y" is a tensor of UNDEFINED`},
		"unknown type": {infos{info("x", 99, 3)}, infos{y}, `"x" is a tensor of 99`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := readSignature(encode(t, c.inputs, c.outputs))
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestFixedAxes: an axis of a declared size has that size, even if it is 0, and an input whose axes are not declared may have any.
func TestFixedAxes(t *testing.T) {
	for _, c := range []struct {
		declared onnx.Declaration
		given    []int
		err      string
	}{
		{onnx.Declaration{Name: "x", Type: onnx.Float, Ranked: true, Axes: []onnx.Axis{{Size: 0}}}, []int{0}, ""},
		{onnx.Declaration{Name: "x", Type: onnx.Float, Ranked: true, Axes: []onnx.Axis{{Size: 0}}}, []int{1}, "axis 0 is 1 instead of 0"},
		{onnx.Declaration{Name: "x", Type: onnx.Float, Ranked: true, Axes: []onnx.Axis{{Size: -1}}}, []int{1}, ""},
		{onnx.Declaration{Name: "x", Type: onnx.Float, Ranked: true}, []int{1}, "has shape [1]: 1 axes instead of 0"},
		{onnx.Declaration{Name: "x", Type: onnx.Float}, []int{1, 1, 1}, ""},
	} {
		x := runtime.Floats(make([]float32, c.given[0]), c.given...)
		err := signature{inputs: []onnx.Declaration{c.declared}}.check(tensors{"x": x})
		if c.err == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.err)
		}
	}
}

// TestDamagedFiles: a file that is no model, or that has no graph, has no signature.
func TestDamagedFiles(t *testing.T) {
	_, err := readSignature([]byte("position,velocity"))
	require.ErrorContains(t, err, "not an ONNX model")
	require.NotContains(t, err.Error(), "graph")
	model, err := proto.Marshal(&onnxpb.ModelProto{IrVersion: proto.Int64(8)})
	require.NoError(t, err)
	_, err = readSignature(model)
	require.ErrorIs(t, err, onnx.ErrDamaged)
}

// TestDamagedDeclarations: initializers, inputs and outputs that are cut short are damage, whatever the others say.
func TestDamagedDeclarations(t *testing.T) {
	const graph = 7 // the number of the graph's field in a model
	whole, err := proto.Marshal(&onnxpb.GraphProto{
		Input: infos{info("x", floats, 3)}, Output: infos{info("y", floats, 3)}, Initializer: []*onnxpb.TensorProto{{Name: proto.String("w")}},
	})
	require.NoError(t, err)
	read := func(more []byte) error {
		model := protowire.AppendBytes(protowire.AppendTag(nil, graph, protowire.BytesType), append(append([]byte{}, whole...), more...))
		_, err := readSignature(model)
		return err
	}
	require.NoError(t, read(nil))
	for _, number := range []protowire.Number{onnx.GraphInitializer, onnx.GraphInput, onnx.GraphOutput} {
		cut := []byte{0x0a, 9, 'x'} // of nine bytes one is there
		require.ErrorIs(t, read(protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), cut)), onnx.ErrDamaged, "field %d", number)
	}
}

// TestTypesAndAxesOfInputs: integers are no floats, and axes without names may differ in size between inputs.
func TestTypesAndAxesOfInputs(t *testing.T) {
	integers := signature{inputs: []onnx.Declaration{{Name: "n", Type: onnx.Int64, Ranked: true, Axes: []onnx.Axis{{Size: -1}}}}}
	require.NoError(t, integers.check(tensors{"n": runtime.Indices([]int64{1}, 1)}))
	require.ErrorContains(t, integers.check(tensors{"n": runtime.Floats([]float32{1}, 1)}), "is float32, expected int64")
	open := []onnx.Axis{{Size: -1}}
	two := signature{inputs: []onnx.Declaration{{Name: "x", Type: onnx.Float, Ranked: true, Axes: open}, {Name: "y", Type: onnx.Float, Ranked: true, Axes: open}}}
	require.NoError(t, two.check(tensors{"x": runtime.Floats([]float32{1}, 1), "y": runtime.Floats([]float32{1, 2}, 2)}))
}
