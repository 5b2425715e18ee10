package onnx_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/onnx"
)

func TestHalves(t *testing.T) {
	for from, want := range map[float32]float32{
		0: 0, 1: 1, -2.5: -2.5, 65504: 65504,
		1.0004883: 1, 1.0014648: 1.0019531, // ties go to the even neighbor
		0.1: 0.099975586, 6e-8: 5.9604645e-08, 1e-8: 0,
	} {
		narrow, err := onnx.Narrowed(binary.LittleEndian.AppendUint32(nil, math.Float32bits(from)))
		require.NoError(t, err)
		require.Len(t, narrow, 2)
		require.Equal(t, want, math.Float32frombits(binary.LittleEndian.Uint32(onnx.Widened(narrow))), "%g", from)
	}
	_, err := onnx.Narrowed(binary.LittleEndian.AppendUint32(nil, math.Float32bits(-70000)))
	require.ErrorContains(t, err, "-70000 is too large for float16, which ends at 65504")
}
