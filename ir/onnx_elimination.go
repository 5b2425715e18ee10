package ir

// slice takes a range of an axis.
func (r rowsEmitter) slice(x string, axis, from, to int) string {
	return r.e.Op("Slice", nil, x, r.ints(from), r.ints(to), r.ints(axis))
}

// reshaped has these extents, of which one may be -1.
func (r rowsEmitter) reshaped(x string, extents ...int64) string {
	return r.e.Op("Reshape", nil, x, r.e.Ints(extents, int64(len(extents))))
}

// divided are the rows below symmetric matrices, of which the first columns count, divided
// by them, column by column (Gauss, Jordan), of so many times: [times,systems,height,size]
// with the quotient in the rows below. A column's multiples are taken from all others by one
// product, which turns signs around, and pivots divide in the end.
func (r rowsEmitter) divided(both string, times, height, size, columns int) string {
	e := r.e
	negative := make([]float64, size*size)
	for i := range size {
		negative[i*size+i] = -1
	}
	unit := e.Floats(negative, int64(size), int64(size))
	for p := range columns {
		others := make([]float64, size*size) // of the pivot's row
		for i := range size {
			if i != p {
				others[p*size+i] = 1
			}
		}
		row := e.Op("Gather", along(2), both, r.ints(p))
		row = e.Op("Div", nil, row, e.Op("Gather", along(3), row, r.ints(p)))
		isOther := e.Op("Greater", nil, e.Floats(others, int64(size), int64(size)), e.Floats([]float64{0}))
		both = e.Op("MatMul", nil, both, e.Op("Where", nil, isOther, row, unit))
	}
	diagonal := make([]int64, size)
	for i := range size {
		diagonal[i] = int64(i*size + i)
	}
	pivots := e.Op("Gather", along(2), r.reshaped(both, int64(times), -1, int64(height*size)), e.Ints(diagonal, 1, int64(size)))
	return e.Op("Div", nil, both, pivots)
}
