package kernels

import "sync"

// scratch holds memory for intermediate results of kernels.
var scratch = sync.Pool{New: func() any { return new([]float32) }}

// borrow returns memory of scratch for at least the given number of values. The caller must put
// it back.
func borrow(values int) *[]float32 {
	buffer := scratch.Get().(*[]float32)
	if len(*buffer) < values {
		*buffer = make([]float32, values)
	}
	return buffer
}

// inTiles calls use with memory for the matrices of a few groups at a time, those from first up
// to last, of size floats each.
func inTiles(groups, size int, use func(tile []float32, first, last int)) {
	step := max(1, active.tile/size)
	buffer := borrow(step * size)
	defer scratch.Put(buffer)
	for first := 0; first < groups; first += step {
		last := min(first+step, groups)
		use((*buffer)[:(last-first)*size], first, last)
	}
}

// joined returns the rows of y with the additional column, in memory of scratch, and the number
// of values in a row.
func (c LastColumn) joined(y []float32, columns int) (buffer *[]float32, width int) {
	width = columns + 1
	buffer = borrow(len(c.Y) * width)
	for i, last := range c.Y {
		row := (*buffer)[i*width:][:width]
		copy(row, y[i*columns:])
		row[columns] = last
	}
	return buffer, width
}
