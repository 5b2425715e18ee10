package graph

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestComponents: particles that bonds join are one component, in order.
func TestComponents(t *testing.T) {
	require.Equal(t, [][]int{{0, 2, 4}, {1}, {3, 5}}, Components(6, [][2]int{{4, 2}, {2, 0}, {5, 3}, {3, 5}}))
	require.Empty(t, Components(0, nil))
}

// TestSprings: each end of a spring is a neighbor of the other, with the constants of the spring that are
// given; free slots have none.
func TestSprings(t *testing.T) {
	s := Springs{Ends: []int{0, 1, 2, 0}}
	require.Empty(t, s.Features())
	neighbors, features, err := s.Neighbors(4)
	require.NoError(t, err)
	require.Equal(t, []int64{1, 2, 0, -1, 0, -1, -1, -1}, neighbors)
	require.Empty(t, features)
	s.Constants = map[string][]float64{system.StiffnessFeature: {10, 20}}
	require.Equal(t, []string{system.StiffnessFeature}, s.Features())
	s.Constants[system.RestLengthFeature] = []float64{0.5, 0.25}
	require.Equal(t, []string{system.RestLengthFeature, system.StiffnessFeature}, s.Features())
	_, features, err = s.Neighbors(4)
	require.NoError(t, err)
	require.Equal(t, []float32{0.5, 10, 0.25, 20, 0.5, 10, 0, 0, 0.25, 20, 0, 0, 0, 0, 0, 0}, features)
	for _, ends := range [][]int{{0, 1, 0, 1}, {0, 1, 1, 0}} {
		_, _, err = (&Springs{Ends: ends}).Neighbors(2)
		require.ErrorContains(t, err, "two springs tie particles")
	}
}
