package ir

// The operators as methods, in the order of the table.

// Const is a constant of the given rows and columns.
func (b *Builder) Const(rows, columns int, values ...float64) *Value {
	return b.Op("const", Attrs{"rows": rows, "columns": columns, "values": values})
}

// Scalar is a constant of one row and one column, which broadcasts.
func (b *Builder) Scalar(value float64) *Value { return b.Const(1, 1, value) }

// Size is the value of a symbol, as float[1,1].
func (b *Builder) Size(symbol string) *Value { return b.Op("size", Attrs{"of": symbol}) }

// RowNumbers numbers the rows that symbol counts.
func (b *Builder) RowNumbers(symbol string) *Value {
	return b.Op("row_numbers", Attrs{"of": symbol})
}

// Elementwise functions of one value.

func (b *Builder) Neg(x *Value) *Value     { return b.Op("neg", nil, x) }
func (b *Builder) Exp(x *Value) *Value     { return b.Op("exp", nil, x) }
func (b *Builder) Log(x *Value) *Value     { return b.Op("log", nil, x) }
func (b *Builder) Sqrt(x *Value) *Value    { return b.Op("sqrt", nil, x) }
func (b *Builder) Square(x *Value) *Value  { return b.Op("square", nil, x) }
func (b *Builder) Sin(x *Value) *Value     { return b.Op("sin", nil, x) }
func (b *Builder) Cos(x *Value) *Value     { return b.Op("cos", nil, x) }
func (b *Builder) Tanh(x *Value) *Value    { return b.Op("tanh", nil, x) }
func (b *Builder) Sigmoid(x *Value) *Value { return b.Op("sigmoid", nil, x) }
func (b *Builder) SiLU(x *Value) *Value    { return b.Op("silu", nil, x) }
func (b *Builder) ReLU(x *Value) *Value    { return b.Op("relu", nil, x) }
func (b *Builder) Abs(x *Value) *Value     { return b.Op("abs", nil, x) }
func (b *Builder) Sign(x *Value) *Value    { return b.Op("sign", nil, x) }

// Clamp limits x to [low, high]; its gradient is zero outside.
func (b *Builder) Clamp(x *Value, low, high float64) *Value {
	return b.Op("clamp", Attrs{"low": low, "high": high}, x)
}

// Inside is 1 where x lies in [low, high] and 0 elsewhere.
func (b *Builder) Inside(x *Value, low, high float64) *Value {
	return b.Op("inside", Attrs{"low": low, "high": high}, x)
}

// Elementwise functions of two values, which broadcast where one has a
// single row or a single column.

func (b *Builder) Add(x, y *Value) *Value     { return b.Op("add", nil, x, y) }
func (b *Builder) Sub(x, y *Value) *Value     { return b.Op("sub", nil, x, y) }
func (b *Builder) Mul(x, y *Value) *Value     { return b.Op("mul", nil, x, y) }
func (b *Builder) Div(x, y *Value) *Value     { return b.Op("div", nil, x, y) }
func (b *Builder) Maximum(x, y *Value) *Value { return b.Op("maximum", nil, x, y) }
func (b *Builder) Minimum(x, y *Value) *Value { return b.Op("minimum", nil, x, y) }

// Greater is 1 where x > y and 0 elsewhere.
func (b *Builder) Greater(x, y *Value) *Value { return b.Op("greater", nil, x, y) }

// Select takes x where the condition is not 0 and y where it is.
func (b *Builder) Select(condition, x, y *Value) *Value {
	return b.Op("select", nil, condition, x, y)
}

// Same is 1 in rows where the two indices are equal and 0 elsewhere.
func (b *Builder) Same(x, y *Value) *Value { return b.Op("same", nil, x, y) }

