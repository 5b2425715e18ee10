package system_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestRigidUpToAThousandth of the mean length.
func TestRigidUpToAThousandth(t *testing.T) {
	for change, rigid := range map[float64]bool{0: true, 0.0019: true, 0.0021: false} {
		require.Equal(t, rigid, system.Lengths{Mean: 2, LargestChange: change}.Rigid(), "a change of %g", change)
	}
}
