package kernels

// normWidth is the width of the blocks for which there is assembly, which all radial networks
// have.
const normWidth = 32

// portions calls f for parts of the rows, with the offset of a part among the values, its
// offset among the factors, and its number of rows.
func (n Norm) portions(values int, f func(at, factor, rows int)) {
	columns := n.columns()
	rowPortions(values/columns, columns, func(row, rows int) { f(row*columns, row*n.Blocks, rows) })
}

func normReLU(f func(y, factors, x, scale, shift *float32, rows, blocks int, epsilon float32),
) func(n Norm, y, factors, x, scale, shift []float32) {
	return func(n Norm, y, factors, x, scale, shift []float32) {
		if n.Width != normWidth {
			n.reluInGo(y, factors, x, scale, shift)
			return
		}
		n.portions(len(x), func(at, factor, rows int) {
			f(&y[at], &factors[factor], &x[at], &scale[0], &shift[0], rows, n.Blocks, n.Epsilon)
		})
	}
}

func normBack(f func(dx, dy, y, x, factors, scale *float32, rows, blocks int),
) func(n Norm, dx, dy, y, x, factors, scale []float32) {
	return func(n Norm, dx, dy, y, x, factors, scale []float32) {
		if n.Width != normWidth {
			n.backInGo(dx, dy, y, x, factors, scale)
			return
		}
		n.portions(len(x), func(at, factor, rows int) {
			f(&dx[at], &dy[at], &y[at], &x[at], &factors[factor], &scale[0], rows, n.Blocks)
		})
	}
}

func normGrads(f func(dscale, dshift, dy, y, x, factors *float32, rows, blocks int),
) func(n Norm, dscale, dshift, dy, y, x, factors []float32) {
	return func(n Norm, dscale, dshift, dy, y, x, factors []float32) {
		if n.Width != normWidth {
			n.gradsInGo(dscale, dshift, dy, y, x, factors)
			return
		}
		n.portions(len(x), func(at, factor, rows int) {
			f(&dscale[0], &dshift[0], &dy[at], &y[at], &x[at], &factors[factor], rows, n.Blocks)
		})
	}
}
