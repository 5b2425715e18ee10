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

// Blocks are, for each group of Count rows, the matrix [Left,.] that a product
// with a matrix w [.,Width] makes of the group's block of rows. As those of
// [Outer], they are made a few groups at a time.
type Blocks struct{ Count, Left, Width int }

// GroupProduct are the products of the rows of groups, X, with the groups'
// matrices, or with those transposed.
type GroupProduct struct {
	Dst, X    []float32
	Transpose bool
}

// MatMul makes the matrices of x w, each from as many rows of x, and all
// products with them.
func (b Blocks) MatMul(x, w []float32, rows int, products ...GroupProduct) {
	inner, one := len(w)/b.Width, rows*b.Width
	groups, right := len(x)/(rows*inner), one/b.Left
	inTiles(groups, one, func(tile []float32, first, last int) {
		MatMul(tile, b.Width, x[first*rows*inner:], inner, 1, w, b.Width, len(tile)/b.Width, b.Width, inner, nil, false)
		for _, p := range products {
			size := ProductSize{Rows: b.Count, Inner: b.Left, Columns: right, TransposeY: p.Transpose}
			if p.Transpose {
				size.Inner, size.Columns = right, b.Left
			}
			from, to := first*b.Count, last*b.Count
			MatMulEach(p.Dst[from*size.Columns:to*size.Columns], p.X[from*size.Inner:to*size.Inner], tile, size)
		}
	})
}
