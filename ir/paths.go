package ir

// Paths are the ways from the roots of trees of rows to all rows: sums along
// them, and their transpose.
type Paths struct {
	b *Builder
	// up are the ancestors 1, 2, 4 and so on rows away, or the root; root is the
	// root of each row, and below marks rows that are none: [rows,1].
	up          []*Value
	root, below *Value
}

// Paths follows parents, an index of each row; a root is its own. A way has at
// most depth rows.
func (b *Builder) Paths(parents *Value, depth int) Paths {
	p := Paths{b: b, root: parents}
	for reach := 1; reach < depth-1; reach *= 2 {
		p.up = append(p.up, p.root)
		p.root = b.Gather(p.root, p.root)
	}
	symbol := parents.Type.Rows().Symbol
	p.below = b.Sub(b.Scalar(1), b.Same(parents, b.RowNumbers(symbol)))
	return p
}

// FromRoot adds up x [rows,k] from the root to each row, both among them.
func (p Paths) FromRoot(x *Value) *Value {
	below := p.b.Mul(x, p.below)
	sum := below
	for _, up := range p.up {
		sum = p.b.Add(sum, p.b.Gather(sum, up))
	}
	return p.b.Add(sum, p.b.Gather(p.b.Sub(x, below), p.root))
}

// ToRoot adds up x [rows,k] over each row and all rows whose way leads through it,
// the transpose of FromRoot.
func (p Paths) ToRoot(x *Value) *Value {
	sum := x
	for k := range p.up {
		sum = p.b.Add(sum, p.b.ScatterAdd(sum, p.up[len(p.up)-1-k]))
	}
	all := p.b.ScatterAdd(x, p.root)
	return p.b.Add(all, p.b.Mul(p.below, p.b.Sub(sum, all)))
}
