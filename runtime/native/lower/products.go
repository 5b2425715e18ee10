package lower

import (
	"maps"

	"gmnc/ir"
)

// TransposeWeights turns products with a transposed second factor, for which there are no
// kernels, into products with a transposed copy. The second factor has a fixed number of rows.
// The copy of a weight is computed once for all shards.
func TransposeWeights(f *ir.Func) (changed int) {
	taken, transposed := namesOf(f), map[*ir.Value]*ir.Value{}
	var nodes []*ir.Node
	for _, node := range f.Nodes {
		if (node.Is(ir.MatMul) || node.Is(ir.MatMulBlocks)) && node.Bool("transpose_y") {
			y := node.Args[1]
			if transposed[y] == nil {
				transposed[y] = derived(taken, Transpose, nil, ir.Floats(ir.Fixed(y.Type.Columns()), y.Type.Rows().Number), y)
				nodes = append(nodes, transposed[y].Node)
			}
			node.Args[1] = transposed[y]
			node.Attrs = maps.Clone(node.Attrs)
			node.Attrs["transpose_y"] = false
			changed++
		}
		nodes = append(nodes, node)
	}
	f.Nodes = nodes
	return changed
}

// plainProduct reports whether a node is x w whose rows are those of x.
func plainProduct(n *ir.Node) bool { return n.Is(ir.MatMul) && !n.Bool("transpose_x") }

// narrowProducts turns columns of a product into a product with columns of the weights, if
// nothing reads the whole product. So gradients of columns that nothing needs are not computed,
// and nothing is copied.
func narrowProducts(f *ir.Func) (changed int) {
	taken, whole := namesOf(f), map[*ir.Value]bool{} // values that not only columns read
	for _, output := range f.Outputs {
		whole[output.Value] = true
	}
	for _, node := range f.Nodes {
		for _, arg := range node.Args {
			whole[arg] = whole[arg] || !node.Is(ir.Columns)
		}
	}
	var nodes []*ir.Node
	for _, node := range f.Nodes {
		if node.Is(ir.Columns) && !whole[node.Args[0]] && node.Args[0].Node != nil && plainProduct(node.Args[0].Node) {
			product := node.Args[0].Node
			w := product.Args[1]
			part := derived(taken, node.Op, node.Attrs, ir.Floats(w.Type.Rows(), node.Result().Type.Columns()), w)
			nodes = append(nodes, part.Node)
			node.Op, node.Args, node.Attrs = product.Op, []*ir.Value{product.Args[0], part}, product.Attrs
			changed++
		}
		nodes = append(nodes, node)
	}
	f.Nodes = nodes
	return changed
}
