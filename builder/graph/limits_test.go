package graph_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/graph"
)

// TestLimitsHaveTexts: each limit has a text of its own.
func TestLimitsHaveTexts(t *testing.T) {
	texts := map[string]bool{}
	for _, limit := range graph.Limits {
		require.NotEmpty(t, limit.Doc())
		texts[limit.Doc()] = true
	}
	require.Len(t, texts, len(graph.Limits))
	require.Equal(t, "damping took the whole speed in a step: take more steps", graph.DampingLimit.Doc())
}
