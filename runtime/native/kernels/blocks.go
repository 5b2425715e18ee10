package kernels

// MatMul multiplies the rows of each group of y with the group's matrices, one below the other.
// dst is [.,right], the number of columns of each matrix. One more column goes to more.Y.
func (b Blocks) MatMul(dst, x, w, y []float32, right int, more LastColumn) {
	part := b.Width / right
	p := blockProduct{Blocks: b, dst: dst, lddst: right, a: y, lda: b.Rows * part, stepA: part,
		x: x, w: w, inner: part, columns: right, more: more}
	if p.multiply() && more.Y != nil {
		p.Width, p.dst, p.lddst, p.w, p.columns, p.more = part, more.Y, 1, more.W, 1, LastColumn{}
		p.multiply()
	}
}

// MatMulBeside multiplies the rows of each group of y [.,left] with the group's matrices side
// by side. It adds the product to dst if accumulate is set, and overwrites dst otherwise.
func (b Blocks) MatMulBeside(dst, x, w, y []float32, left int, accumulate bool) {
	p := b.beside(dst, x, w, y, left, accumulate)
	p.multiply()
}

func (b Blocks) beside(dst, x, w, y []float32, left int, accumulate bool) blockProduct {
	part := b.Width / left
	return blockProduct{Blocks: b, dst: dst, lddst: b.Rows * part, stepDst: part, a: y, lda: left,
		x: x, w: w, inner: left, columns: part, accumulate: accumulate}
}

// multiply computes the products, and reports whether one more column still has to be computed.
func (p blockProduct) multiply() bool {
	if len(p.dst) == 0 {
		return false
	}
	p.check()
	switch {
	case p.stepDst == 0 && combines(p.Blocks, p.depth(), p.columns):
		p.combined()
		return false
	case p.stepDst > 0 && combines(p.Blocks, p.depth(), p.inner):
		p.combinedBeside(nil)
	case active.blocks != nil && active.blocks(p):
	default:
		p.inTiles()
	}
	return true
}

func (p blockProduct) check() {
	need("y", p.a, len(p.dst)/p.lddst*p.lda)
	need("x", p.x, p.groups()*p.Rows*p.depth())
}

// inTiles computes the matrices of a few groups at a time and multiplies them.
func (p blockProduct) inTiles() {
	one := p.Rows * p.depth()
	inTiles(p.groups(), p.Rows*p.Width, func(tile []float32, first, last int) {
		MatMul(tile, p.Width, p.x[first*one:], p.depth(), 1, p.w, p.Width, len(tile)/p.Width, p.Width, p.depth(), nil, false)
		for i := first; i < last; i++ {
			dst, a := p.dst[i*p.Count*p.lddst:], p.a[i*p.Count*p.lda:]
			switch {
			case p.stepDst == 0: // one above the other
				MatMul(dst, p.lddst, a, p.lda, 1, tile, p.columns, p.Count, p.columns, p.Rows*p.inner, nil, false)
			case p.inner == 1: // rows that lie side by side
				MatMul(dst, p.lddst, a, p.lda, 1, tile, p.lddst, p.Count, p.lddst, 1, nil, p.accumulate)
			default:
				for m := range p.Rows {
					MatMul(dst[m*p.stepDst:], p.lddst, a, p.lda, 1, tile[m*p.Width:], p.columns, p.Count, p.columns, p.inner, nil, p.accumulate)
				}
			}
			tile = tile[p.Rows*p.Width:]
		}
	})
}
