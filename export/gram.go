package export

import "gmnc/ir"

// gramForm writes the inner products of the vectors of a row with each other by
// squares of vectors and of sums of two, x y = (|x + y|^2 - |x|^2 - |y|^2) / 2: one
// product fewer than by terms. What it rounds is small beside the largest square.
func gramForm(e *emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Inner) || v.Node.Args[0] != v.Node.Args[1] {
		return "", false
	}
	vectors := v.Node.Args[0].Type.Columns() / 3
	adding, combining := gramMatrices(vectors)
	inner, terms := int64(3*vectors), int64(len(adding)/(3*vectors))
	sums := e.Op("MatMul", nil, name(v.Node.Args[0]), e.Floats(adding, inner, terms))
	return e.Op("MatMul", nil, e.Op("Mul", nil, sums, sums), e.Floats(combining, terms, int64(vectors*vectors))), true
}

// gramMatrices are one that makes vectors and the sums of two of them from vectors, and
// one that makes inner products from the squares of all their components.
func gramMatrices(vectors int) (adding, combining []float64) {
	terms := 3 * vectors * (vectors + 1) / 2
	adding, combining = make([]float64, 3*vectors*terms), make([]float64, terms*vectors*vectors)
	term := func(i, j, axis int) int { return 3*(i*(i+1)/2+j) + axis }
	for i := range vectors {
		for j := range i + 1 {
			for axis := range 3 {
				at := term(i, j, axis)
				adding[(3*i+axis)*terms+at], adding[(3*j+axis)*terms+at] = 1, 1
				for _, product := range []int{i*vectors + j, j*vectors + i} {
					if i == j {
						combining[at*vectors*vectors+product] = 1
						continue
					}
					combining[at*vectors*vectors+product] = 0.5
					combining[term(i, i, axis)*vectors*vectors+product] = -0.5
					combining[term(j, j, axis)*vectors*vectors+product] = -0.5
				}
			}
		}
	}
	return adding, combining
}
