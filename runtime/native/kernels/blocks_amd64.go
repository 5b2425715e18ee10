package kernels

const (
	// groupRows and groupColumns are the numbers of rows and columns that one call of the
	// assembly computes.
	groupRows, groupColumns = 9, 32
	// groupDepth is the largest depth of the product that computes the matrices. Deeper ones
	// take less time for a few groups at once.
	groupDepth = 8
)

// blockPanel is a product with matrices of blocks in assembly.
type blockPanel func(dst *float32, lddst int, a *float32, lda int, d, w *float32, ldw, stepW, depth, k, rows, blocks, stepDst, stepA int, more bool, tail int)

// round says how much of w the assembly reads before it reads that part again for the next
// block of a group.
type round struct {
	floats int // that stay in the first-level cache
	terms  int // that are taken together
}

// of returns the number of terms in a round for some rows of w. It is terms, or a multiple of
// it.
func (r round) of(rows int) int { return max(1, r.floats/(rows*groupColumns*r.terms)) * r.terms }

// blocks returns a function that computes rows of matrices where they are multiplied, and
// reports whether it did. It requires that they have as many columns as a vector has lanes,
// that they are sums of few terms, and that there are registers for all rows of a group. The
// panels are ordered by their number of vectors.
func blocks(panels []blockPanel, lanes int, r round) func(p blockProduct) bool {
	return func(p blockProduct) bool {
		if p.columns < lanes || p.depth() == 0 || p.depth() > groupDepth || p.Count > groupRows {
			return false
		}
		if p.stepDst == 0 {
			clear(p.dst)
		}
		part := r.of(p.depth())
		for i := range p.groups() {
			for j := 0; j < p.columns; j += len(panels) * lanes {
				f, tail := panelFor(panels, lanes, p.columns-j)
				for k := 0; k < p.inner; k += part {
					p.part(f, i, j, tail, k, min(part, p.inner-k))
				}
			}
		}
		return true
	}
}

// part adds up some of the terms of a group, for the columns that begin with column.
func (p blockProduct) part(f blockPanel, group, column, tail, from, terms int) {
	depth, row := p.depth(), group*p.Count
	more := from > 0 || p.stepDst == 0 || p.accumulate
	f(&p.dst[row*p.lddst+column], p.lddst*size, &p.a[row*p.lda+from], p.lda*size,
		&p.x[group*p.Rows*depth], &p.w[from*p.columns+column], p.Width*size, p.columns*size,
		depth, terms, p.Count, p.Rows, p.stepDst*size, p.stepA*size, more, tail)
}
