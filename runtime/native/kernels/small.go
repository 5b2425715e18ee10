package kernels

// smallProduct is the largest extent of matrices whose products are computed one number at a
// time. A panel would take longer to begin and end than to multiply.
const smallProduct = 4

// isSmall reports whether the matrices are not larger than 4 x 4.
func (s ProductSize) isSmall() bool {
	return max(s.Rows, s.Columns, s.Inner) <= smallProduct
}

// multiplySmall computes products of small matrices. Each matrix of x is shared by as many
// matrices of y as size says.
func (s ProductSize) multiplySmall(dst, x, y []float32) {
	if fours := (ProductSize{Rows: 4, Columns: 4, Inner: 4, TransposeY: s.TransposeY, Shared: 1}); s == fours {
		multiplyFours(dst, x, y, s.TransposeY)
		return
	}
	rowX, columnX := s.strides()
	rowY, columnY := s.Columns, 1
	if s.TransposeY {
		rowY, columnY = 1, s.Inner
	}
	one, left, right := s.Rows*s.Columns, s.Rows*s.Inner, s.Inner*s.Columns
	for at := range len(dst) / one {
		a, b, c := x[at/s.Shared*left:][:left], y[at*right:][:right], dst[at*one:][:one]
		for i := range s.Rows {
			for j := range s.Columns {
				var sum float32
				for k := range s.Inner {
					sum += float32(a[i*rowX+k*columnX] * b[k*rowY+j*columnY])
				}
				c[i*s.Columns+j] = sum
			}
		}
	}
}

// multiplyFours computes products of 4 x 4 matrices, with those of y transposed if transposeY
// is set.
func multiplyFours(dst, x, y []float32, transposeY bool) {
	var b [16]float32
	for ; len(dst) >= 16; dst, x, y = dst[16:], x[16:], y[16:] {
		c, a := (*[16]float32)(dst), (*[16]float32)(x)
		if b = [16]float32(y); transposeY {
			b = [16]float32{b[0], b[4], b[8], b[12], b[1], b[5], b[9], b[13], b[2], b[6], b[10], b[14], b[3], b[7], b[11], b[15]}
		}
		for i := 0; i < 16; i += 4 {
			p, q, r, s := a[i], a[i+1], a[i+2], a[i+3]
			c[i] = float32(p*b[0]) + float32(q*b[4]) + float32(r*b[8]) + float32(s*b[12])
			c[i+1] = float32(p*b[1]) + float32(q*b[5]) + float32(r*b[9]) + float32(s*b[13])
			c[i+2] = float32(p*b[2]) + float32(q*b[6]) + float32(r*b[10]) + float32(s*b[14])
			c[i+3] = float32(p*b[3]) + float32(q*b[7]) + float32(r*b[11]) + float32(s*b[15])
		}
	}
}
