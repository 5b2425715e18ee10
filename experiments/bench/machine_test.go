package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCoreCount: one core is named in the singular.
func TestCoreCount(t *testing.T) {
	require.Equal(t, "1 core", Machine{Cores: 1}.CoreCount())
	require.Equal(t, "2 cores", Machine{Cores: 2}.CoreCount())
}
