package onnxgo

import (
	"bytes"
	"encoding/binary"
	"math"
	"sync"
	"testing"

	"gmnc/onnx/onnxpb"
	"gmnc/runtime"

	"github.com/stretchr/testify/require"
)

// dense is x W + b, then its mean over particles: x is
// [batch, particles, 3], charge [batch, particles, 1].
func dense() *onnxpb.GraphProto {
	return &onnxpb.GraphProto{
		Input: []*onnxpb.ValueInfoProto{
			declared("position", float32Type, "batch", "particles", 3),
			declared("charge", float32Type, "batch", "particles", 1),
			declared("partner", int64Type, "batch", "particles", 1),
		},
		Initializer: []*onnxpb.TensorProto{
			protoOf("weight", floats(s(3, 2), 1, 2, 3, 4, 5, 6)),
			protoOf("bias", floats(s(2), 0.5, -0.5)),
		},
		Node: []*onnxpb.NodeProto{
			operation("MatMul", "product", nil, "position", "weight"),
			operation("Add", "sum", nil, "product", "bias"),
			operation("Mul", "hidden", nil, "sum", "charge"),
			operation("ReduceMean", "mean", attrs{"axes": []int64{1}, "keepdims": 0}, "hidden"),
			operation("GatherElements", "met", attrs{"axis": 1}, "charge", "partner"),
		},
		Output: []*onnxpb.ValueInfoProto{
			declared("hidden", float32Type, "batch", "particles", 2),
			declared("mean", float32Type, "batch", 2),
			declared("met", float32Type, "batch", "particles", 1),
		},
	}
}

func denseInputs(batch, particles int) map[string]runtime.Tensor {
	position, charge := counting(batch, particles, 3), counting(batch, particles, 1)
	return map[string]runtime.Tensor{
		"position": runtime.Floats(position.data.([]float32), position.shape...),
		"charge":   runtime.Floats(charge.data.([]float32), charge.shape...),
		"partner":  runtime.Indices(make([]int64, batch*particles), batch, particles, 1),
	}
}

func TestRunAtEverySize(t *testing.T) {
	session := open(t, dense())
	for _, size := range [][2]int{{1, 1}, {1, 4}, {5, 3}, {2, 0}, {0, 3}, {0, 0}, {1, 4}} {
		batch, particles := size[0], size[1]
		out, err := session.Run(runtime.Batch{Inputs: denseInputs(batch, particles)})
		require.NoError(t, err, "%v", size)
		require.Equal(t, s(batch, particles, 2), out["hidden"].Shape)
		require.Equal(t, s(batch, 2), out["mean"].Shape)
		for i := range batch * particles {
			x0, x1, x2 := float32(3*i+1), float32(3*i+2), float32(3*i+3)
			charge := float32(i + 1)
			require.Equal(t, (x0+3*x1+5*x2+0.5)*charge, out["hidden"].Float[2*i], "particle %d of %v", i, size)
			require.Equal(t, (2*x0+4*x1+6*x2-0.5)*charge, out["hidden"].Float[2*i+1], "particle %d of %v", i, size)
		}
	}
	require.NoError(t, session.Close())
}

func TestRunRefusesInputs(t *testing.T) {
	session := open(t, dense())
	floats := runtime.Floats
	for _, c := range []struct {
		what   string
		change func(inputs map[string]runtime.Tensor)
		err    string
	}{
		{"missing", func(in map[string]runtime.Tensor) { delete(in, "charge") }, `input "charge" is missing`},
		{"surplus", func(in map[string]runtime.Tensor) { in["sticks"] = floats(nil, 0) }, `input "sticks" is not one of the model's, which are ["charge" "partner" "position"]`},
		{"initializer", func(in map[string]runtime.Tensor) { in["bias"] = floats([]float32{1, 2}, 2) }, `input "bias" is not one`},
		{"indices", func(in map[string]runtime.Tensor) {
			in["charge"] = runtime.Indices([]int64{1, 2, 3, 4}, 2, 2, 1)
		}, `input "charge" is int64, expected float32`},
		{"floats", func(in map[string]runtime.Tensor) { in["partner"] = floats(make([]float32, 4), 2, 2, 1) }, `input "partner" is float32, expected int64`},
		{"rank", func(in map[string]runtime.Tensor) { in["position"] = floats(make([]float32, 12), 4, 3) }, `input "position" has shape [4 3], expected 3 axes`},
		{"fixed extent", func(in map[string]runtime.Tensor) { in["position"] = floats(make([]float32, 8), 2, 2, 2) }, `input "position" has shape [2 2 2], expected 3 at axis 2`},
		{"shared extent", func(in map[string]runtime.Tensor) { in["charge"] = floats(make([]float32, 6), 2, 3, 1) }, `input "charge" has shape [2 3 1], expected 2 at axis 1: particles is 2 elsewhere`},
		{"unfilled", func(in map[string]runtime.Tensor) { in["charge"] = floats(make([]float32, 3), 2, 2, 1) }, `input "charge" tensor of shape [2 2 1] needs 4 elements and holds 3`},
		{"negative", func(in map[string]runtime.Tensor) { in["charge"] = floats(make([]float32, 4), -2, -2, 1) }, `input "charge" shape [-2 -2 1] has a negative extent`},
		{"index", func(in map[string]runtime.Tensor) { in["partner"] = runtime.Indices([]int64{0, 1, 1, 2}, 2, 2, 1) }, `node "the GatherElements" (GatherElements): element 3: index 2 is outside [-2, 1] (computed from the index inputs ["partner"])`},
	} {
		t.Run(c.what, func(t *testing.T) {
			inputs := denseInputs(2, 2)
			c.change(inputs)
			_, err := session.Run(runtime.Batch{Inputs: inputs})
			require.ErrorContains(t, err, c.err)
		})
	}
}

