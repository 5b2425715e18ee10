package kernels

// eachColumns is how many columns the matrices of many products may have.
const eachColumns = 32

// eachPanel is the product of many small matrices in assembly.
type eachPanel func(dst *float32, lddst, stepDst int, x *float32, rowX, colX, stepX int, y *float32, ldy, stepY, m, k, count, tail int)

// each multiplies matrices with some columns, from least on, in one call for
// many, and reports whether it did. The panels are by the number of vectors.
func each(panels []eachPanel, lanes, least int) func(dst, x, y []float32, s ProductSize) bool {
	return func(dst, x, y []float32, s ProductSize) bool {
		if s.TransposeY || s.Columns < least || s.Columns > eachColumns || s.Inner == 0 || s.Inner > blockDepth {
			return false
		}
		rowX, columnX := s.strides()
		own, left, right := s.Rows*s.Columns, s.Rows*s.Inner, s.Inner*s.Columns
		// Eight products take about as long as one element of other kernels.
		rowPortions(len(dst)/own, own*s.Inner/8, func(i, count int) {
			for j := 0; j < s.Columns; j += len(panels) * lanes {
				f, tail := panelFor(panels, lanes, s.Columns-j)
				f(&dst[i*own+j], s.Columns*size, own*size, &x[i*left], rowX*size, columnX*size, left*size,
					&y[i*right+j], s.Columns*size, right*size, s.Rows, s.Inner, count, tail)
			}
		})
		return true
	}
}

// panelFor is the panel for the next columns, of those by the number of vectors,
// and how many columns its last vector has.
func panelFor[P any](panels []P, lanes, columns int) (P, int) {
	vectors := min((columns+lanes-1)/lanes, len(panels))
	return panels[vectors-1], min(columns-(vectors-1)*lanes, lanes)
}
