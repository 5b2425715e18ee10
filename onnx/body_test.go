package onnx

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBodyOf: a Loop has one attribute, which is a graph.
func TestBodyOf(t *testing.T) {
	graph := []byte{byte(AttributeGraph<<3 | 2), 2, 'a', 'b'}
	body, err := bodyOf(Node{Attributes: [][]byte{graph}})
	require.NoError(t, err)
	require.Equal(t, "ab", string(body))
	_, err = bodyOf(Node{Attributes: [][]byte{graph, graph}})
	require.ErrorContains(t, err, "it has 2 attributes")
	_, err = bodyOf(Node{})
	require.ErrorContains(t, err, "it has 0 attributes")
	_, err = bodyOf(Node{Attributes: [][]byte{{}}})
	require.ErrorContains(t, err, "it has no body")
	_, err = bodyOf(Node{Attributes: [][]byte{graph[:3]}})
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one")
}
