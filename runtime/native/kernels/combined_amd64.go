package kernels

// combineMost is the largest number of rows that assembly combines, and into which it combines
// them, at once. innerMost is the largest number of rows that AVX2 multiplies. They are as in
// the generator.
const combineMost, innerMost = 5, 3

// rowsCombined combines rows in assembly.
type rowsCombined func(dst *float32, lddst, stepDst int, s *float32, rowS, colS int, x *float32, ldx, stepX, width, shape, count int, more bool)

// combine returns a function that computes combinations in assembly, some rows into some at
// once.
func combine(f rowsCombined) func(c combination, dst, s, x []float32) {
	return func(c combination, dst, s, x []float32) {
		one, own, from := c.rows*c.terms, c.rows*c.width, c.terms*c.width
		rowS, colS := c.terms, 1
		if c.transposed {
			rowS, colS = 1, c.rows
		}
		for group := range len(dst) / (own * c.shared) {
			s := s[group*one:]
			rowPortions(c.shared, own*c.terms/8, func(first, count int) {
				first += group * c.shared
				combineParts(c.rows, c.terms, combineMost, func(j, i, rows, terms int) {
					f(&dst[first*own+j*c.width], c.width*size, own*size, &s[j*rowS+i*colS], rowS*size, colS*size,
						&x[first*from+i*c.width], c.width*size, from*size, c.width, combineShape(rows, terms, combineMost), count, i > 0 || c.accumulate)
				})
			})
		}
	}
}

// combineParts visits the parts of a matrix that fit one call.
func combineParts(rows, columns, most int, visit func(i, j, rows, columns int)) {
	for i := 0; i < rows; i += most {
		for j := 0; j < columns; j += most {
			visit(i, j, min(most, rows-i), min(most, columns-j))
		}
	}
}

// combineShape returns the number by which assembly knows the shape of such a part.
func combineShape(rows, columns, most int) int { return most*(rows-1) + columns }

// rowsInner makes inner products of rows in assembly.
type rowsInner func(sums, x *float32, ldx, stepX int, y *float32, ldy, stepY, width, shape, count int)

// innerRows returns a function that writes, for each of count consecutive matrices x
// [rows,width] and y [columns,width], the sum of their products x y^T to dst [rows,columns].
// The lanes are added up separately until all products are done.
func innerRows(f rowsInner, lanes, most int, sum func(dst *float32, stepDst int, x *float32, stepX, rows, width int),
) func(dst, x, y []float32, rows, columns, width, count int) {
	return func(dst, x, y []float32, rows, columns, width, count int) {
		buffer := borrow(most*most*lanes + CacheLine)
		defer scratch.Put(buffer)
		sums := (*buffer)[untilLine(&(*buffer)[0]):]
		own, left, right := rows*columns, rows*width, columns*width
		clear(dst)
		for group := range len(dst) / own {
			dst := dst[group*own:]
			rowPortions(count, own*width/8, func(first, some int) {
				first += group * count
				combineParts(rows, columns, most, func(i, j, m, n int) {
					f(&sums[0], &x[first*left+i*width], width*size, left*size, &y[first*right+j*width], width*size, right*size,
						width, combineShape(m, n, most), some)
					for k := range m {
						sum(&dst[(i+k)*columns+j], size, &sums[k*n*lanes], lanes*size, n, lanes)
					}
				})
			})
		}
	}
}
