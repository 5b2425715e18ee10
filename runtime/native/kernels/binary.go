package kernels

// Operand is one argument of a broadcast function over [rows,columns]:
// element (i,j) lies at Values[i*Row + j*Column]. Column is 1, or 0 for an
// argument of one column; Row is 0 for an argument of one row, and may
// exceed the columns for a view of a wider matrix.
type Operand struct {
	Values      []float32
	Row, Column int
}

// Full is an operand of the result's shape.
func Full(values []float32, columns int) Operand { return Operand{values, columns, 1} }

// Row is an operand of one row.
func Row(values []float32) Operand { return Operand{values, 0, 1} }

// Column is an operand of one column.
func Column(values []float32) Operand { return Operand{values, 1, 0} }

// Scalar is an operand of one value.
func Scalar(values []float32) Operand { return Operand{values, 0, 0} }

// Binary is a function of two elements.
type Binary uint8

// The functions of two elements. At NaN, [MaximumOf] and [MinimumOf] are NaN
// and [GreaterThan] is 0.
const (
	Sum Binary = iota
	Difference
	Product
	Quotient
	MaximumOf
	MinimumOf
	GreaterThan // 1 where x > y, 0 elsewhere
)

func (op Binary) of(x, y float32) float32 {
	switch op {
	case Sum:
		return x + y
	case Difference:
		return x - y
	case Product:
		return x * y
	case Quotient:
		return x / y
	case MaximumOf:
		return max(x, y)
	case MinimumOf:
		return min(x, y)
	}
	return one(x > y)
}

// Broadcast applies op to every element of dst [rows,columns].
func Broadcast(op Binary, dst []float32, rows, columns int, x, y Operand) {
	need("dst", dst, rows*columns)
	x.check("x", rows, columns)
	y.check("y", rows, columns)
	for i := range rows {
		for j := range columns {
			dst[i*columns+j] = op.of(x.at(i, j), y.at(i, j))
		}
	}
}

// Select takes x where condition is not 0 and y where it is, for every
// element of dst [rows,columns].
func Select(dst []float32, rows, columns int, condition, x, y Operand) {
	need("dst", dst, rows*columns)
	condition.check("condition", rows, columns)
	x.check("x", rows, columns)
	y.check("y", rows, columns)
	for i := range rows {
		for j := range columns {
			from := y
			if condition.at(i, j) != 0 {
				from = x
			}
			dst[i*columns+j] = from.at(i, j)
		}
	}
}

func (o Operand) at(i, j int) float32 { return o.Values[i*o.Row+j*o.Column] }

func (o Operand) check(name string, rows, columns int) {
	if rows > 0 && columns > 0 {
		need(name, o.Values, (rows-1)*o.Row+(columns-1)*o.Column+1)
	}
}

// Add is x + y, all of the same length.
func Add(dst, x, y []float32) { pairwise(Sum, dst, x, y) }

// Sub is x - y, all of the same length.
func Sub(dst, x, y []float32) { pairwise(Difference, dst, x, y) }

// Mul is x y, all of the same length.
func Mul(dst, x, y []float32) { pairwise(Product, dst, x, y) }

// Div is x / y, all of the same length.
func Div(dst, x, y []float32) { pairwise(Quotient, dst, x, y) }

func pairwise(op Binary, dst, x, y []float32) {
	same(dst, x, y)
	Broadcast(op, dst, 1, len(dst), Row(x), Row(y))
}

// AddRow adds row to each row of x [rows,len(row)].
func AddRow(dst, x, row []float32) {
	same(dst, x)
	Broadcast(Sum, dst, count(x, len(row)), len(row), Full(x, len(row)), Row(row))
}

// MulColumn multiplies row i of x [len(column),width] with column[i].
func MulColumn(dst, x, column []float32) {
	same(dst, x)
	width := count(x, len(column))
	Broadcast(Product, dst, len(column), width, Full(x, width), Column(column))
}

// Scale is a x.
func Scale(dst []float32, a float32, x []float32) {
	same(dst, x)
	for i, v := range x {
		dst[i] = a * v
	}
}

// Axpy adds a x to dst.
func Axpy(dst []float32, a float32, x []float32) {
	same(dst, x)
	for i, v := range x {
		dst[i] += a * v
	}
}
