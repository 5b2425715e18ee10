package forms

import (
	"slices"

	"gmnc/ir"
)

// Some values are products of others with a constant matrix, for example a cross product of its
// terms. Such a value need not be written if products with constants, or sums of them, read it,
// because their constants can include its matrix. The same holds for factors of its columns, if
// the matrix only adds up columns.

// unit returns the identity matrix of n columns.
func unit(n int) []float64 {
	matrix := make([]float64, n*n)
	for i := range n {
		matrix[i*n+i] = 1
	}
	return matrix
}

// source returns the value and the constant matrix whose product is v. If v is no such product,
// they are v itself and the identity.
func (e *Emitter) source(v *ir.Value, name func(*ir.Value) string) product {
	if p := e.products[v]; p.x != "" {
		return p
	}
	return product{name(v), unit(v.Type.Columns())}
}

// through returns the matrix A B of x A B, where A has inner columns.
func through(a []float64, inner int, b []float64) []float64 {
	rows, columns := len(a)/inner, len(b)/inner
	made := make([]float64, rows*columns)
	for row := range rows {
		for k, factor := range a[row*inner : (row+1)*inner] {
			for column := range columns {
				made[row*columns+column] += float64(factor * b[k*columns+column])
			}
		}
	}
	return made
}

// timesConstant writes v times a constant matrix.
func (e *Emitter) timesConstant(v *ir.Value, matrix []float64, name func(*ir.Value) string) string {
	inner := v.Type.Columns()
	columns := int64(len(matrix) / inner)
	factors := func(p product) []string {
		return []string{p.x, e.Floats(through(p.matrix, inner, matrix), int64(len(p.matrix)/inner), columns)}
	}
	if both, ok := e.sums[v]; ok {
		return e.Op("Gemm", nil, append(factors(both[0]), e.Op("MatMul", nil, factors(both[1])...))...)
	}
	return e.Op("MatMul", nil, factors(e.source(v, name))...)
}

// columnsOf returns, for each row of a matrix, the one column to which it contributes, or -1 if
// there is none. It returns nil if a row contributes to several.
func columnsOf(matrix []float64, columns int) []int {
	to := make([]int, len(matrix)/columns)
	for row := range to {
		to[row] = -1
		for column, entry := range matrix[row*columns : (row+1)*columns] {
			switch {
			case entry == 0:
			case to[row] >= 0:
				return nil
			default:
				to[row] = column
			}
		}
	}
	return to
}

// joinedForm writes vectors side by side, for inner products and factors, by the values from
// which they are made. If rows of one vector at members of objects are read, too, that vector
// is repeated at the end, so that one gather reads both.
func joinedForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if e.Trains || !v.Is(ir.Concat) || !e.isMixed(v) {
		return "", false
	}
	columns, at := v.Type.Columns(), 0
	var names []string
	var matrix []float64
	for _, part := range v.Node.Args {
		s, width := e.source(part, name), part.Type.Columns()
		if columnsOf(s.matrix, width) == nil {
			s = product{name(part), unit(width)}
		}
		names = append(names, s.x)
		for row := range len(s.matrix) / width {
			line := make([]float64, columns)
			copy(line[at:], s.matrix[row*width:(row+1)*width])
			matrix = append(matrix, line...)
		}
		at += width
	}
	for _, part := range v.Node.Args {
		if e.products[part].x == "" && slices.ContainsFunc(e.readBy[part], e.isAtMember) {
			e.again[v] = part
			names, matrix = append(names, name(part)), append(matrix, make([]float64, part.Type.Columns()*columns)...)
			break
		}
	}
	return e.product(v, e.Op("Concat", map[string]any{"axis": int64(1)}, names...), matrix), true
}

// isAtMember reports whether a node reads rows at members of objects.
func (e *Emitter) isAtMember(n *ir.Node) bool {
	if n == nil || !n.Is(ir.Gather) {
		return false
	}
	x, _ := e.memberOf(n.Result())
	return x != nil
}

