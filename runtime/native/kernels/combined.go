package kernels

// Products with matrices of groups in another order. A matrix M_m of a group is
// the sum over c of x[m, c] times part c of w. So the rows of a group may first be
// combined by x and then multiplied with w, all rows of all groups at once, or
// the other way round, and no matrix is ever made.

// combines reports whether that takes less time than matrices: a product with w
// for each row in place of one for each matrix, where w has some values for each
// that is combined. A fourth more operations are as fast, as they are those of
// one large product. It is measured at levels without a kernel for blocks, and
// others do without it.
func combines(b Blocks, depth, values int) bool {
	return active.blocks == nil && min(b.Count, depth) > 0 && 4*b.Count*depth*(values+b.Rows) <= 5*b.Rows*(b.Count+depth)*values
}

// combined adds up the products of all matrices of a group.
func (p blockProduct) combined() {
	depth := p.depth()
	inner, one := depth*p.inner, p.Rows*depth
	size := ProductSize{Rows: depth, Inner: p.Rows, Columns: p.inner, TransposeX: true, Shared: p.Count}
	inTiles(p.groups(), p.Count*inner, func(tile []float32, first, last int) {
		from, to := first*p.Count, last*p.Count
		MatMulEach(tile, p.x[first*one:last*one], p.a[from*p.lda:to*p.lda], size)
		MatMul(p.dst[from*p.lddst:], p.lddst, tile, inner, 1, p.w, p.columns, to-from, p.columns, inner, nil, false)
	})
}

// combinedBeside writes the products with the matrices of a group side by side.
func (p blockProduct) combinedBeside() {
	depth := p.depth()
	width, one := depth*p.columns, p.Rows*depth
	size := ProductSize{Rows: p.Rows, Inner: depth, Columns: p.columns, Shared: p.Count}
	inTiles(p.groups(), p.Count*(width+p.lddst), func(tile []float32, first, last int) {
		from, to := first*p.Count, last*p.Count
		parts, sums := tile[:(to-from)*width], tile[(to-from)*width:]
		for c := range depth {
			MatMul(parts[c*p.columns:], width, p.a[from*p.lda:], p.lda, 1, p.w[c*p.Width:], p.columns, to-from, p.columns, p.inner, nil, false)
		}
		dst := p.dst[from*p.lddst : to*p.lddst]
		if !p.accumulate {
			sums = dst
		}
		MatMulEach(sums, p.x[first*one:last*one], parts, size)
		if p.accumulate {
			pairwise(Sum, dst, dst, sums)
		}
	})
}

// blocks are those that rows of outer products are of a group.
func (o Outer) blocks() Blocks {
	return Blocks{Count: o.Count, Rows: o.Left * o.Right / o.Width, Width: o.Width}
}

// combined is [Outer.MatMulFrom].
func (o Outer) combined(dst, d, x, y []float32, columns int, accumulate bool) {
	inner, one := o.Width/o.Right, o.blocks().Rows*columns
	width := columns * inner
	size := ProductSize{Rows: columns, Inner: o.blocks().Rows, Columns: inner, TransposeX: true, Shared: o.Count}
	inTiles(o.groups(d, columns), o.Count*width, func(tile []float32, first, last int) {
		from, to := first*o.Count, last*o.Count
		MatMulEach(tile, d[first*one:last*one], x[from*o.Left:to*o.Left], size)
		MatMul(dst, o.Right, tile, 1, width, y[from*o.Right:], o.Right, width, o.Right, to-from, nil, accumulate || first > 0)
	})
}
