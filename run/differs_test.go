package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
)

// TestDiffersAt: values are the same up to a share of the larger one and up to the share's square at 0,
// and up to the end of the shorter list.
func TestDiffersAt(t *testing.T) {
	for _, c := range []struct {
		a, b  []float32
		share float64
		at    int
	}{
		{nil, nil, config.SameValue, -1},
		{[]float32{1, 2}, []float32{1, 2.00018}, config.SameValue, -1},
		{[]float32{1, 2}, []float32{1, 2.00022}, config.SameValue, 1},
		{[]float32{-2.00022}, []float32{-2}, config.SameValue, 0},
		{[]float32{0}, []float32{0.9e-8}, config.SameValue, -1},
		{[]float32{0}, []float32{1.1e-8}, config.SameValue, 0},
		{[]float32{1}, []float32{1.019}, config.SameShape, -1},
		{[]float32{1}, []float32{1.021}, config.SameShape, 0},
		{[]float32{1, 2}, []float32{1}, config.SameValue, 1},
		{[]float32{1}, []float32{1, 2}, config.SameValue, 1},
	} {
		require.Equal(t, c.at, differsAt(c.a, c.b, c.share), "%v and %v", c.a, c.b)
	}
}
