package system

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEdgesOfBatches: features of edges are written for each slot, and 0 where a system has fewer slots.
func TestEdgesOfBatches(t *testing.T) {
	samples := []Sample{
		{Position: make([]float32, 6), Velocity: make([]float32, 6), Neighbors: []int64{1, 0}, EdgeFeatures: []float32{5, 6}},
		{Position: make([]float32, 9), Velocity: make([]float32, 9), Neighbors: []int64{1, 2, 0, 2, 0, 1}, EdgeFeatures: []float32{1, 2, 3, 4, 7, 8}},
	}
	var b Batch
	b.Senders, b.EdgeMask, b.EdgeFeatures = make([]int64, 10), make([]float32, 10), slices.Repeat([]float32{9}, 10)
	b.putEdges(&samples[0], 0, 0, 2)
	b.putEdges(&samples[1], 2, 4, 2)
	require.Equal(t, []int64{1, 0, 0, 1, 3, 4, 2, 4, 2, 3}, b.Senders)
	require.Equal(t, []float32{1, 0, 1, 0, 1, 1, 1, 1, 1, 1}, b.EdgeMask)
	require.Equal(t, []float32{5, 0, 6, 0, 1, 2, 3, 4, 7, 8}, b.EdgeFeatures)
}

// TestSeveralFeaturesOfEdges: the features of an edge stay together.
func TestSeveralFeaturesOfEdges(t *testing.T) {
	s := Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), Neighbors: []int64{1, 0}, EdgeFeatures: []float32{5, 6, 7, 8}}
	var b Batch
	b.Senders, b.EdgeFeatures = make([]int64, 4), slices.Repeat([]float32{9}, 8)
	b.putEdges(&s, 0, 0, 2)
	require.Equal(t, []float32{5, 6, 0, 0, 7, 8, 0, 0}, b.EdgeFeatures)
}

// TestCommonFields: a field is common that all samples have, as wide as the widest of them.
func TestCommonFields(t *testing.T) {
	wide := Sample{Position: make([]float32, 6), NodeFeatures: []float32{1, 2, 3, 4}}
	narrow := Sample{Position: make([]float32, 6), NodeFeatures: []float32{1, 2}}
	columns, given := NodeFeatures.common([]Sample{wide, narrow})
	require.True(t, given)
	require.Equal(t, 2, columns)
	_, given = NodeFeatures.common([]Sample{wide, {Position: make([]float32, 6)}})
	require.False(t, given)
	columns, given = Position.common(nil)
	require.Equal(t, Position.Columns, columns)
	require.Equal(t, Position.Required, given)
	_, given = NodeFeatures.common(nil)
	require.False(t, given)
	columns, given = Mass.common(nil)
	require.Equal(t, Mass.Columns, columns)
	require.False(t, given)
	columns, given = Force.common([]Sample{{}})
	require.Zero(t, columns)
	require.False(t, given)
}
