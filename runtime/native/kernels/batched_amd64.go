package kernels

// eachPanel is the product of many small matrices in assembly, by vectors.
type eachPanel func(dst *float32, lddst, stepDst int, x *float32, rowX, colX, stepX int, y *float32, ldy, stepY, m, k, count, tail int)

// each multiplies matrices with few columns in one call for many, and reports
// whether it did.
func each(one, two eachPanel, lanes int) func(dst, x, y []float32, s ProductSize) bool {
	return func(dst, x, y []float32, s ProductSize) bool {
		f, tail := one, s.Columns
		if tail > lanes {
			f, tail = two, tail-lanes
		}
		if s.TransposeY || tail > lanes || s.Inner == 0 || s.Inner > blockDepth || s.Columns == 1 {
			return false
		}
		rowX, columnX := s.strides()
		own, left, right := s.Rows*s.Columns, s.Rows*s.Inner, s.Inner*s.Columns
		// Eight products take about as long as one element of other kernels.
		rowPortions(len(dst)/own, own*s.Inner/8, func(i, count int) {
			f(&dst[i*own], s.Columns*size, own*size, &x[i*left], rowX*size, columnX*size, left*size,
				&y[i*right], s.Columns*size, right*size, s.Rows, s.Inner, count, tail)
		})
		return true
	}
}
