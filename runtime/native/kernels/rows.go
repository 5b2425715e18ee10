package kernels

import "fmt"

// GatherRows copies, for each index, row index[i] of src [.,width] to
// row i of dst [len(index),width].
func GatherRows(dst, src []float32, index []int64, width int) {
	need("dst", dst, len(index)*width)
	checkIndex(index, src, width)
	active.gatherRows(dst, src, index, width)
}

// AddGatheredRows adds, for each index, row index[i] of src [.,width]
// to row i of dst [len(index),width].
func AddGatheredRows(dst, src []float32, index []int64, width int) {
	need("dst", dst, len(index)*width)
	checkIndex(index, src, width)
	active.addGatheredRows(dst, src, index, width)
}

// ScatterAddRows adds row i of src [len(index),width] to row index[i]
// of dst [.,width], in ascending order of i.
func ScatterAddRows(dst, src []float32, index []int64, width int) {
	need("src", src, len(index)*width)
	checkIndex(index, dst, width)
	active.scatterAddRows(src, dst, index, width)
}

func indicesBelowInGo(index []int64, rows int) bool { return firstOutside(index, rows) < 0 }

// RepeatRows copies each row of src [rows,width] repeats times in a row to dst
// [rows*repeats,width]. rows is the number of rows of src.
func RepeatRows(dst, src []float32, repeats, width int) {
	rows := count(src, width)
	need("dst", dst, rows*repeats*width)
	if rows > 0 && repeats > 0 {
		active.repeatRows(dst, src, repeats, width)
	}
}

// SumEndpoints computes [SumGroups] of x [len(index),width], in groups of size rows, into sums, and
// [ScatterAddRows] of x into ends.
func SumEndpoints(sums, ends, x []float32, index []int64, size, width int) {
	groups := count(sums, width)
	need("x", x, len(index)*width)
	if groups*size != len(index) {
		panic(fmt.Sprintf("kernels: %d groups of %d rows are not the %d of the index", groups, size, len(index)))
	}
	checkIndex(index, ends, width)
	if len(index) == 0 {
		clear(sums)
		return
	}
	if size*width > portion { // already for one group
		SumGroups(sums, x, size, width)
		ScatterAddRows(ends, x, index, width)
		return
	}
	active.sumEnds(sums, ends, x, index, size, width)
}

// SumGroups sums each group of size rows of src [rows*size,width] to a row
// of dst [rows,width], in ascending order. rows is the number of rows of dst; groups of
// no rows sum to zero.
func SumGroups(dst, src []float32, size, width int) {
	rows := count(dst, width)
	need("src", src, rows*size*width)
	switch {
	case rows == 0:
	case size*width > portion: // already for one group
		sumEachGroup(dst, src, size, width, active.sumRows)
	default:
		active.sumGroups(dst, src, size, width)
	}
}

func sumEachGroup(dst, src []float32, size, width int, sumRows func(dst, x []float32)) {
	for i := range len(dst) / width {
		sum := dst[i*width : (i+1)*width]
		clear(sum)
		sumRows(sum, src[i*size*width:(i+1)*size*width])
	}
}

// SumRows adds every row of x [rows,len(dst)] to dst, in ascending order.
func SumRows(dst, x []float32) {
	count(x, len(dst))
	active.sumRows(dst, x)
}

// SumColumns sums each row of x [len(dst),width].
func SumColumns(dst, x []float32, width int) {
	need("x", x, len(dst)*width)
	active.sumColumns(dst, x, width)
}

// CopyColumns copies src [rows,width], whose rows lie ldsrc apart, to dst,
// whose rows lie lddst apart.
func CopyColumns(dst []float32, lddst int, src []float32, ldsrc, rows, width int) {
	if rows <= 0 || width <= 0 {
		return
	}
	need("dst", dst, (rows-1)*lddst+width)
	need("src", src, (rows-1)*ldsrc+width)
	for i := range rows {
		copy(dst[i*lddst:i*lddst+width], src[i*ldsrc:])
	}
}

// Same sets the rows of dst in which the two indices are equal to 1, and the others to 0.
func Same(dst []float32, x, y []int64) {
	if len(x) != len(dst) || len(y) != len(dst) {
		panic(fmt.Sprintf("kernels: indices hold %d and %d rows, dst %d", len(x), len(y), len(dst)))
	}
	for i, at := range x {
		dst[i] = one(at == y[i])
	}
}

// OneHot sets column x - first of each row of dst [.,columns] to 1, if there is such a column,
// and the others to 0.
func OneHot(dst []float32, columns int, x, first []int64) {
	if rows := count(dst, columns); len(x) != rows || len(first) != rows {
		panic(fmt.Sprintf("kernels: indices hold %d and %d rows, dst %d", len(x), len(first), rows))
	}
	clear(dst)
	for i, at := range x {
		if column := at - first[i]; column >= 0 && column < int64(columns) {
			dst[i*columns+int(column)] = 1
		}
	}
}
