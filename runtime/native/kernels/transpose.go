package kernels

// Transpose writes the transpose of src [rows,columns] to dst
// [columns,rows], which must not overlap.
func Transpose(dst, src []float32, rows, columns int) {
	need("dst", dst, rows*columns)
	need("src", src, rows*columns)
	for i := range rows {
		for j, x := range src[i*columns : (i+1)*columns] {
			dst[j*rows+i] = x
		}
	}
}
