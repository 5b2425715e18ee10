package kernels

import "math"

// ReLU computes y, and the factors f of all blocks. y may be x.
func (n Norm) ReLU(y, factors, x, scale, shift []float32) {
	same(y, x)
	n.check(x, factors, scale, shift)
	active.normReLU(n, y, factors, x, scale, shift)
}

// Back computes the gradient dx with respect to x from dy, the gradient with respect to y. dx
// may be dy.
func (n Norm) Back(dx, dy, y, x, factors, scale []float32) {
	same(dx, dy, y, x)
	n.check(x, factors, scale)
	active.normBack(n, dx, dy, y, x, factors, scale)
}

// Grads adds the gradients with respect to scale and shift, given dy, row after row.
func (n Norm) Grads(dscale, dshift, dy, y, x, factors []float32) {
	same(dy, y, x)
	n.check(x, factors, dscale, dshift)
	active.normGrads(n, dscale, dshift, dy, y, x, factors)
}

func (n Norm) columns() int { return n.Blocks * n.Width }

// check panics unless there are factors for all rows of x, and the other slices have as many
// values as columns.
func (n Norm) check(x, factors []float32, columns ...[]float32) {
	need("factors", factors, count(x, n.columns())*n.Blocks)
	for _, shared := range columns {
		need("a value for each column", shared, n.columns())
	}
}

// blocks calls f for each block of rows, with its offset among all rows and within its row, and
// its index.
func (n Norm) blocks(values int, f func(at, column, block int)) {
	for block := range values / n.Width {
		f(block*n.Width, block%n.Blocks*n.Width, block)
	}
}

func (n Norm) reluInGo(y, factors, x, scale, shift []float32) {
	n.blocks(len(x), func(at, column, block int) {
		sum := float32(0)
		for _, v := range x[at : at+n.Width] {
			sum += float32(v * v)
		}
		f := 1 / float32(math.Sqrt(float64(sum/float32(n.Width)+n.Epsilon)))
		factors[block] = f
		for i, v := range x[at : at+n.Width] {
			y[at+i] = max(float32(f*v*scale[column+i])+shift[column+i], 0)
		}
	})
}

func (n Norm) backInGo(dx, dy, y, x, factors, scale []float32) {
	n.blocks(len(x), func(at, column, block int) {
		sum, f := float32(0), factors[block]
		for i := at; i < at+n.Width; i++ {
			h := float32(0)
			if y[i] > 0 {
				h = dy[i] * scale[column+i-at]
			}
			dx[i] = h
			sum += float32(h * x[i])
		}
		less := sum / float32(n.Width) * f * f
		for i := at; i < at+n.Width; i++ {
			dx[i] = f * (dx[i] - float32(less*x[i]))
		}
	})
}

func (n Norm) gradsInGo(dscale, dshift, dy, y, x, factors []float32) {
	n.blocks(len(x), func(at, column, block int) {
		for i := at; i < at+n.Width; i++ {
			if y[i] > 0 {
				dscale[column+i-at] += float32(dy[i] * (factors[block] * x[i]))
				dshift[column+i-at] += dy[i]
			}
		}
	})
}
