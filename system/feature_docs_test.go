package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDescribeFeatures: features of gmnc's own data sets are explained, and others have their names.
func TestDescribeFeatures(t *testing.T) {
	require.Equal(t, "", DescribeFeatures(nil))
	require.Equal(t, "own, z (atomic number over the largest one in the training data)", DescribeFeatures([]string{"own", "z"}))
}
