package kernels

// panel is a matrix product in assembly for a panel of columns, with strides in bytes. tail is
// the number of columns in its last vector. With each column of A, for each tile of its rows,
// it fetches the cache line at ahead and advances ahead.
type panel func(c *float32, ldc int, a *float32, rowA, colA int, b *float32, ldb, m, k int,
	init *float32, ldinit int, times *float32, tail int, ahead *float32, step int)

// tiles holds the matrix products of a level: full is for panels of len(tails) whole vectors,
// and tails are ordered by the number of vectors.
type tiles struct {
	lanes   int
	full    panel
	narrow  panel // for up to narrowColumns, or nil; loads of 8 values come twice as fast as of 16
	half    panel // for up to narrowColumns beside a whole vector, or nil
	tall    int   // panels of up to this many columns, but for narrow ones, have tiles of tallRows first
	tails   []panel
	beside  []eachPanel // for panels side by side, by the number of vectors
	dotRows func(dst *float32, stepDst int, x *float32, stepX, rows, width int, y *float32)
}

// One call of a panel takes at most blockRows x blockDepth values of A, so that the values of a
// transposed A and of a panel of B stay in the first-level cache.
const (
	tileRows   = 6  // of a panel, as in the generator
	tallRows   = 10 // of a panel of few columns
	blockRows  = 240
	blockDepth = 96

	narrowColumns = 8
)

func (t *tiles) matmul(p product) {
	if p.n == 1 && p.times == nil && t.column(&p) || t.sideBySide(&p) {
		return
	}
	width := t.lanes * len(t.tails)
	depth := evenPart(p.k, blockDepth)
	for l := 0; l < p.k; l += depth {
		for i := 0; i < p.m; i += blockRows {
			for j := 0; j < p.n; j += width {
				f, tail := t.panel(p.n - j)
				init, ldinit := p.init(i, j, l)
				rows := min(blockRows, p.m-i)
				ahead, step := p.ahead.take(t.count(rows, p.n-j)*depth, &p.b[0])
				var times *float32
				if p.times != nil && l+depth >= p.k {
					times = &p.times[i*p.ldc+j]
				}
				f(&p.c[i*p.ldc+j], p.ldc*size, &p.a[i*p.rowA+l*p.colA], p.rowA*size, p.colA*size,
					&p.b[l*p.ldb+j], p.ldb*size, rows, min(depth, p.k-l), init, ldinit, times, tail, ahead, step)
			}
		}
	}
}

// sideBySide multiplies all panels of columns in a few calls, if they start from nothing and
// prefetch nothing, and reports whether it did. For one panel of few rows, calls take as much
// time as the work within them.
func (t *tiles) sideBySide(p *product) bool {
	width := t.lanes * len(t.beside)
	if p.n <= width || width == 0 || p.k > blockDepth || p.m > blockRows || p.accumulate || p.bias != nil || p.times != nil || p.ahead != nil {
		return false
	}
	some := func(f eachPanel, j, count, tail int) {
		f(&p.c[j], p.ldc*size, width*size, &p.a[0], p.rowA*size, p.colA*size, 0,
			&p.b[j], p.ldb*size, width*size, p.m, p.k, count, tail)
	}
	whole := p.n / width
	rowPortions(whole, p.m*p.k*width/8, func(i, count int) { some(t.beside[len(t.beside)-1], i*width, count, t.lanes) })
	if j := whole * width; j < p.n {
		f, tail := panelFor(t.beside, t.lanes, p.n-j)
		some(f, j, 1, tail)
	}
	return true
}

// evenPart returns the size of even parts of n; most is the limit of each.
func evenPart(n, most int) int {
	parts := (n + most - 1) / most
	return (n + parts - 1) / parts
}

// panel returns the panel for a number of columns, and the columns of its last vector.
func (t *tiles) panel(columns int) (panel, int) {
	vectors := (columns + t.lanes - 1) / t.lanes
	switch {
	case columns >= t.lanes*len(t.tails):
		return t.full, 0
	case columns <= narrowColumns && t.narrow != nil:
		return t.narrow, columns
	case vectors == 2 && columns-t.lanes <= narrowColumns && t.half != nil:
		return t.half, columns - t.lanes
	}
	return panelFor(t.tails, t.lanes, columns)
}

// count returns the number of tiles into which the rows of a panel for a number of columns are
// divided.
func (t *tiles) count(rows, columns int) (count int) {
	if columns <= t.tall && columns > narrowColumns {
		count, rows = rows/tallRows, rows%tallRows
	}
	return count + (rows+tileRows-1)/tileRows
}

// panelFor returns the panel for the next columns, of panels ordered by the number of vectors,
// and the number of columns in its last vector.
func panelFor[P any](panels []P, lanes, columns int) (P, int) {
	vectors := min((columns+lanes-1)/lanes, len(panels))
	return panels[vectors-1], min(columns-(vectors-1)*lanes, lanes)
}

// init returns where the sums of a block start, and the distance between its rows.
func (p *product) init(i, j, l int) (*float32, int) {
	switch {
	case p.accumulate || l > 0:
		return &p.c[i*p.ldc+j], p.ldc * size
	case p.bias != nil:
		return &p.bias[j], 0
	}
	return nil, 0
}

// column computes a product with one column, if A's rows or columns and B
// are dense, and reports whether they are: most lanes of a panel would be idle.
func (t *tiles) column(p *product) bool {
	switch {
	case p.ldb != 1 && p.k > 1:
		return false
	case p.colA == 1:
		p.start()
		rowPortions(p.m, p.k, func(i, rows int) {
			t.dotRows(&p.c[i*p.ldc], p.ldc*size, &p.a[i*p.rowA], p.rowA*size, rows, p.k, &p.b[0])
		})
		return true
	case p.rowA == 1 && p.ldc == 1 && p.bias == nil:
		t.matmul(product{c: p.c, a: p.b, colA: p.ldb, b: p.a, ldb: p.colA, m: 1, n: p.m, k: p.k,
			accumulate: p.accumulate})
		return true
	}
	return false
}

// eachPanel is the product of many small matrices in assembly.
type eachPanel func(dst *float32, lddst, stepDst int, x *float32, rowX, colX, stepX int, y *float32, ldy, stepY, m, k, count, tail int)
