//go:build cgo

package onnxruntime

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	ort "github.com/yalue/onnxruntime_go"

	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

func TestSameBytesShareOneSession(t *testing.T) {
	needLibrary(t)
	before := len(cache.native)
	first, err := Open(addModel(t))
	require.NoError(t, err)
	second, err := Open(addModel(t))
	require.NoError(t, err)
	require.Same(t, first.(*session).shared, second.(*session).shared)
	require.Len(t, cache.native, before+1)

	other, err := Open(gatherModel(t))
	require.NoError(t, err)
	require.Len(t, cache.native, before+2)
	require.NoError(t, other.Close())

	inputs := tensors{
		"position": runtime.Floats([]float32{1, 2, 3}, 1, 1, 3),
		"velocity": runtime.Floats([]float32{1, 2, 3}, 1, 1, 3),
	}
	require.NoError(t, first.Close())
	require.NoError(t, first.Close(), "closing again")
	_, err = first.Run(runtime.Batch{Inputs: inputs})
	require.ErrorContains(t, err, "closed")
	_, err = second.Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err, "the other holder still runs")

	require.NoError(t, second.Close())
	require.Len(t, cache.native, before)
}

func TestDoctorFindsTheLibrary(t *testing.T) {
	needLibrary(t)
	status := Doctor()
	require.NoError(t, status.Err)
	require.True(t, status.Cgo)
	require.FileExists(t, status.Library.Path)
	require.GreaterOrEqual(t, parseRelease(status.Library.Version)[1], oldest[1])
	require.Contains(t, status.String(), status.Library.Path)
	require.Equal(t, ort.GetVersion(), status.Library.Version)
}

// TestTelemetry: no usage data are sent, unless the user has decided about it.
func TestTelemetry(t *testing.T) {
	const variable = "ORT_DISABLE_TELEMETRY"
	for _, decided := range []string{"0", "", "1"} {
		t.Setenv(variable, decided)
		require.NoError(t, noTelemetry())
		require.Equal(t, decided, os.Getenv(variable))
	}
	require.NoError(t, os.Unsetenv(variable))
	require.NoError(t, noTelemetry())
	require.Equal(t, "1", os.Getenv(variable))
}

// TestRefusedModels: a model whose tensors a session cannot express is refused though the library would run it. No session of it is kept.
func TestRefusedModels(t *testing.T) {
	needLibrary(t)
	before := len(cache.native)
	model := encode(t, infos{info("x", floats, 3)}, infos{info("y", onnxpb.TensorProto_BOOL, 3)}, node("IsNaN", []string{"x"}, []string{"y"}))
	_, err := Open(model)
	require.EqualError(t, err, `"y" is a tensor of BOOL; only FLOAT and INT64 are supported`)
	require.Len(t, cache.native, before)
}

// TestScalarsOfIntegers: integers without axes go in and out, beside floats.
func TestScalarsOfIntegers(t *testing.T) {
	session := open(t, encode(t, infos{info("n", ints), info("x", floats)}, infos{info("m", ints), info("y", floats)},
		node("Add", []string{"n", "n"}, []string{"m"}), node("Neg", []string{"x"}, []string{"y"})))
	outputs, err := session.Run(runtime.Batch{Inputs: tensors{"n": runtime.Indices([]int64{1 << 40}), "x": runtime.Floats([]float32{2})}})
	require.NoError(t, err)
	require.Equal(t, tensors{"m": runtime.Indices([]int64{1 << 41}), "y": runtime.Floats([]float32{-2})}, outputs)
}

// TestFoundLibraryLoads: a library that is found can be loaded, and is the one that was found.
func TestFoundLibraryLoads(t *testing.T) {
	found, err := find()
	if err != nil {
		t.Skip(err)
	}
	status := Doctor()
	require.NoError(t, status.Err)
	require.Equal(t, found.Path, status.Library.Path)
}

// TestOneAxis: an output of one axis is no scalar, whatever its size.
func TestOneAxis(t *testing.T) {
	session := open(t, encode(t, infos{info("x", floats, "rows")}, infos{info("y", floats, "rows")}, node("Neg", []string{"x"}, []string{"y"})))
	for _, x := range [][]float32{{1, 2, 3}, {4}, {}} {
		want := make([]float32, len(x))
		for i := range x {
			want[i] = -x[i]
		}
		outputs, err := session.Run(runtime.Batch{Inputs: tensors{"x": runtime.Floats(x, len(x))}})
		require.NoError(t, err)
		require.Equal(t, tensors{"y": runtime.Floats(want, len(x))}, outputs)
	}
}
