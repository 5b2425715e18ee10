package ir

// divided divides the rows below symmetric matrices by these matrices, column by column
// (Gauss-Jordan elimination), for the given number of times. Only the first columns of the
// matrices are eliminated. The result is [times,systems,height,size] with the quotient in the
// rows below. One product subtracts a column's multiples from all others, which changes signs,
// and the pivots divide at the end.
func (r rowsEmitter) divided(both string, times, height, size, columns int) string {
	e := r.e
	negative := make([]float64, size*size)
	for i := range size {
		negative[i*size+i] = -1
	}
	unit := e.Floats(negative, int64(size), int64(size))
	for p := range columns {
		others := make([]bool, size*size) // the other columns of the pivot's row
		for i := range size {
			others[p*size+i] = i != p
		}
		row := e.Op("Gather", along(2), both, r.ints(p))
		row = e.Op("Div", nil, row, e.Op("Gather", along(3), row, r.ints(p)))
		isOther := e.Bools(others, int64(size), int64(size))
		both = e.Op("MatMul", nil, both, e.Op("Where", nil, isOther, row, unit))
	}
	diagonal := make([]int64, size)
	for i := range size {
		diagonal[i] = int64(i*size + i)
	}
	pivots := e.Op("Gather", along(2), r.reshaped(both, int64(times), -1, int64(height*size)), e.Ints(diagonal, 1, int64(size)))
	return e.Op("Div", nil, both, pivots)
}