// MatMul is the matrix product of x and y, each transposed first if asked.
// Transposing x sums over its rows.
func (b *Builder) MatMul(x, y *Value, transposeX, transposeY bool) *Value {
	return b.Op("matmul", Attrs{"transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// SumColumns adds up the columns: [rows,1].
func (b *Builder) SumColumns(x *Value) *Value { return b.Op("sum_columns", nil, x) }

// Concat puts the columns of its arguments side by side.
func (b *Builder) Concat(parts ...*Value) *Value { return b.Op("concat", nil, parts...) }

// Columns takes the columns from start up to, not including, stop.
func (b *Builder) Columns(x *Value, start, stop int) *Value {
	return b.Op("columns", Attrs{"start": start, "stop": stop}, x)
}

// Pad puts columns of zeros before and after x.
func (b *Builder) Pad(x *Value, before, after int) *Value {
	return b.Op("pad", Attrs{"before": before, "after": after}, x)
}

// TakeRows takes the rows from start up to, not including, stop of a value
// whose rows are a number.
func (b *Builder) TakeRows(x *Value, start, stop int) *Value {
	return b.Op("take_rows", Attrs{"start": start, "stop": stop}, x)
}

// PadRows puts rows of zeros before and after x, whose rows are a number.
func (b *Builder) PadRows(x *Value, before, after int) *Value {
	return b.Op("pad_rows", Attrs{"before": before, "after": after}, x)
}

// SumRows adds up all rows of all systems: [1,columns].
func (b *Builder) SumRows(x *Value) *Value { return b.Op("sum_rows", nil, x) }

// Broadcast repeats a single row as many times as symbol counts.
func (b *Builder) Broadcast(x *Value, symbol string) *Value {
	return b.Op("broadcast", Attrs{"rows": symbol}, x)
}

// Gather takes, for each index, the row of x that it points at.
func (b *Builder) Gather(x, index *Value) *Value { return b.Op("gather", nil, x, index) }

// ScatterAdd adds each row of x to the row that its index points at.
func (b *Builder) ScatterAdd(x, index *Value) *Value { return b.Op("scatter_add", nil, x, index) }

// Repeat repeats each row count times, one copy after the other.
func (b *Builder) Repeat(x *Value, count string) *Value {
	return b.Op("repeat", Attrs{"count": count}, x)
}

// SumGroups adds up each group of count rows.
func (b *Builder) SumGroups(x *Value, count string) *Value {
	return b.Op("sum_groups", Attrs{"count": count}, x)
}

// Cross is the cross product of two 3-vectors a row.
func (b *Builder) Cross(x, y *Value) *Value { return b.Op("cross", nil, x, y) }

// Inner is the matrix of inner products of the k vectors of x (3k columns)
// with the m vectors of y, row by row: [rows, k*m].
func (b *Builder) Inner(x, y *Value) *Value { return b.Op("inner", nil, x, y) }

// Mix multiplies, in each row, the k x m matrix of weights (or, transposed,
// the m x k matrix) with the m vectors of z: k vectors, [rows, 3k].
func (b *Builder) Mix(weights, z *Value, transpose bool) *Value {
	return b.Op("mix", Attrs{"transpose": transpose}, weights, z)
}

// MatMulBlocks is MatMul with each row of x, and of the result, holding so
// many rows of a matrix one after the other. With transposeX, those of x and
// y are added up: x^T y.
func (b *Builder) MatMulBlocks(x, y *Value, blocks int, transposeX, transposeY bool) *Value {
	return b.Op("matmul_blocks", Attrs{"blocks": blocks, "transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// RowMatMul multiplies, in each row, the matrix with inner columns of x with
// the matrix with inner rows of y, each transposed first if asked.
func (b *Builder) RowMatMul(x, y *Value, inner int, transposeX, transposeY bool) *Value {
	return b.Op("row_matmul", Attrs{"inner": inner, "transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// OuterGroups adds up, for each group of count rows, the outer products of
// the rows of x with those of y: a p x q matrix a group.
func (b *Builder) OuterGroups(x, y *Value, count string) *Value {
	return b.Op("outer_groups", Attrs{"count": count}, x, y)
}

// MatMulGroups multiplies each row of x with the matrix of its group, which
// is a row of y, or with the transposed of that matrix.
func (b *Builder) MatMulGroups(x, y *Value, count string, transpose bool) *Value {
	return b.Op("matmul_groups", Attrs{"count": count, "transpose": transpose}, x, y)
}

// SoftmaxGroups is the softmax of each column over each group of count rows.
func (b *Builder) SoftmaxGroups(x *Value, count string) *Value {
	return b.Op("softmax_groups", Attrs{"count": count}, x)
}
