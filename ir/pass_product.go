package ir

import (
	"maps"
	"slices"
)

// The passes of this file reduce the multiplications of products x W, in which x has rows of
// systems and consists of parts side by side. Each part has its own rows of W.

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

// foldRepeatedInputs multiplies a part that occurs more than once only once, with the sum of
// its rows of W:
//
//	[h, h, m] [W1; W2; W3] = [h, m] [W1 + W2; W3]
func foldRepeatedInputs(m *Module) (int, error) {
	return rewrite(m, func(b *Builder, n *Node, _ map[*Value][]*Node) *Value {
		parts, weights := factors(n)
		var (
			distinct []*Value
			offsets  = map[*Value]int{}
			blocks   []rowBlock
			at, to   int
		)
		for _, part := range parts {
			width := part.Type.Columns()
			if _, again := offsets[part]; !again {
				distinct, offsets[part] = append(distinct, part), to
				to += width
			}
			blocks = append(blocks, rowBlock{at, at + width, offsets[part]})
			at += width
		}
		if len(distinct) == len(parts) {
			return nil
		}
		return b.product(distinct, b.rearrange(weights, to, blocks))
	})
}

// widePart is the least number of columns of a part for which a product of its own is worth it.
// The sum over edges that it costs moves as much memory as a product with some 5 columns takes
// time, in registers at the peak.
const widePart = 8

// splitProducts multiplies a part that repeats or gathers rows before it does so, when there
// are fewer rows, such as the particles instead of edges:
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
			sum       *Value
			remaining []*Value
			blocks    []rowBlock
			at, to    int
		)
		for _, part := range parts {
			start, width := at, part.Type.Columns()
			at += width
			if width < widePart || !m.movesRows(part) {
				remaining, blocks = append(remaining, part), append(blocks, rowBlock{start, at, to})
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
		if sum != nil && remaining != nil {
			sum = b.Add(sum, b.product(remaining, b.rearrange(weights, to, blocks)))
		}
		return sum
	})
}

// linear returns the product that the node is, or to which the node adds a bias, which is the
// same for all rows. It returns nil if the node is neither. A product that only waits for its
// bias is not returned by itself.
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

// isBiased reports whether a node adds a bias row to a product that nothing else reads.
func isBiased(n *Node, readers map[*Value][]*Node) bool {
	if !n.Is(Add) || n.Args[1].Type.Rows() != Fixed(1) {
		return false
	}
	x := n.Args[0]
	return x.Is(MatMul) && len(readers[x]) == 1 && x.Type.Equal(n.Result().Type)
}

// movesRows reports whether a value consists of rows of one with fewer rows, the outer ones of
// a product.
func (m *Module) movesRows(part *Value) bool {
	if !part.Is(Repeat) && !part.Is(Gather) {
		return false
	}
	dim, _ := m.Dim(part.Type.Rows().Symbol)
	return Rows(dim.Outer) == part.Node.Args[0].Type.Rows()
}

// product multiplies parts side by side with weights.
func (b *Builder) product(parts []*Value, weights *Value) *Value {
	x := parts[0]
	if len(parts) > 1 {
		x = b.Concat(parts...)
	}
	return b.MatMul(x, weights, false, false)
}

// plus adds a term to a sum, which may have no terms yet.
func (b *Builder) plus(sum, term *Value) *Value {
	if sum == nil {
		return term
	}
	return b.Add(sum, term)
}

// rowBlock holds the rows from start up to, but not including, stop, and the row to which they
// move.
type rowBlock struct{ start, stop, to int }

// singleBlocks turns products of blocks that fill their rows into plain products.
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

// neutralArguments removes products with 1 and sums with 0.
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

// rearrange returns a matrix with that number of rows and each block of rows of w at its new
// position. Blocks at the same position are added up.
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

// joined joins blocks that are adjacent both before and after the move.
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
