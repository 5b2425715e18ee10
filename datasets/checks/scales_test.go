package checks

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOtherScales: each split is compared with the training samples, but for those without samples
// and the training samples themselves.
func TestOtherScales(t *testing.T) {
	s := at(faster(1))
	s.data.Test = faster(1)
	require.Zero(t, otherScales(s).size)
	s.data.Train = faster(10)
	require.Zero(t, otherScales(s).size, "the training samples")
	s.data.Test = faster(10)
	require.NotZero(t, otherScales(s).size)
	s.train = nil
	require.Zero(t, otherScales(s).size)
}
