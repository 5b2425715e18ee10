package kernels

import "unsafe"

const (
	// outerRight is the number of values in a row of y for which there is assembly.
	outerRight = 32
	// outerSums is the largest number of sums of a group.
	outerSums = 128
)

// outerPanel is the product with sums of outer products in assembly.
type outerPanel func(sums, x *float32, ldx int, y, w *float32, ldw, columns, k, rows, blocks, stepX int)

// outerProducts returns a function that computes sums of outer products where they are
// multiplied, and reports whether it did. The lanes are added up separately until everything
// else is done.
func outerProducts(f outerPanel, lanes int, r round, sum func(dst *float32, stepDst int, x *float32, stepX, rows, width int),
) func(o Outer, dst, x, y, w []float32, columns int) bool {
	return func(o Outer, dst, x, y, w []float32, columns int) bool {
		if o.Right != outerRight || o.Width%o.Right != 0 || o.Left*o.Right/o.Width*columns > outerSums {
			return false
		}
		buffer := borrow((outerSums + 1) * CacheLine)
		defer scratch.Put(buffer)
		inner := o.Width / o.Right // rows of a block's matrix
		blocks, part := o.Left/inner, r.of(columns)
		own := blocks * columns // results of a group
		sums := (*buffer)[untilLine(&(*buffer)[0]):][:own*lanes]
		clear(dst)
		for i := range len(dst) / own {
			clear(sums)
			for k := 0; k < inner; k += part {
				for e := 0; e < o.Count; e += groupRows {
					row := i*o.Count + e
					f(&sums[0], &x[row*o.Left+k], o.Left*size, &y[row*o.Right], &w[k*o.Right], o.Width*size,
						columns, min(part, inner-k), min(groupRows, o.Count-e), blocks, inner*size)
				}
			}
			sum(&dst[i*own], size, &sums[0], lanes*size, own, lanes)
		}
		return true
	}
}

// untilLine returns the number of values before the next line of the cache. A vector that
// crosses a line takes twice the time.
func untilLine(x *float32) int { return int(-uintptr(unsafe.Pointer(x)) % (CacheLine * size) / size) }