// isMixed reports whether v is only multiplied with itself, and by factors of its columns.
func (e *Emitter) isMixed(v *ir.Value) bool {
	inner, mixed := 0, 0
	for _, n := range e.readBy[v] {
		switch {
		case n == nil:
			return false
		case n.Is(ir.Inner) && n.Args[0] == n.Args[1] && e.isNormalized(n.Result()):
			inner++
		case n.Is(ir.Mul) && e.isInProducts(n.Result()):
			mixed++
		default:
			return false
		}
	}
	return inner == 2 && mixed == 1
}

// factorsForm writes the factors of columns, which a linear layer of constant weights makes, by
// the values from which the columns are made. Only sums and products with constants may read
// the result.
func factorsForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if e.Trains || !v.Is(ir.Mul) || !e.isInProducts(v) {
		return "", false
	}
	for i, factors := range v.Node.Args {
		x := v.Node.Args[1-i]
		p, columns := e.products[x], v.Type.Columns()
		if p.x == "" || !x.Type.Equal(v.Type) || len(e.readBy[factors]) != 1 {
			continue
		}
		to := columnsOf(p.matrix, columns)
		y, weights, bias := layerOf(factors)
		if to == nil || y == nil {
			continue
		}
		inner, outer := int64(len(weights)/columns), int64(len(to))
		wide := e.Op("Gemm", nil, name(y), e.Floats(spread(weights, columns, to), inner, outer), e.Floats(e.ones(x, spread(bias, columns, to)), 1, outer))
		mixed := e.Op("Mul", nil, wide, p.x)
		if part := e.again[x]; part != nil {
			width := part.Type.Columns()
			e.inside[part] = product{mixed, append(make([]float64, (len(to)-width)*width), unit(width)...)}
		}
		return e.product(v, mixed, p.matrix), true
	}
	return "", false
}

// spread selects columns of rows of this width. Column -1 gives 0.
func spread(rows []float64, width int, columns []int) (taken []float64) {
	for row := range slices.Chunk(rows, width) {
		for _, column := range columns {
			if column < 0 {
				taken = append(taken, 0)
			} else {
				taken = append(taken, row[column])
			}
		}
	}
	return taken
}

// ones sets the factors to 1 where a part of x is repeated.
func (e *Emitter) ones(x *ir.Value, factors []float64) []float64 {
	if part := e.again[x]; part != nil {
		for i := range part.Type.Columns() {
			factors[len(factors)-1-i] = 1
		}
	}
	return factors
}

// layerOf returns y, W and b if v is y W + b with constants, where b is zeros if v adds none. y
// is nil for another value.
func layerOf(v *ir.Value) (y *ir.Value, weights, bias []float64) {
	product, bias := v, make([]float64, v.Type.Columns())
	if v.Is(ir.Add) && v.Node.Args[1].Is(ir.Const) && v.Node.Args[1].Type.Equal(ir.Floats(ir.Fixed(1), v.Type.Columns())) {
		product, bias = v.Node.Args[0], v.Node.Args[1].Node.Values("values")
	}
	if !isConstantProduct(product) {
		return nil, nil, nil
	}
	return product.Node.Args[0], product.Node.Args[1].Node.Values("values"), bias
}

// isConstantProduct reports whether v is the product of a value and a constant.
func isConstantProduct(v *ir.Value) bool {
	return isProduct(v) && !v.Node.Bool("transpose_y") && v.Node.Args[1].Is(ir.Const)
}

// isInProducts reports whether only sums and products with constants read v.
func (e *Emitter) isInProducts(v *ir.Value) bool {
	return !slices.ContainsFunc(e.readBy[v], func(n *ir.Node) bool {
		return n == nil || !n.Is(ir.Add) && !n.Is(ir.Sub) && (!n.Is(ir.MatMul) || n.Args[0] != v || !isConstantProduct(n.Result()))
	})
}

// throughForm writes x A C as a product of x with one constant.
func throughForm(e *Emitter, v *ir.Value, _ func(*ir.Value) string) (string, bool) {
	if e.Trains || !isConstantProduct(v) || e.products[v.Node.Args[0]].x == "" {
		return "", false
	}
	x := v.Node.Args[0]
	p := e.products[x]
	return e.product(v, p.x, through(p.matrix, x.Type.Columns(), v.Node.Args[1].Node.Values("values"))), true
}
