package kernels

import "fmt"

// Small is the size of many small products: of matrices with Rows rows and
// Inner columns and such with Inner rows and Columns columns. A transposed
// factor lies in memory the other way round.
type Small struct {
	Rows, Inner, Columns   int
	TransposeX, TransposeY bool
}

// MatMulEach multiplies the matrices of x with those of y, which lie one
// after the other, as those of dst do. dst overlaps neither.
func MatMulEach(dst, x, y []float32, size Small) {
	one, left, right := size.Rows*size.Columns, size.Rows*size.Inner, size.Inner*size.Columns
	if one == 0 {
		return
	}
	count := len(dst) / one
	if len(dst) != count*one || len(x) != count*left || len(y) != count*right {
		panic(fmt.Sprintf("kernels: %d, %d and %d values are not as many products of %+v", len(dst), len(x), len(y), size))
	}
	for i := range count {
		size.multiply(dst[i*one:(i+1)*one], x[i*left:(i+1)*left], y[i*right:(i+1)*right])
	}
}

// multiply makes one product. The panels of [MatMul] want a row of y in one
// piece; a transposed y is multiplied row by row.
func (s Small) multiply(dst, x, y []float32) {
	rowX, columnX := s.Inner, 1
	if s.TransposeX {
		rowX, columnX = 1, s.Rows
	}
	switch {
	case !s.TransposeY:
		MatMul(dst, s.Columns, x, rowX, columnX, y, s.Columns, s.Rows, s.Columns, s.Inner, nil, false)
	case !s.TransposeX:
		for i := range s.Rows {
			MatMul(dst[i*s.Columns:], 1, y, s.Inner, 1, x[i*s.Inner:], 1, s.Columns, 1, s.Inner, nil, false)
		}
	default:
		for i := range s.Rows {
			for j := range s.Columns {
				sum := float32(0)
				for l := range s.Inner {
					sum += x[l*s.Rows+i] * y[j*s.Inner+l]
				}
				dst[i*s.Columns+j] = sum
			}
		}
	}
}
