package kernels

import "fmt"

// need panics if a slice holds fewer values than its shape requires.
func need(name string, x []float32, length int) {
	if len(x) < length {
		panic(fmt.Sprintf("kernels: %s holds %d values, its shape needs %d", name, len(x), length))
	}
}

// one returns 1 if the condition is true, and 0 otherwise.
func one(condition bool) float32 {
	if condition {
		return 1
	}
	return 0
}

// same panics unless all operands have the length of dst.
func same(dst []float32, operands ...[]float32) {
	for i, x := range operands {
		if len(x) != len(dst) {
			panic(fmt.Sprintf("kernels: operand %d holds %d values, dst %d", i+1, len(x), len(dst)))
		}
	}
}

// rowAt returns a row of x [.,width].
func rowAt(x []float32, at int64, width int) []float32 { return x[int(at)*width:][:width] }

// checkIndex panics if an entry is not the index of a row of x [.,width]. It divides only once,
// and not for each entry.
func checkIndex(index []int64, x []float32, width int) {
	if len(index) == 0 {
		return
	}
	if rows := len(x) / width; !active.indicesBelow(index, rows) {
		i := firstOutside(index, rows)
		panic(fmt.Sprintf("kernels: index %d in row %d is outside of %d rows", index[i], i, rows))
	}
}

// count returns the number of rows of width columns in x, which must be a whole number.
func count(x []float32, width int) int {
	if width == 0 && len(x) == 0 {
		return 0
	}
	if width <= 0 || len(x)%width != 0 {
		panic(fmt.Sprintf("kernels: %d values are no whole rows of %d", len(x), width))
	}
	return len(x) / width
}

// firstOutside returns the position of the first entry that is not the index of one of the
// rows, or -1.
func firstOutside(index []int64, rows int) int {
	for i, at := range index {
		if uint64(at) >= uint64(rows) {
			return i
		}
	}
	return -1
}
