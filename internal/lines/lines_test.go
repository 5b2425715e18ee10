package lines

import (
	"strings"
	"testing"

	"gmnc/internal/numeral"

	"github.com/stretchr/testify/require"
)

func TestFloat(t *testing.T) {
	r := New("x.bvh", strings.NewReader("one line"), numeral.BVH)
	require.True(t, r.Next())
	value, err := r.Float("1e-3", "frame")
	require.NoError(t, err)
	require.Equal(t, 0.001, value)
	for word, want := range map[string]string{
		"1D-3": `"1D-3" of "frame" has Fortran's exponent, which readers of this format do not know: write E in the place of D`,
		"1F-3": `"1F-3" of "frame" is not a finite number`,
		"1e39": `"1e39" of "frame" is too large for float32`,
	} {
		_, err := r.Float(word, "frame")
		require.EqualError(t, err, "x.bvh:1: "+want)
	}
	r.Numbers = numeral.XYZ
	value, err = r.Float("1D-3", "frame")
	require.NoError(t, err)
	require.Equal(t, 0.001, value)
}
