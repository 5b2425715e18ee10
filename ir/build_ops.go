package ir

// These methods apply the operators, in the order of the table.

// Const returns a constant of the given rows and columns.
func (b *Builder) Const(rows, columns int, values ...float64) *Value {
	return b.Op(Const, Attrs{"rows": rows, "columns": columns, "values": values})
}

// Scalar returns a constant of one row and one column, which broadcasts.
func (b *Builder) Scalar(value float64) *Value { return b.Const(1, 1, value) }

// Size returns the value of a symbol, as float[1,1].
func (b *Builder) Size(symbol string) *Value { return b.Op(Size, Attrs{"of": symbol}) }

// RowNumbers returns the number of each of the rows that symbol counts.
func (b *Builder) RowNumbers(symbol string) *Value {
	return b.Op(RowNumbers, Attrs{"of": symbol})
}

// These are elementwise functions of one value.

func (b *Builder) Neg(x *Value) *Value     { return b.Op(Neg, nil, x) }
func (b *Builder) Exp(x *Value) *Value     { return b.Op(Exp, nil, x) }
func (b *Builder) Log(x *Value) *Value     { return b.Op(Log, nil, x) }
func (b *Builder) Sqrt(x *Value) *Value    { return b.Op(Sqrt, nil, x) }
func (b *Builder) Square(x *Value) *Value  { return b.Op(Square, nil, x) }
func (b *Builder) Sin(x *Value) *Value     { return b.Op(Sin, nil, x) }
func (b *Builder) Cos(x *Value) *Value     { return b.Op(Cos, nil, x) }
func (b *Builder) Tanh(x *Value) *Value    { return b.Op(Tanh, nil, x) }
func (b *Builder) Sigmoid(x *Value) *Value { return b.Op(Sigmoid, nil, x) }
func (b *Builder) SiLU(x *Value) *Value    { return b.Op(SiLU, nil, x) }
func (b *Builder) ReLU(x *Value) *Value    { return b.Op(ReLU, nil, x) }
func (b *Builder) Abs(x *Value) *Value     { return b.Op(Abs, nil, x) }
func (b *Builder) Sign(x *Value) *Value    { return b.Op(Sign, nil, x) }

// Clamp limits x to [low, high]; its gradient is zero outside.
func (b *Builder) Clamp(x *Value, low, high float64) *Value {
	return b.Op(Clamp, Attrs{"low": low, "high": high}, x)
}

// Inside returns 1 where x is in [low, high] and 0 elsewhere.
func (b *Builder) Inside(x *Value, low, high float64) *Value {
	return b.Op(Inside, Attrs{"low": low, "high": high}, x)
}

// These are elementwise functions of two values. A value with a single row or a single column
// is broadcast.

func (b *Builder) Add(x, y *Value) *Value     { return b.Op(Add, nil, x, y) }
func (b *Builder) Sub(x, y *Value) *Value     { return b.Op(Sub, nil, x, y) }
func (b *Builder) Mul(x, y *Value) *Value     { return b.Op(Mul, nil, x, y) }
func (b *Builder) Div(x, y *Value) *Value     { return b.Op(Div, nil, x, y) }
func (b *Builder) Maximum(x, y *Value) *Value { return b.Op(Maximum, nil, x, y) }
func (b *Builder) Minimum(x, y *Value) *Value { return b.Op(Minimum, nil, x, y) }

// Greater returns 1 where x > y and 0 elsewhere.
func (b *Builder) Greater(x, y *Value) *Value { return b.Op(Greater, nil, x, y) }

// Select returns x where the condition is not 0 and y where it is.
func (b *Builder) Select(condition, x, y *Value) *Value {
	return b.Op(Select, nil, condition, x, y)
}

// Same returns 1 in rows in which the two indices are equal and 0 elsewhere.
func (b *Builder) Same(x, y *Value) *Value { return b.Op(Same, nil, x, y) }

// OneHot returns 1 in the column x - first of each row, if it is one of count columns, and 0
// elsewhere. Of row numbers and the first row of each system, this column is the number within
// the system.
func (b *Builder) OneHot(x, first *Value, count int) *Value {
	return b.Op(OneHot, Attrs{"count": count}, x, first)
}

