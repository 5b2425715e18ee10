package kernels

import "unsafe"

// indicesBelow returns a function that checks entries in assembly, several at a time.
func indicesBelow(f func(index *int64, count, rows int) bool, several int) func(index []int64, rows int) bool {
	return func(index []int64, rows int) bool {
		whole := len(index) &^ (several - 1)
		for from := 0; from < whole; from += portion {
			if !f(&index[from], min(portion, whole-from), rows) {
				return false
			}
		}
		return indicesBelowInGo(index[whole:], rows)
	}
}

// indexed returns a function that moves rows in assembly, or in Go if they are narrow.
func indexed(f func(own, pointed *float32, index *int64, rows, width int), lanes int,
	inGo func(own, pointed []float32, index []int64, width int),
) func(own, pointed []float32, index []int64, width int) {
	return func(own, pointed []float32, index []int64, width int) {
		if width < lanes { // stores under a mask stall the loads after them
			inGo(own, pointed, index, width)
			return
		}
		rowPortions(len(index), width, func(i, rows int) {
			f(&own[i*width], unsafe.SliceData(pointed), &index[i], rows, width)
		})
	}
}

// repeatRows returns a function that copies rows in assembly, or in Go if they are narrow. A
// row that is repeated often takes several calls of its own.
func repeatRows(f func(dst, src *float32, rows, repeats, width int), lanes int) func(dst, src []float32, repeats, width int) {
	return func(dst, src []float32, repeats, width int) {
		if width < lanes {
			repeatRowsInGo(dst, src, repeats, width)
			return
		}
		rowPortions(len(src)/width, repeats*width, func(i, rows int) {
			rowPortions(repeats, width, func(from, count int) {
				f(&dst[(i*repeats+from)*width], &src[i*width], rows, count, width)
			})
		})
	}
}

// sumEnds returns a function that adds groups of rows in assembly, or in Go if they are narrow.
func sumEnds(f func(sums, ends, x *float32, index *int64, groups, size, width int), lanes int,
) func(sums, ends, x []float32, index []int64, size, width int) {
	return func(sums, ends, x []float32, index []int64, size, width int) {
		if width < lanes {
			sumEndsInGo(sums, ends, x, index, size, width)
			return
		}
		rowPortions(len(sums)/width, size*width, func(i, groups int) {
			f(&sums[i*width], &ends[0], &x[i*size*width], &index[i*size], groups, size, width)
		})
	}
}

// chooseRows returns a function that copies rows in assembly, or in Go if they are narrow.
// putRows and addRowsWhere do the same.
func chooseRows(f func(dst, x, mask *float32, rows, width int), lanes int,
) func(dst, src, mask []float32, width int) (rows int) {
	return func(dst, src, mask []float32, width int) (chosen int) {
		if width < lanes {
			return chooseRowsInGo(dst, src, mask, width)
		}
		rowPortions(len(mask), width, func(i, rows int) {
			f(unsafe.SliceData(dst[chosen*width:]), &src[i*width], &mask[i], rows, width)
			chosen += activeRows(mask[i : i+rows])
		})
		return chosen
	}
}

func putRows(f func(dst, x, mask *float32, rows, width int), lanes int) func(dst, src, mask []float32, width int) {
	return func(dst, src, mask []float32, width int) {
		if width < lanes {
			putRowsInGo(dst, src, mask, width)
			return
		}
		rowPortions(len(mask), width, func(i, rows int) {
			f(&dst[i*width], unsafe.SliceData(src), &mask[i], rows, width)
			if i+rows < len(mask) {
				src = src[activeRows(mask[i:i+rows])*width:]
			}
		})
	}
}

func addRowsWhere(f func(dst, x, mask *float32, holds, rows, width int), lanes int,
) func(dst, x, mask []float32, holds bool, width int) {
	return func(dst, x, mask []float32, holds bool, width int) {
		if width < lanes {
			addRowsWhereInGo(dst, x, mask, holds, width)
			return
		}
		flag := 0
		if holds {
			flag = 1
		}
		rowPortions(len(mask), width, func(i, rows int) { f(&dst[i*width], &x[i*width], &mask[i], flag, rows, width) })
	}
}

func sumGroups(f func(dst, x *float32, groups, size, width int)) func(dst, src []float32, size, width int) {
	return func(dst, src []float32, size, width int) {
		rowPortions(len(dst)/width, size*width, func(i, groups int) {
			f(&dst[i*width], unsafe.SliceData(src[i*size*width:]), groups, size, width)
		})
	}
}

func sumRows(f func(dst, x *float32, rows, width int)) func(dst, x []float32) {
	return func(dst, x []float32) {
		width := len(dst)
		if width == 0 {
			return
		}
		rowPortions(len(x)/width, width, func(i, rows int) { f(&dst[0], &x[i*width], rows, width) })
	}
}

func sumColumns(f func(dst *float32, stepDst int, x *float32, stepX, rows, width int),
) func(dst, x []float32, width int) {
	return func(dst, x []float32, width int) {
		clear(dst)
		if width == 0 {
			return
		}
		rowPortions(len(dst), width, func(i, rows int) { f(&dst[i], size, &x[i*width], width*size, rows, width) })
	}
}
