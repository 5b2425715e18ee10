package ir

// choiceAttr, on a product with a mask or on a gather of rows, says that the operation may be
// left out. Rows for which the mask is 0 reach no output, and a row is equal to the gathered
// row that replaces it. Kernels then compute the chosen rows only, and files leave the
// operation out.
const choiceAttr = "choice"

var choiceAttrs = []AttrSpec{{Name: choiceAttr, Kind: BoolAttr}}

// IsChoice reports whether a node is one of [Builder.Choose] or
// [Builder.Representatives], or of their gradients.
func (n *Node) IsChoice() bool { return n.Attrs[choiceAttr] == true }

// Choose returns x in rows for which the mask [rows,1], of 0 or 1, is 1, and 0 elsewhere. The
// caller promises that no output depends on the other rows of x. Between two Choose calls with
// the same mask, all operators must work row by row, so that kernels can compute the chosen
// rows only.
func (b *Builder) Choose(x, mask *Value) *Value {
	return b.Op(Mul, Attrs{choiceAttr: true}, x, mask)
}

// Representatives returns, for each row of x, the row to which the index points. The caller
// promises that both rows are equal wherever an output depends on them.
func (b *Builder) Representatives(x, index *Value) *Value {
	return b.Op(Gather, Attrs{choiceAttr: true}, x, index)
}

// choosing adds the attribute to the product, whose gradient keeps it.
func choosing(product *Op) *Op {
	grad := product.Grad
	product.Optional = choiceAttrs
	product.Grad = func(b *Builder, n *Node, dy *Value) []*Value {
		if n.IsChoice() {
			return []*Value{b.Choose(dy, n.Args[1]), nil}
		}
		return grad(b, n, dy)
	}
	return product
}

// leaveOutChoices replaces choices by the value from which they choose, and selections between
// equal values by that value.
func leaveOutChoices(m *Module) (changed int, err error) {
	replaced := map[*Value]*Value{}
	for _, node := range m.Main.Nodes {
		node.replaceArgs(replaced)
		switch {
		case node.IsChoice():
			replaced[node.Result()] = node.Args[0]
		case node.Is(Select) && node.Args[1] == node.Args[2]:
			replaced[node.Result()] = node.Args[1]
		}
	}
	m.Main.replace(replaced)
	return len(replaced), nil
}
