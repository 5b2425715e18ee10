package kernels

// Many products with no more rows and columns than eachRows and eachColumns are computed in one
// call. Larger ones take less time one by one.
const eachRows, eachColumns = 8, 32

// each returns a function that multiplies many matrices, with at least least columns, in one
// call, and reports whether it did. The panels are ordered by their number of vectors.
func each(panels []eachPanel, lanes, least int) func(dst, x, y []float32, s ProductSize) bool {
	return func(dst, x, y []float32, s ProductSize) bool {
		if s.TransposeY || s.Columns < least || min(s.Rows-eachRows, s.Columns-eachColumns) > 0 || s.Inner == 0 || s.Inner > blockDepth {
			return false
		}
		rowX, columnX := s.strides()
		own, left, right := s.Rows*s.Columns, s.Rows*s.Inner, s.Inner*s.Columns
		some := func(first, count, stepX int) {
			for j := 0; j < s.Columns; j += len(panels) * lanes {
				f, tail := panelFor(panels, lanes, s.Columns-j)
				f(&dst[first*own+j], s.Columns*size, own*size, &x[first/s.Shared*left], rowX*size, columnX*size, stepX*size,
					&y[first*right+j], s.Columns*size, right*size, s.Rows, s.Inner, count, tail)
			}
		}
		// Eight products take about as long as one element of other kernels.
		work, all := own*s.Inner/8, len(dst)/own
		if s.Shared == 1 {
			rowPortions(all, work, func(first, count int) { some(first, count, left) })
			return true
		}
		for first := 0; first < all; first += s.Shared {
			rowPortions(s.Shared, work, func(i, count int) { some(first+i, count, 0) })
		}
		return true
	}
}
