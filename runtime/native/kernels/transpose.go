package kernels

// Transpose writes the transpose of src [rows,columns] to dst
// [columns,rows], which must not overlap.
func Transpose(dst, src []float32, rows, columns int) {
	need("dst", dst, rows*columns)
	need("src", src, rows*columns)
	if rows > 0 && columns > 0 {
		active.transpose(dst, src, rows, columns)
	}
}

// transposeInGo is [Transpose] from a row and a column on.
func transposeInGo(dst, src []float32, rows, columns, row, column int) {
	for i := row; i < rows; i++ {
		for j := column; j < columns; j++ {
			dst[j*rows+i] = src[i*columns+j]
		}
	}
}
