package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// TestProductsLookAhead plans calls of which two are products.
func TestProductsLookAhead(t *testing.T) {
	node := func(op ir.OpName) *ir.Node { return &ir.Node{Op: &ir.Op{Name: op}} }
	calls := []call{
		{node: node(ir.Gather), result: 2, args: []int{0, 1}},
		{node: node(lower.LinearSiLU.Name), result: 5, also: []int{6}, args: []int{2, 3, 4}},
		{node: node(ir.Add), result: 8, args: []int{5, 7}},
		{node: node(ir.MatMul), result: 10, args: []int{8, 9}},
		{node: node(ir.Add), result: 12, args: []int{10, 11}},
	}
	lookAhead(calls)
	require.Empty(t, calls[0].ahead, "no product")
	require.Equal(t, []int{7, 8, 9, 10}, calls[1].ahead, "up to the next product")
	require.Empty(t, calls[2].ahead)
	require.Equal(t, []int{11, 12}, calls[3].ahead, "up to the end")
}
