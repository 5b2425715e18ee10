package kernels

// MatMulBoth adds to dst what [Blocks.MatMulBeside] does, and writes to sums. These
// are, for each of the Rows of a group and each row c of w, the sum over the group's
// rows e of the products of that one of the parts of z[e] with y[e] w[c]. x, y, w and
// z are the factors of a sum of products, and these its gradients by z and by x.
// Where rows are combined, both take the same products of y and w. y has two columns,
// left, or more.
func (b Blocks) MatMulBoth(dst, sums, x, w, y, z []float32, left int) {
	if len(dst) == 0 || len(w) == 0 {
		clear(sums)
		return
	}
	p := b.beside(dst, x, w, y, left, true)
	depth, one := p.depth(), p.Rows*p.depth()
	p.check()
	need("z", z, len(dst))
	need("sums", sums, p.groups()*one)
	if combined, matrices := b.operations(depth, left, 2); active.innerRows == nil || combined > matrices {
		p.multiply()
		p.sums(sums, z)
		return
	}
	p.combinedBeside(func(tile []float32, first, last int) {
		from, to := first*b.Count*p.lddst, last*b.Count*p.lddst
		active.innerRows(sums[first*one:last*one], z[from:to], tile, b.Rows, depth, p.columns, b.Count)
	})
}

// sums computes only the sums of [Blocks.MatMulBoth]. Assembly handles matrices of a whole
// number of vectors and one more column.
func (p blockProduct) sums(sums, z []float32) {
	rows, depth, left := len(p.a)/p.lda, p.depth(), p.inner-1
	buffer := borrow(rows*p.lda + len(p.w))
	defer scratch.Put(buffer)
	y, w := (*buffer)[:rows*p.lda], (*buffer)[rows*p.lda:][:len(p.w)]
	y, v := y[:rows*left], y[rows*left:]
	for i := range rows {
		copy(y[i*left:][:left], p.a[i*p.lda:])
		v[i] = p.a[i*p.lda+left]
	}
	own := left * p.columns
	w, last := w[:depth*own], w[depth*own:]
	for c := range depth {
		Transpose(w[c*own:][:own], p.w[c*p.Width:][:own], left, p.columns)
		copy(last[c*p.columns:], p.w[c*p.Width+own:][:p.columns])
	}
	Outer{p.Count, p.lddst, left, own}.MatMul(sums, z, y, w, depth, LastColumn{v, last})
}
