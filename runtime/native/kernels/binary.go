package kernels

import "fmt"

// Full returns an operand of the result's shape.
func Full(values []float32, columns int) Operand { return Operand{values, columns, 1} }

// Row returns an operand of one row.
func Row(values []float32) Operand { return Operand{values, 0, 1} }

// Column returns an operand of one column.
func Column(values []float32) Operand { return Operand{values, 1, 0} }

func (op Binary) function() func(x, y float32) float32 {
	return [...]func(x, y float32) float32{
		Sum:         func(x, y float32) float32 { return x + y },
		Difference:  func(x, y float32) float32 { return x - y },
		Product:     func(x, y float32) float32 { return x * y },
		Quotient:    func(x, y float32) float32 { return x / y },
		MaximumOf:   func(x, y float32) float32 { return max(x, y) },
		MinimumOf:   func(x, y float32) float32 { return min(x, y) },
		GreaterThan: func(x, y float32) float32 { return one(x > y) },
	}[op]
}

// Broadcast applies op to every element of dst [rows,columns].
func Broadcast(op Binary, dst []float32, rows, columns int, x, y Operand) {
	need("dst", dst, rows*columns)
	x.check("x", rows, columns)
	y.check("y", rows, columns)
	switch {
	case rows == 0 || columns == 0:
		return
	case x.flat(rows, columns) && y.flat(rows, columns):
		rows, columns = 1, rows*columns
	case columns == 1 && x.Row <= 1 && y.Row <= 1:
		rows, columns = 1, rows
		x.Column, y.Column = x.Row, y.Row
	}
	active.broadcast(op, dst, rows, columns, x, y)
}

// flat reports whether the operand's elements are those of a single row: all contiguous or all
// the same.
func (o Operand) flat(rows, columns int) bool {
	return o.Column == 1 && (o.Row == columns || rows == 1) || o.Column == 0 && (o.Row == 0 || rows == 1)
}

// Select sets every element of dst [rows,columns] to x where condition is not 0 and to y where
// it is.
func Select(dst []float32, rows, columns int, condition, x, y Operand) {
	need("dst", dst, rows*columns)
	condition.check("condition", rows, columns)
	x.check("x", rows, columns)
	y.check("y", rows, columns)
	for i := range rows {
		at, atX, atY := i*condition.Row, i*x.Row, i*y.Row
		row := dst[i*columns : (i+1)*columns]
		for j := range row {
			if condition.Values[at] != 0 {
				row[j] = x.Values[atX]
			} else {
				row[j] = y.Values[atY]
			}
			at, atX, atY = at+condition.Column, atX+x.Column, atY+y.Column
		}
	}
}

func (o Operand) check(name string, rows, columns int) {
	if o.Row < 0 || o.Column < 0 || o.Column > 1 {
		panic(fmt.Sprintf("kernels: %s has steps of %d from row to row and %d from column to column", name, o.Row, o.Column))
	}
	if rows > 0 && columns > 0 {
		need(name, o.Values, (rows-1)*o.Row+(columns-1)*o.Column+1)
	}
}

// mul computes x y for slices of the same length.
func mul(dst, x, y []float32) { pairwise(Product, dst, x, y) }

func pairwise(op Binary, dst, x, y []float32) {
	same(dst, x, y)
	Broadcast(op, dst, 1, len(dst), Row(x), Row(y))
}

// mulColumn multiplies row i of x [len(column),width] with column[i].
func mulColumn(dst, x, column []float32) {
	same(dst, x)
	width := count(x, len(column))
	Broadcast(Product, dst, len(column), width, Full(x, width), Column(column))
}
