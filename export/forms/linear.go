package forms

import "gmnc/ir"

// linears are the sums x W + b of a graph, where b has one row or as many as x. They are two
// operators of the IR and one of ONNX, Gemm.
type linears struct {
	// args holds x, W and b for each node that adds b.
	args map[*ir.Node][]*ir.Value
	// products holds the nodes of x W, which only these sums read.
	products map[*ir.Node]bool
	// turned holds the sums whose W must be transposed.
	turned map[*ir.Node]bool
}

// linear writes a sum x W + b, with W transposed if turned is true.
func (e *Emitter) linear(sum *ir.Node, args []string, turned bool, scope string) string {
	return e.Named(scope+sum.Result().Name, func() string {
		if turned {
			args[1] = e.Op("Transpose", map[string]any{"perm": []int64{1, 0}}, args[1])
		}
		return e.Op("Gemm", nil, args...)
	})
}

func linearsOf(f *ir.Func) linears {
	readers := f.Readers()
	found := linears{map[*ir.Node][]*ir.Value{}, map[*ir.Node]bool{}, map[*ir.Node]bool{}}
	for _, node := range f.Nodes {
		if !node.Is(ir.Add) {
			continue
		}
		x, y := node.Args[0], node.Args[1]
		switch {
		case len(readers[x]) == 1 && isProduct(x) && fitsProduct(y, x):
			found.add(node, x.Node, y)
		case len(readers[y]) == 1 && isProduct(y) && fitsProduct(x, y):
			found.add(node, y.Node, x)
		}
	}
	return found
}

func (l linears) add(sum, product *ir.Node, bias *ir.Value) {
	l.args[sum] = []*ir.Value{product.Args[0], product.Args[1], bias}
	l.products[product], l.turned[sum] = true, product.Bool("transpose_y")
}

func isProduct(v *ir.Value) bool {
	return v.Is(ir.MatMul) && !v.Node.Bool("transpose_x")
}

// fitsProduct reports whether Gemm can add a bias. Only the bias may be broadcast.
func fitsProduct(bias, product *ir.Value) bool {
	return bias.Type.Equal(product.Type) || bias.Type.Equal(ir.Floats(ir.Fixed(1), product.Type.Columns()))
}