func TestConcurrentRuns(t *testing.T) {
	session := open(t, dense())
	var wait sync.WaitGroup
	for worker := range 8 {
		wait.Go(func() {
			for round := range 20 {
				batch := 1 + (worker+round)%5
				out, err := session.Run(runtime.Batch{Inputs: denseInputs(batch, 3)})
				if err != nil || len(out["hidden"].Float) != batch*3*2 || out["hidden"].Float[0] != 22.5 {
					t.Errorf("batch %d: %v, %v", batch, out["hidden"], err)
				}
			}
		})
	}
	wait.Wait()
}

func TestOutputsAreTheCallers(t *testing.T) {
	session := open(t, &onnxpb.GraphProto{
		Input:       []*onnxpb.ValueInfoProto{anyShape("x", float32Type)},
		Initializer: []*onnxpb.TensorProto{protoOf("weight", counting(2))},
		Node: []*onnxpb.NodeProto{
			operation("Identity", "w", nil, "weight"), operation("Identity", "y", nil, "x"),
		},
		Output: []*onnxpb.ValueInfoProto{anyShape("w", float32Type), anyShape("y", float32Type)},
	})
	input := map[string]runtime.Tensor{"x": runtime.Floats([]float32{7}, 1)}
	out, err := session.Run(runtime.Batch{Inputs: input})
	require.NoError(t, err)
	out["w"].Float[0], out["y"].Float[0] = -1, -1
	require.Equal(t, float32(7), input["x"].Float[0])
	out, err = session.Run(runtime.Batch{Inputs: input})
	require.NoError(t, err)
	require.Equal(t, []float32{1, 2}, out["w"].Float)
}

// TestWeightsComeFromTheFile changes one weight in the file's bytes.
func TestWeightsComeFromTheFile(t *testing.T) {
	file := encode(t, modelOf(dense()))
	before := binary.LittleEndian.AppendUint32(nil, math.Float32bits(0.5))
	require.Equal(t, 1, bytes.Count(file, before))
	after := binary.LittleEndian.AppendUint32(nil, math.Float32bits(10.5))
	changed, err := Open(bytes.Replace(file, before, after, 1))
	require.NoError(t, err)
	original, err := Open(file)
	require.NoError(t, err)

	want, err := original.Run(runtime.Batch{Inputs: denseInputs(1, 2)})
	require.NoError(t, err)
	got, err := changed.Run(runtime.Batch{Inputs: denseInputs(1, 2)})
	require.NoError(t, err)
	require.Equal(t, []float32{22.5, 27.5, 99, 127}, want["hidden"].Float)
	require.Equal(t, []float32{32.5, 27.5, 119, 127}, got["hidden"].Float)
}

func TestClosedSessionsDoNotRun(t *testing.T) {
	session := open(t, dense())
	require.NoError(t, session.Close())
	_, err := session.Run(runtime.Batch{Inputs: denseInputs(1, 1)})
	require.ErrorIs(t, err, runtime.ErrClosed)
}

// BenchmarkEdgeNetwork is one edge layer of a batch of 200 systems of ten
// particles: 18000 rows through 64 x 64, a bias and SiLU.
func BenchmarkEdgeNetwork(b *testing.B) {
	session := open(b, &onnxpb.GraphProto{
		Input:       []*onnxpb.ValueInfoProto{declared("x", float32Type, "edges", 64)},
		Initializer: []*onnxpb.TensorProto{protoOf("w", wave(64, 64)), protoOf("b", wave(64))},
		Node: []*onnxpb.NodeProto{
			operation("MatMul", "xw", nil, "x", "w"), operation("Add", "z", nil, "xw", "b"),
			operation("Sigmoid", "gate", nil, "z"), operation("Mul", "y", nil, "z", "gate"),
		},
		Output: []*onnxpb.ValueInfoProto{declared("y", float32Type, "edges", 64)},
	})
	x := wave(18000, 64)
	inputs := map[string]runtime.Tensor{"x": runtime.Floats(x.data.([]float32), x.shape...)}
	for b.Loop() {
		if _, err := session.Run(runtime.Batch{Inputs: inputs}); err != nil {
			b.Fatal(err)
		}
	}
}
