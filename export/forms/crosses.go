package forms

import "gmnc/ir"

// crossed is a cross product as terms, float[rows,6]. The first three columns are multiplied by
// sign, and the others by its opposite.
type crossed struct {
	terms string
	sign  float64
}

// crossForm writes x × y, the sum of a value and a cross product, or that of a value and a
// number times a cross product. Nothing else may read the product. It reuses the columns of x
// and y that other cross products have, since x × y is -(y × x).
func crossForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if v.Is(ir.Cross) {
		c := e.crossed(v, name)
		return e.product(v, c.terms, crossSums(c.sign)), true
	}
	if !v.Is(ir.Add) && !v.Is(ir.Sub) {
		return "", false
	}
	other, product := v.Node.Args[0], v.Node.Args[1]
	cross, number := e.crossTimes(product)
	if v.Is(ir.Add) && cross == nil {
		other, product = product, other
		cross, number = e.crossTimes(product)
	}
	if cross == nil || !other.Type.Equal(v.Type) {
		return "", false
	}
	c := e.crossed(cross, name)
	if number != nil {
		c.terms = e.Op("Mul", nil, name(number), c.terms)
	}
	if v.Is(ir.Sub) {
		c.sign = -c.sign
	}
	return e.Op("Gemm", nil, c.terms, e.Floats(crossSums(c.sign), 6, 3), name(other)), true
}

// crossTimes returns the cross product in v, and the number in each row that multiplies it. The
// number is nil if v is the product itself. Both are nil if v is another value, or if another
// node reads v or the product.
func (e *Emitter) crossTimes(v *ir.Value) (cross, number *ir.Value) {
	switch {
	case len(e.readBy[v]) > 1:
		return nil, nil
	case v.Is(ir.Cross):
		return v, nil
	case v.Is(ir.Mul) && v.Node.Args[0].Type.Columns() == 1 && v.Node.Args[1].Is(ir.Cross) && len(e.readBy[v.Node.Args[1]]) == 1:
		return v.Node.Args[1], v.Node.Args[0]
	}
	return nil, nil
}

// crossed writes the terms of a cross product.
func (e *Emitter) crossed(v *ir.Value, name func(*ir.Value) string) crossed {
	x, y := v.Node.Args[0], v.Node.Args[1]
	of := [2]string{name(x), name(y)}
	if known, ok := e.crosses[of]; ok {
		return known
	}
	c := crossed{sign: 1}
	if e.haveCrossed(y, x, name) > e.haveCrossed(x, y, name) {
		x, y, c.sign = y, x, -1
	}
	c.terms = e.Op("Mul", nil, e.crossColumns(x, 1, name), e.crossColumns(y, 2, name))
	e.crosses[of] = c
	return c
}

// haveCrossed returns how many of the columns exist already, for x on the left and y on the
// right.
func (e *Emitter) haveCrossed(x, y *ir.Value, name func(*ir.Value) string) (count int) {
	if e.sides[crossSide{name(x), 1}] {
		count++
	}
	if e.sides[crossSide{name(y), 2}] {
		count++
	}
	return count
}

// crossSide is a value of which a cross product takes the next components first, on the left,
// or those after them.
type crossSide struct {
	value string
	first int
}

// crossColumns returns the components of v at the distance first after each one, and those at
// twice that distance.
func (e *Emitter) crossColumns(v *ir.Value, first int, name func(*ir.Value) string) string {
	e.sides[crossSide{name(v), first}] = true
	return e.timesConstant(v, crossMatrix(first), name)
}

// crossMatrix returns the 3 x 6 matrix that makes them from a vector. With components counted
// cyclically from 0, column i is component i+first, and column 3+i is component i+2 first.
func crossMatrix(first int) []float64 {
	matrix := make([]float64, 3*6)
	for term := range 6 {
		component := (term%3 + first) % 3
		if term > 2 {
			component = (term%3 + 2*first) % 3
		}
		matrix[component*6+term] = 1
	}
	return matrix
}

// crossSums returns the 6 x 3 matrix that makes a cross product from its terms. Component i is
// sign times column i minus column 3+i.
func crossSums(sign float64) []float64 {
	matrix := make([]float64, 6*3)
	for term := range 6 {
		matrix[term*3+term%3] = sign
		if term > 2 {
			matrix[term*3+term%3] = -sign
		}
	}
	return matrix
}