// MatMul returns the matrix product of x and y, each of which may be transposed first.
// Transposing x sums over its rows.
func (b *Builder) MatMul(x, y *Value, transposeX, transposeY bool) *Value {
	return b.Op(MatMul, Attrs{"transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// SumColumns returns the sum of the columns: [rows,1].
func (b *Builder) SumColumns(x *Value) *Value { return b.Op(SumColumns, nil, x) }

// Concat puts the columns of its arguments side by side.
func (b *Builder) Concat(parts ...*Value) *Value { return b.Op(Concat, nil, parts...) }

// Columns returns the columns from start up to, but not including, stop.
func (b *Builder) Columns(x *Value, start, stop int) *Value {
	return b.Op(Columns, Attrs{"start": start, "stop": stop}, x)
}

// Pad adds columns of zeros before and after x.
func (b *Builder) Pad(x *Value, before, after int) *Value {
	return b.Op(Pad, Attrs{"before": before, "after": after}, x)
}

// TakeRows returns the rows from start up to, but not including, stop of a value with a fixed
// number of rows.
func (b *Builder) TakeRows(x *Value, start, stop int) *Value {
	return b.Op(TakeRows, Attrs{"start": start, "stop": stop}, x)
}

// PadRows adds rows of zeros before and after x, which has a fixed number of rows.
func (b *Builder) PadRows(x *Value, before, after int) *Value {
	return b.Op(PadRows, Attrs{"before": before, "after": after}, x)
}

// SumRows returns the sum of all rows of all systems: [1,columns].
func (b *Builder) SumRows(x *Value) *Value { return b.Op(SumRows, nil, x) }

// Broadcast repeats a single row as many times as symbol counts.
func (b *Builder) Broadcast(x *Value, symbol string) *Value {
	return b.Op(Broadcast, Attrs{"rows": symbol}, x)
}

// Gather returns, for each index, the row of x to which it points.
func (b *Builder) Gather(x, index *Value) *Value { return b.Op(Gather, nil, x, index) }

// ScatterAdd adds each row of x to the row to which its index points.
func (b *Builder) ScatterAdd(x, index *Value) *Value { return b.Op(ScatterAdd, nil, x, index) }

// Repeat repeats each row count times, one copy after the other.
func (b *Builder) Repeat(x *Value, count string) *Value {
	return b.Op(Repeat, Attrs{"count": count}, x)
}

// SumGroups returns the sum of each group of count rows.
func (b *Builder) SumGroups(x *Value, count string) *Value {
	return b.Op(SumGroups, Attrs{"count": count}, x)
}

// Cross returns the cross product of two 3-vectors in each row.
func (b *Builder) Cross(x, y *Value) *Value { return b.Op(Cross, nil, x, y) }

// Inner returns the matrix of inner products of the k vectors of x (3k columns) with the m
// vectors of y, row by row: [rows, k*m].
func (b *Builder) Inner(x, y *Value) *Value { return b.Op(Inner, nil, x, y) }

// Mix multiplies, in each row, the k x m matrix of weights, or the transpose of an m x k
// matrix, with the m vectors of z. It returns k vectors, [rows, 3k].
func (b *Builder) Mix(weights, z *Value, transpose bool) *Value {
	return b.Op(Mix, Attrs{"transpose": transpose}, weights, z)
}

// MatMulBlocks is MatMul for values whose rows hold several rows of a matrix, one after the
// other: each row of x and of the result holds as many as blocks says. With transposeX, the
// rows of x and y are added up: x^T y.
func (b *Builder) MatMulBlocks(x, y *Value, blocks int, transposeX, transposeY bool) *Value {
	return b.Op(MatMulBlocks, Attrs{"blocks": blocks, "transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// RowMatMul multiplies, in each row, the matrix in x, which has inner columns, with the matrix
// in y, which has inner rows. Each may be transposed first.
func (b *Builder) RowMatMul(x, y *Value, inner int, transposeX, transposeY bool) *Value {
	return b.Op(RowMatMul, Attrs{"inner": inner, "transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// OuterGroups adds up, for each group of count rows, the outer products of the rows of x with
// the rows of y. It returns a p x q matrix for each group.
func (b *Builder) OuterGroups(x, y *Value, count string) *Value {
	return b.Op(OuterGroups, Attrs{"count": count}, x, y)
}

// MatMulGroups multiplies each row of x with the matrix of its group, which is a row of y, or
// with the transpose of that matrix.
func (b *Builder) MatMulGroups(x, y *Value, count string, transpose bool) *Value {
	return b.Op(MatMulGroups, Attrs{"count": count, "transpose": transpose}, x, y)
}

// SoftmaxGroups returns the softmax of each column over each group of count rows.
func (b *Builder) SoftmaxGroups(x *Value, count string) *Value {
	return b.Op(SoftmaxGroups, Attrs{"count": count}, x)
}

// Tensions returns the tensions [rows,1] of bars [rows,3] to the parents, an index for each
// row, that change the bars by change [rows,1]. The inverse masses w of particles, [rows,1],
// are 1 unless they are given. They may also be B B^T of matrices B, [rows,9], for particles
// that are heavier in some directions. Let y_i be tension_i bar_i minus the sum of tension_c
// bar_c over the children c of i. The tensions then solve bar_i . (w_i y_i - w_parent y_parent)
// = change_i. A row that is its own parent has no bar, and its tension is its change.
func (b *Builder) Tensions(bars, change, parents *Value, mobility ...*Value) *Value {
	return b.Op(Tensions, nil, append([]*Value{bars, change, parents}, mobility...)...)
}
