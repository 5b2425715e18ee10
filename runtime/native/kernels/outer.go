package kernels

// column returns the products with only the additional column.
func (o Outer) column() Outer { return Outer{o.Count, o.Left, 1, o.Width / o.Right} }

// tiles computes the rows of a few groups at a time. at is the index of the first of these
// rows.
func (o Outer) tiles(x, y []float32, groups int, use func(rows []float32, at int)) {
	one := o.Left * o.Right
	size := ProductSize{Rows: o.Left, Inner: o.Count, Columns: o.Right, TransposeX: true}
	inTiles(groups, one, func(tile []float32, first, last int) {
		x, y := x[first*o.Count*o.Left:last*o.Count*o.Left], y[first*o.Count*o.Right:last*o.Count*o.Right]
		if o.Right == 1 { // x fills vectors where y has one value
			x, y, size = y, x, ProductSize{Rows: 1, Inner: o.Count, Columns: o.Left}
		}
		MatMulEach(tile, x, y, size)
		use(tile, first*one/o.Width)
	})
}

// MatMul multiplies all rows with the transpose of w [columns,Width].
func (o Outer) MatMul(dst, x, y, w []float32, columns int, more LastColumn) {
	groups := o.groups(dst, columns)
	if groups == 0 {
		return
	}
	o.check(x, y, groups)
	need("w", w, columns*o.Width)
	if active.innerRows != nil && o.combines(columns) {
		o.combined(dst, x, y, w, columns, more)
		return
	}
	if active.outer == nil || !active.outer(o, dst, x, y, w, columns) {
		o.multiply(dst, x, y, w, columns, groups, false)
	}
	if more.Y != nil {
		o.column().multiply(dst, x, more.Y, more.W, columns, groups, true)
	}
}

// multiply computes the rows and multiplies them.
func (o Outer) multiply(dst, x, y, w []float32, columns, groups int, accumulate bool) {
	turned := borrow(len(w))
	defer scratch.Put(turned)
	Transpose((*turned)[:len(w)], w, columns, o.Width)
	o.tiles(x, y, groups, func(rows []float32, at int) {
		MatMul(dst[at*columns:], columns, rows, o.Width, 1, *turned, columns, len(rows)/o.Width, columns, o.Width, nil, accumulate)
	})
}

func (o Outer) check(x, y []float32, groups int) {
	need("x", x, groups*o.Count*o.Left)
	need("y", y, groups*o.Count*o.Right)
}

// MatMulFrom computes d^T [columns,.] times all rows: [columns,Width]. It adds the product to
// dst if accumulate is set, and overwrites dst otherwise. One more column is added to more.W.
func (o Outer) MatMulFrom(dst, d, x, y []float32, columns int, more LastColumn, accumulate bool) {
	groups := o.groups(d, columns)
	if groups == 0 && !accumulate {
		clear(dst)
	}
	if o.combines(columns) {
		o.combinedFrom(dst, d, x, y, columns, more, accumulate)
		return
	}
	o.multiplyFrom(dst, d, x, y, columns, groups, accumulate)
	if more.Y != nil {
		o.column().multiplyFrom(more.W, d, x, more.Y, columns, groups, true)
	}
}

// multiplyFrom computes the rows and multiplies d with them.
func (o Outer) multiplyFrom(dst, d, x, y []float32, columns, groups int, accumulate bool) {
	o.tiles(x, y, groups, func(rows []float32, at int) {
		MatMul(dst, o.Width, d[at*columns:], 1, columns, rows, o.Width, columns, o.Width, len(rows)/o.Width, nil, accumulate || at > 0)
	})
}
