package kernels

// This file multiplies with matrices of groups in another order. A matrix M_m of a group is
// the sum over c of x[m, c] times part c of w. So the rows of a group may first be combined
// by x and then multiplied with w, all rows of all groups at once, or the other way round,
// and no matrix is ever computed. Tiles also leave room for the rows from which they are
// computed.

// combines reports whether that takes less time than computing the matrices. It takes a
// product with w for each row instead of one for each matrix, where w has the given number
// of values for each row that is combined. A fourth more operations are as fast as matrices
// that no kernel computes in registers, since they form one large product.
func combines(b Blocks, depth, values int) bool {
	combined, most := b.operations(depth, values, 1)
	if active.blocks == nil {
		most += most / 4
	}
	return combined > 0 && combined <= most
}

// operations returns the multiply-adds of a group for some products with the same w: those with
// combined rows, for which w is multiplied once, and those with matrices.
func (b Blocks) operations(depth, values, products int) (combined, matrices int) {
	return b.Count * depth * (values + products*b.Rows), products * b.Rows * (b.Count + depth) * values
}

// combined adds up the products of all matrices of a group.
func (p blockProduct) combined() {
	depth := p.depth()
	inner, one := depth*p.inner, p.Rows*depth
	rows := combination{rows: depth, terms: p.Rows, width: p.inner, transposed: true, shared: p.Count}
	inTiles(p.groups(), p.Count*(inner+p.lda), func(tile []float32, first, last int) {
		from, to := first*p.Count, last*p.Count
		tile = tile[:(to-from)*inner]
		rows.run(tile, p.x[first*one:last*one], p.a[from*p.lda:to*p.lda])
		MatMul(p.dst[from*p.lddst:], p.lddst, tile, inner, 1, p.w, p.columns, to-from, p.columns, inner, nil, false)
		if p.more.Y != nil {
			MatMul(p.more.Y[from:], 1, tile, inner, 1, p.more.W, 1, to-from, 1, inner, nil, false)
		}
	})
}

// combinedBeside writes the products with the matrices of a group side by side. also, unless it
// is nil, also gets the products of some rows with w.
func (p blockProduct) combinedBeside(also func(tile []float32, first, last int)) {
	depth := p.depth()
	width, one := depth*p.columns, p.Rows*depth
	rows := combination{rows: p.Rows, terms: depth, width: p.columns, shared: p.Count, accumulate: p.accumulate}
	inTiles(p.groups(), p.Count*(width+p.lddst), func(tile []float32, first, last int) {
		from, to := first*p.Count, last*p.Count
		tile = tile[:(to-from)*width]
		for c := range depth {
			MatMul(tile[c*p.columns:], width, p.a[from*p.lda:], p.lda, 1, p.w[c*p.Width:], p.columns, to-from, p.columns, p.inner, nil, false)
		}
		rows.run(p.dst[from*p.lddst:to*p.lddst], p.x[first*one:last*one], tile)
		if also != nil {
			also(tile, first, last)
		}
	})
}

// blocks returns the blocks that are equivalent to the rows of outer products of a group.
func (o Outer) blocks() Blocks {
	return Blocks{Count: o.Count, Rows: o.Left * o.Right / o.Width, Width: o.Width}
}

// combines reports whether products with some columns take less time combined.
func (o Outer) combines(columns int) bool {
	return o.Width%o.Right == 0 && combines(o.blocks(), columns, o.Right)
}

// combined computes [Outer.MatMul] by combining rows.
func (o Outer) combined(dst, x, y, w []float32, columns int, more LastColumn) {
	inner, blocks, depth := o.Width/o.Right, o.blocks(), o.Right
	width, own := columns*inner, blocks.Rows*columns
	turned := borrow((depth + 1) * width)
	defer scratch.Put(turned)
	Transpose((*turned)[:depth*width], w, width, depth)
	if more.Y != nil {
		copy((*turned)[depth*width:], more.W)
		buffer, joined := more.joined(y, depth)
		defer scratch.Put(buffer)
		y, depth = *buffer, joined
	}
	inTiles(o.groups(dst, columns), o.Count*(width+o.Left), func(tile []float32, first, last int) {
		from, to := first*o.Count, last*o.Count
		tile = tile[:(to-from)*width]
		MatMul(tile, width, y[from*depth:], depth, 1, *turned, width, to-from, width, depth, nil, false)
		active.innerRows(dst[first*own:last*own], x[from*o.Left:to*o.Left], tile, blocks.Rows, columns, inner, o.Count)
	})
}

// combinedFrom computes [Outer.MatMulFrom] by combining rows.
func (o Outer) combinedFrom(dst, d, x, y []float32, columns int, more LastColumn, accumulate bool) {
	inner, one := o.Width/o.Right, o.blocks().Rows*columns
	width := columns * inner
	rows := combination{rows: columns, terms: o.blocks().Rows, width: inner, transposed: true, shared: o.Count}
	inTiles(o.groups(d, columns), o.Count*(width+o.Left), func(tile []float32, first, last int) {
		from, to := first*o.Count, last*o.Count
		tile = tile[:(to-from)*width]
		rows.run(tile, d[first*one:last*one], x[from*o.Left:to*o.Left])
		MatMul(dst, o.Right, tile, 1, width, y[from*o.Right:], o.Right, width, o.Right, to-from, nil, accumulate || first > 0)
		if more.Y != nil {
			MatMul(more.W, width, more.Y[from:], 1, 1, tile, width, 1, width, to-from, nil, true)
		}
	})
}

func (c combination) run(dst, s, x []float32) {
	if active.combine != nil {
		active.combine(c, dst, s, x)
		return
	}
	size := ProductSize{Rows: c.rows, Inner: c.terms, Columns: c.width, TransposeX: c.transposed, Shared: c.shared}
	if !c.accumulate {
		MatMulEach(dst, s, x, size)
		return
	}
	buffer := borrow(len(dst))
	defer scratch.Put(buffer)
	sums := (*buffer)[:len(dst)]
	MatMulEach(sums, s, x, size)
	pairwise(Sum, dst, dst, sums)
}
