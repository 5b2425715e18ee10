package ir

import (
	"maps"
	"slices"
)

// The passes of this file cut the multiplications of products x W, where x
// has rows of systems and is put together from parts side by side. Each part
// has its own rows of W.

// factors returns the parts of x and W, if the node is such a product.
func factors(n *Node) (parts []*Value, weights *Value) {
	if !n.Is(MatMul) || n.Bool("transpose_x") || n.Bool("transpose_y") ||
		n.Args[0].Type.Rows().Symbol == "" {
		return nil, nil
	}
	if x := n.Args[0]; x.Is(Concat) {
		return x.Node.Args, n.Args[1]
	}
	return n.Args[:1], n.Args[1]
}

// foldRepeatedInputs multiplies by a part that occurs more than once only
// once, by the sum of its rows of W:
//
//	[h, h, m] [W1; W2; W3] = [h, m] [W1 + W2; W3]
func foldRepeatedInputs(m *Module) (int, error) {
	return rewrite(m, func(b *Builder, n *Node, _ map[*Value][]*Node) *Value {
		parts, weights := factors(n)
		var (
			kept   []*Value
			places = map[*Value]int{}
			blocks []rowBlock
			at, to int
		)
		for _, part := range parts {
			width := part.Type.Columns()
			if _, again := places[part]; !again {
				kept, places[part] = append(kept, part), to
				to += width
			}
			blocks = append(blocks, rowBlock{at, at + width, places[part]})
			at += width
		}
		if len(kept) == len(parts) {
			return nil
		}
		return b.product(kept, b.rearrange(weights, to, blocks))
	})
}

// widePart is from how many columns on a part is worth a product of its own. The sum
// over edges that it costs moves as much memory as a product by some 5 columns takes
// time, in registers at the peak.
const widePart = 8

// splitProducts multiplies a part that repeats or gathers rows before it
// does so, where there are fewer, the particles of edges:
//
//	[repeat(h), gather(g, j), e] [W1; W2; W3] = repeat(h W1) + gather(g W2, j) + e W3
//
// The bias of a linear layer is added there too.
func splitProducts(m *Module) (int, error) {
	return rewrite(m, func(b *Builder, n *Node, readers map[*Value][]*Node) *Value {
		n, bias := linear(n, readers)
		if n == nil {
			return nil
		}
		parts, weights := factors(n)
		var (
			sum    *Value
			rest   []*Value
			blocks []rowBlock
			at, to int
		)
		for _, part := range parts {
			start, width := at, part.Type.Columns()
			at += width
			if width < widePart || !m.movesRows(part) {
				rest, blocks = append(rest, part), append(blocks, rowBlock{start, at, to})
				to += width
				continue
			}
			move := part.Node
			term := b.product(move.Args[:1], b.rearrange(weights, width, []rowBlock{{start, at, 0}}))
			if sum == nil && bias != nil {
				term = b.Add(term, bias)
			}
			sum = b.plus(sum, b.Op(move.Op.Name, move.Attrs, slices.Concat([]*Value{term}, move.Args[1:])...))
		}
		if sum != nil && rest != nil {
			sum = b.Add(sum, b.product(rest, b.rearrange(weights, to, blocks)))
		}
		return sum
	})
}

// linear returns the product that the node is, or to which the node adds a
// bias, one row for all; nil if it is neither. A product that only waits for
// its bias is not returned by itself.
func linear(n *Node, readers map[*Value][]*Node) (product *Node, bias *Value) {
	if isBiased(n, readers) {
		return n.Args[0].Node, n.Args[1]
	}
	next := readers[n.Result()]
	if !n.Is(MatMul) || len(next) == 0 || next[0] != nil && isBiased(next[0], readers) {
		return nil, nil
	}
	return n, nil
}

// isBiased reports whether a node adds one bias row to a product that nothing
// else reads.
func isBiased(n *Node, readers map[*Value][]*Node) bool {
	if !n.Is(Add) || n.Args[1].Type.Rows() != Fixed(1) {
		return false
	}
	x := n.Args[0]
	return x.Is(MatMul) && len(readers[x]) == 1 && x.Type.Equal(n.Result().Type)
}

// movesRows reports whether floats are rows of a value with fewer rows, the
// outer of a product.
func (m *Module) movesRows(part *Value) bool {
	if !part.Is(Repeat) && !part.Is(Gather) {
		return false
	}
	dim, _ := m.Dim(part.Type.Rows().Symbol)
	return dim.Outer != "" && Rows(dim.Outer) == part.Node.Args[0].Type.Rows()
}

// product multiplies parts side by side with weights.
func (b *Builder) product(parts []*Value, weights *Value) *Value {
	x := parts[0]
	if len(parts) > 1 {
		x = b.Concat(parts...)
	}
	return b.MatMul(x, weights, false, false)
}

// plus adds to a sum that may have no terms yet.
func (b *Builder) plus(sum, term *Value) *Value {
	if sum == nil {
		return term
	}
	return b.Add(sum, term)
}

// rowBlock is the rows from start up to, not including, stop, and the row
// where they go.
type rowBlock struct{ start, stop, to int }

// singleBlocks makes plain products of products of blocks that are the whole row.
func singleBlocks(m *Module) (int, error) {
	changed := 0
	for _, node := range m.Main.Nodes {
		if node.Is(MatMulBlocks) && node.Int("blocks") == 1 {
			node.Op, node.Attrs = byName[MatMul], maps.Clone(node.Attrs)
			delete(node.Attrs, "blocks")
			changed++
		}
	}
	return changed, nil
}

// neutralArguments leaves out products with 1 and sums with 0.
func neutralArguments(m *Module) (int, error) {
	same := map[*Value]*Value{}
	for _, node := range m.Main.Nodes {
		node.replaceArgs(same)
		neutral := 1.0
		switch {
		case node.Is(Add):
			neutral = 0
		case !node.Is(Mul):
			continue
		}
		for i, argument := range node.Args {
			x := node.Args[1-i]
			if argument.Is(Const) && x.Type.Equal(node.Result().Type) && !slices.ContainsFunc(argument.Node.Values("values"), func(c float64) bool { return c != neutral }) {
				same[node.Result()] = x
				break
			}
		}
	}
	m.Main.replace(same)
	return len(same), nil
}

// rearrange is a matrix with that number of rows and each block of rows of w at its
// new place; blocks that meet there add up.
func (b *Builder) rearrange(w *Value, rows int, blocks []rowBlock) *Value {
	var sum *Value
	for _, block := range joined(blocks) {
		x, height := w, block.stop-block.start
		if Fixed(height) != w.Type.Rows() {
			x = b.TakeRows(w, block.start, block.stop)
		}
		if height != rows {
			x = b.PadRows(x, block.to, rows-block.to-height)
		}
		sum = b.plus(sum, x)
	}
	return sum
}

// joined makes one of blocks that lie side by side before and after.
func joined(blocks []rowBlock) []rowBlock {
	var all []rowBlock
	for _, block := range blocks {
		last := len(all) - 1
		if last >= 0 && all[last].stop == block.start && all[last].to-all[last].start == block.to-block.start {
			all[last].stop = block.stop
			continue
		}
		all = append(all, block)
	}
	return all
}
