package kernels

// strip is how many rows are transposed at once: as many values as a row of
// dst gets together, which spares most of the jumps between its rows.
const strip = 8

// Transpose writes the transpose of src [rows,columns] to dst
// [columns,rows], which must not overlap.
func Transpose(dst, src []float32, rows, columns int) {
	need("dst", dst, rows*columns)
	need("src", src, rows*columns)
	if columns == 0 {
		return
	}
	i := 0
	for ; i+strip <= rows; i += strip {
		transposeStrip(dst[i:], rows, src[i*columns:], columns)
	}
	for ; i < rows; i++ {
		for j, x := range src[i*columns : (i+1)*columns] {
			dst[j*rows+i] = x
		}
	}
}

// transposeStrip writes strip rows of src to the first columns of dst.
func transposeStrip(dst []float32, rows int, src []float32, columns int) {
	r0, r1, r2, r3 := src[:columns], src[columns:][:columns], src[2*columns:][:columns], src[3*columns:][:columns]
	r4, r5, r6, r7 := src[4*columns:][:columns], src[5*columns:][:columns], src[6*columns:][:columns], src[7*columns:][:columns]
	for j := range r0 {
		d := dst[j*rows : j*rows+strip : j*rows+strip]
		d[0], d[1], d[2], d[3] = r0[j], r1[j], r2[j], r3[j]
		d[4], d[5], d[6], d[7] = r4[j], r5[j], r6[j], r7[j]
	}
}
