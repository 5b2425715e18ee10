package train

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSameError: predictions that are off by rounding change a mean square by more than
// the square of that, and weights of another run are known still.
func TestSameError(t *testing.T) {
	const root, rounding = 1e-5, 1e-7
	stated := root * root
	require.True(t, sameError((root+rounding)*(root+rounding), stated, rounding))
	require.True(t, sameError((root-rounding)*(root-rounding), stated, rounding))
	require.False(t, sameError((root+2*rounding)*(root+2*rounding), stated, rounding))
	require.True(t, sameError(1.0009, 1, 0))
	require.False(t, sameError(1.0011, 1, 0))
	require.True(t, sameError(0, rounding*rounding, rounding))
}
