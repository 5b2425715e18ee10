package onnxgo

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/onnx"
	"gmnc/runtime"
)

// TestAcceptFixedExtents: an axis of a declared extent has that extent, even if it is 0.
func TestAcceptFixedExtents(t *testing.T) {
	for _, c := range []struct {
		declared, given int
		err             string
	}{
		{0, 0, ""},
		{0, 1, "has shape [1], expected 0 at axis 0"},
		{1, 0, "has shape [0], expected 1 at axis 0"},
		{2, 2, ""},
	} {
		d := onnx.Declaration{Type: onnx.Float, Ranked: true, Axes: []onnx.Axis{{Size: c.declared}}}
		_, err := accept(d, runtime.Floats(make([]float32, c.given), c.given), map[string]int{})
		if c.err == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.err)
		}
	}
}
