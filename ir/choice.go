package ir

// choiceAttr, on a product with a mask or a gather of rows, says that nothing depends
// on whether it is made. Rows where the mask is 0 reach no output, and a row is equal
// to the one that is gathered in its place. Kernels then compute the chosen rows
// alone, and a file leaves the operation out.
const choiceAttr = "choice"

var choiceAttrs = []AttrSpec{{Name: choiceAttr, Kind: BoolAttr}}

// IsChoice reports whether a node is one of [Builder.Choose] or
// [Builder.Representatives], or of their gradients.
func (n *Node) IsChoice() bool { return n.Attrs[choiceAttr] == true }

// Choose is x where the mask [rows,1], of 0 or 1, is 1, and 0 elsewhere. The
// caller promises that no output depends on the other rows of x. Between
// two Choose calls with the same mask, all operators must work row by row, so that kernels
// can compute the chosen rows only.
func (b *Builder) Choose(x, mask *Value) *Value {
	return b.Op(Mul, Attrs{choiceAttr: true}, x, mask)
}

// Representatives is, for each row of x, the row that the index points at. The
// caller promises that both rows are equal wherever an output depends on them.
func (b *Builder) Representatives(x, index *Value) *Value {
	return b.Op(Gather, Attrs{choiceAttr: true}, x, index)
}

// choosing gives the product the attribute, which its gradient keeps.
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

// leaveOutChoices takes what is chosen from as it is, also where that is selected or
// itself.
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
