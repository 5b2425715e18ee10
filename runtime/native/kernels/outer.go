package kernels

// tileFloats is how much of the matrices of groups there is at a time: what
// leaves room in a core's own cache.
const tileFloats = 1 << 17

// inTiles gives use memory for the matrices of a few groups after another,
// those from first up to last, of size floats each.
func inTiles(groups, size int, use func(tile []float32, first, last int)) {
	room := scratch.Get().(*[]float32)
	defer scratch.Put(room)
	step := max(1, tileFloats/size)
	if len(*room) < step*size {
		*room = make([]float32, step*size)
	}
	for first := 0; first < groups; first += step {
		last := min(first+step, groups)
		use((*room)[:(last-first)*size], first, last)
	}
}

// Outer are the sums over groups of Count rows of the outer products of the
// rows of x [.,Left] with those of y [.,Right]: for each group Left x Right
// values, in rows of Width. They are made a few groups at a time, and never
// there as a whole.
type Outer struct{ Count, Left, Right, Width int }

// tiles makes the rows of a few groups after another; at numbers the first of
// them.
func (o Outer) tiles(x, y []float32, groups int, use func(rows []float32, at int)) {
	one := o.Left * o.Right
	size := ProductSize{Rows: o.Left, Inner: o.Count, Columns: o.Right, TransposeX: true}
	inTiles(groups, one, func(tile []float32, first, last int) {
		MatMulEach(tile, x[first*o.Count*o.Left:last*o.Count*o.Left], y[first*o.Count*o.Right:last*o.Count*o.Right], size)
		use(tile, first*one/o.Width)
	})
}

// MatMul multiplies all rows with w [Width,columns].
func (o Outer) MatMul(dst, x, y, w []float32, columns int) {
	groups := len(dst) / columns * o.Width / (o.Left * o.Right)
	o.tiles(x, y, groups, func(rows []float32, at int) {
		MatMul(dst[at*columns:], columns, rows, o.Width, 1, w, columns, len(rows)/o.Width, columns, o.Width, nil, false)
	})
}

// MatMulFrom is d^T [columns,.] times all rows: [columns,Width], added to dst
// if accumulate is set.
func (o Outer) MatMulFrom(dst, d, x, y []float32, columns int, accumulate bool) {
	groups := len(d) / columns * o.Width / (o.Left * o.Right)
	if groups == 0 && !accumulate {
		clear(dst)
	}
	o.tiles(x, y, groups, func(rows []float32, at int) {
		MatMul(dst, o.Width, d[at*columns:], 1, columns, rows, o.Width, columns, o.Width, len(rows)/o.Width, nil, accumulate || at > 0)
	})
}

// Blocks are, for each group of Count rows, the matrices that a product with
// a matrix w [.,Width] makes of the group's rows of x, Rows of them, each of
// Width values. As those of [Outer], they are made a few groups at a time.
type Blocks struct{ Count, Rows, Width int }

// MatMul multiplies the rows of each group of y with the group's matrices one
// above the other: dst [.,right], of which each matrix has the columns.
func (b Blocks) MatMul(dst, x, w, y []float32, right int) {
	inner := len(w) / b.Width
	size := ProductSize{Rows: b.Count, Inner: b.Rows * b.Width / right, Columns: right}
	b.tiles(x, w, inner, func(tile []float32, first, last int) {
		from, to := first*b.Count, last*b.Count
		MatMulEach(dst[from*right:to*right], y[from*size.Inner:to*size.Inner], tile, size)
	})
}

// MatMulBeside multiplies the rows of each group of y [.,left] with the group's
// matrices side by side.
func (b Blocks) MatMulBeside(dst, x, w, y []float32, left int) {
	if len(dst) == 0 {
		return
	}
	inner, part := len(w)/b.Width, b.Width/left
	columns := b.Rows * part
	if left == 1 {
		part = columns // a row each, which lie side by side
	}
	b.tiles(x, w, inner, func(tile []float32, first, last int) {
		for i := first; i < last; i++ {
			to, from := dst[i*b.Count*columns:], y[i*b.Count*left:]
			for at := 0; at < columns; at += part {
				MatMul(to[at:], columns, from, left, 1, tile, part, b.Count, part, left, nil, false)
				tile = tile[left*part:]
			}
		}
	})
}

// tiles makes the matrices of a few groups after another, those from first up
// to last.
func (b Blocks) tiles(x, w []float32, inner int, use func(tile []float32, first, last int)) {
	one := b.Rows * inner
	inTiles(len(x)/one, b.Rows*b.Width, func(tile []float32, first, last int) {
		MatMul(tile, b.Width, x[first*one:], inner, 1, w, b.Width, len(tile)/b.Width, b.Width, inner, nil, false)
		use(tile, first, last)
	})
}
