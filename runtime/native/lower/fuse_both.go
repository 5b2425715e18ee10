package lower

import (
	"slices"

	"gmnc/ir"
)

// bothDepth is the largest depth of the matrices of groups whose products are computed once for
// both gradients. With deeper ones, the additional products cost more than that saves.
const bothDepth = 8

// fuseBoth fuses two products that multiply y and v with the same weights:
//
//	z + blocks_groups_transposed(x, transpose_blocks(w, b), concat(y, v))
//	outer_matmul(t, y, w, v, b)
func fuseBoth(g *graph, n *ir.Node) bool {
	if n.Op != AddBlocksTransposed || n.Int(BlocksAttr) == 1 || n.Args[1].Type.Columns() > bothDepth*n.Int(BlocksAttr) {
		return false
	}
	transposed, joined := n.Args[2].Node, n.Args[3].Node
	if transposed.Op != TransposeBlocks || len(transposed.Args) != 2 || joined == nil || !joined.Is(ir.Concat) {
		return false
	}
	factors := []*ir.Value{joined.Args[0], transposed.Args[0], joined.Args[1], transposed.Args[1]}
	i := slices.IndexFunc(g.Nodes, func(other *ir.Node) bool {
		return other.Op == OuterMatMul && other.Int(BlocksAttr) == n.Int(BlocksAttr) && slices.Equal(other.Args[1:], factors) &&
			other.Args[0].Type.Equal(n.Result().Type) && !reads(n, other) && !reads(other, n)
	})
	if i < 0 {
		return false
	}
	n.Op, n.Args = AddBoth, append(slices.Clone(n.Args), g.Nodes[i].Args[0])
	g.join(n, g.Nodes[i])
	return true
}

// reads reports whether a node needs a result of another, directly or through other nodes.
func reads(n, other *ir.Node) bool {
	visited := map[*ir.Node]bool{nil: true}
	var search func(n *ir.Node) bool
	search = func(n *ir.Node) bool {
		if visited[n] {
			return false
		}
		visited[n] = true
		return n == other || slices.ContainsFunc(n.Args, func(arg *ir.Value) bool { return search(arg.Node) })
	}
	return search(n)
}
