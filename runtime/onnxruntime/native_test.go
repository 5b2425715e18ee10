//go:build cgo

package onnxruntime

import (
	"testing"

	"github.com/stretchr/testify/require"

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
}
