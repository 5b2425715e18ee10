package forms

import (
	"slices"

	"gmnc/ir"
	"gmnc/system"
)

// hinge holds the parts of the acceleration of hinges: the sum of forces, the directions of the
// two bars, and their cosine.
type hinge struct{ sum, first, second, cosine *ir.Value }

// hingeForm writes the acceleration of hinges,
//
//	sum - e1 (2 p1 - c p2) / (4 - c^2) - e2 (2 p2 - c p1) / (4 - c^2)
//
// with p1 = e1 . sum, p2 = e2 . sum and c = e1 . e2. It does so along w = e1 + e2 and
// w = e1 - e2, which decouple the two equations, side by side:
//
//	sum - w (w . sum) / (4 + 2 c) - ... / (4 - 2 c), 4 c = |e1 + e2|^2 - |e1 - e2|^2
//
// Each side has half of the sum. If that is a sum of forces on members, one gather reads these
// and the directions.
func hingeForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	h := hingeOf(v)
	bars := e.barsOf(h)
	if bars == nil {
		return "", false
	}
	if forces := e.termsOf(h.sum); len(forces) > 1 && !e.Trains {
		both := e.productsOf([][]term{bars, counted(forces, 0.5, 0.5)}, nil, name)
		return e.accelerated(v, both[0], both[1]), true
	}
	along := e.productsOf([][]term{bars}, nil, name)[0]
	return e.accelerated(v, along, e.Op("MatMul", nil, name(h.sum), e.blocks([][]float64{{0.5, 0.5}}, false))), true
}

// hingeChoiceForm writes a choice by kind between the acceleration of hinges and means of
// forces over members of other objects as the acceleration of hinges alone. In it, the bars of
// other kinds have the factor 0, and their forces the factors that they have in the mean.
func hingeChoiceForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	choices := e.choices(v)
	h, at := hingeIn(choices)
	bars := e.barsOf(h)
	if bars == nil || e.Trains {
		return "", false
	}
	var forces []term
	counts := make([][]term, len(choices)) // the factors in the sum for each kind
	for kind, choice := range choices {
		own, apart := e.forcesOn(e.TableKinds()[kind], choice, choices), bars
		if choice == choices[at] {
			own, apart = counted(e.termsOf(h.sum), 1), nil
			counts[kind] = counted(bars, 1)
		}
		if len(own) < 2 || !areDistinct(append(slices.Clone(apart), own...)) {
			return "", false
		}
		counts[kind] = append(counts[kind], own...)
		for _, t := range own {
			if !slices.ContainsFunc(forces, t.isAlso) {
				forces = append(forces, t)
			}
		}
	}
	both := e.productsOf([][]term{bars, counted(forces, 0.5, 0.5)}, counts, name)
	return e.accelerated(v, both[0], both[1]), true
}

// hingeIn returns the first hinge among values and its index, or nil and -1 if there is none.
func hingeIn(values []*ir.Value) (h *hinge, at int) {
	for at, value := range values {
		if h := hingeOf(value); h != nil {
			return h, at
		}
	}
	return nil, -1
}

// areDistinct reports whether no two terms are of the same vector at the same member.
func areDistinct(terms []term) bool {
	for i, t := range terms {
		if slices.ContainsFunc(terms[:i], t.isAlso) {
			return false
		}
	}
	return true
}

// forcesOn returns the terms of the mean over members that v is for particles of a kind, or nil
// if v is another value.
func (e *Emitter) forcesOn(kind *system.Kind, v *ir.Value, choices []*ir.Value) (terms []term) {
	sum := e.memberSumOfKind(v, kind, choices)
	if sum == nil || !slices.Equal(sum.matrix, times(identity, sum.matrix[0])) {
		return nil
	}
	for _, member := range sum.members {
		terms = append(terms, term{sum.x, member, sum.matrix[:1]})
	}
	return terms
}

// barsOf returns the directions of both bars as terms of w. It returns nil without a hinge, or
// if something else reads their cosine.
func (e *Emitter) barsOf(h *hinge) []term {
	if h == nil || !e.Within || len(e.readBy[h.cosine]) != 3 {
		return nil
	}
	direction, first := e.memberOf(h.first)
	other, second := e.memberOf(h.second)
	if direction == nil || direction != other {
		return nil
	}
	return []term{{direction, first[0], []float64{1, 1}}, {direction, second[0], []float64{1, -1}}}
}

// accelerated returns v = sum - w (w . sum) / (4 + 2 c) - ..., from both vectors w and halves
// of the sum.
func (e *Emitter) accelerated(v *ir.Value, bars, sums string) string {
	along := e.Op("MatMul", nil, e.Op("Mul", nil, bars, sums), e.blocks([][]float64{{2, 0}, {0, 2}}, true))
	four := e.Floats(slices.Repeat([]float64{4}, 6), 1, 6)
	determinant := e.Op("Gemm", nil, e.Op("Mul", nil, bars, bars), e.blocks([][]float64{{0.5, -0.5}, {-0.5, 0.5}}, true), four)
	share := e.Op("Mul", nil, bars, e.Op("Div", nil, along, determinant))
	return e.product(v, e.Op("Sub", nil, sums, share), slices.Concat(identity, identity))
}

// term is a vector of particles at a member of each particle's object, with a factor for each
// vector of which it is a term.
type term struct {
	x       *ir.Value
	member  int64
	factors []float64
}

// termsOf returns the vectors at members whose sum is v, or nil if v is another value.
func (e *Emitter) termsOf(v *ir.Value) (terms []term) {
	if x, at := e.memberOf(v); x != nil && x.Type.Columns() == 3 {
		return []term{{x: x, member: at[0]}}
	}
	if !v.Is(ir.Add) {
		return nil
	}
	left, right := e.termsOf(v.Node.Args[0]), e.termsOf(v.Node.Args[1])
	if left == nil || right == nil {
		return nil
	}
	return append(left, right...)
}

// isAlso reports whether a term is of the same vector at the same member.
func (t term) isAlso(other term) bool { return t.x == other.x && t.member == other.member }

// counted returns terms with other factors.
func counted(terms []term, factors ...float64) []term {
	all := slices.Clone(terms)
	for i := range all {
		all[i].factors = factors
	}
	return all
}

// productsOf returns sums of terms, two vectors each, float[particles,6], from one gather. If
// counts is not nil, each term is also multiplied by its factor there for the kind of each
// particle, or by 0 if it is not there.
func (e *Emitter) productsOf(sums, counts [][]term, name func(*ir.Value) string) (products []string) {
	var values []string
	var columns []int64
	for _, terms := range sums {
		for _, t := range terms {
			if x := name(t.x); !slices.Contains(values, x) {
				values = append(values, x)
			}
			if !slices.Contains(columns, t.member) {
				columns = append(columns, t.member)
			}
		}
	}
	startOf := func(t term) int {
		return 3 * (slices.Index(columns, t.member)*len(values) + slices.Index(values, name(t.x)))
	}
	joined := values[0]
	if len(values) > 1 {
		joined = e.Op("Concat", map[string]any{"axis": int64(1)}, values...)
	}
	gathered := e.Op("Gather", map[string]any{"axis": int64(0)}, joined, e.memberTable(columns))
	width := 3 * len(values) * len(columns)
	rows := e.Op("Reshape", nil, gathered, e.Ints([]int64{-1, int64(width)}, 2))
	if counts != nil {
		ofKinds := make([][]float64, len(counts))
		for kind, terms := range counts {
			ofKinds[kind] = make([]float64, width)
			for _, t := range terms {
				for i := range 3 {
					ofKinds[kind][startOf(t)+i] = t.factors[0]
				}
			}
		}
		rows = e.Op("Mul", nil, e.RowOfKind(ofKinds), rows)
	}
	for _, terms := range sums {
		matrix := make([]float64, width*6)
		for _, t := range terms {
			for i := range 6 {
				matrix[(startOf(t)+i%3)*6+i] += t.factors[i/3]
			}
		}
		products = append(products, e.Op("MatMul", nil, rows, e.Floats(matrix, int64(width), 6)))
	}
	return products
}

// blocks writes the matrix that the function blocks returns.
func (e *Emitter) blocks(factors [][]float64, ones bool) string {
	return e.Floats(blocks(factors, ones), int64(3*len(factors)), int64(3*len(factors[0])))
}

// blocks returns the matrix of these factors. Each multiplies a 3 x 3 identity or, if ones is
// true, a 3 x 3 matrix of ones, which adds up components.
func blocks(factors [][]float64, ones bool) []float64 {
	rows, columns := 3*len(factors), 3*len(factors[0])
	matrix := make([]float64, rows*columns)
	for at := range matrix {
		row, column := at/columns, at%columns
		if ones || row%3 == column%3 {
			matrix[at] = factors[row/3][column/3]
		}
	}
	return matrix
}

// hingeOf returns the parts of v if v is the acceleration of a hinge, or else nil.
func hingeOf(v *ir.Value) *hinge {
	if !v.Is(ir.Sub) || !v.Node.Args[0].Is(ir.Sub) {
		return nil
	}
	sum, first, second := v.Node.Args[0].Node.Args[0], v.Node.Args[0].Node.Args[1], v.Node.Args[1]
	if !first.Is(ir.Mul) || !second.Is(ir.Mul) {
		return nil
	}
	h := &hinge{sum: sum, first: first.Node.Args[0], second: second.Node.Args[0]}
	h.cosine = h.cosineIn(first.Node.Args[1], h.first, h.second)
	if h.cosine == nil || h.cosine != h.cosineIn(second.Node.Args[1], h.second, h.first) {
		return nil
	}
	return h
}

// cosineIn returns c = e1 . e2 if k is (2 own . sum - c other . sum) / (4 - c^2), or else nil.
func (h *hinge) cosineIn(k, own, other *ir.Value) *ir.Value {
	if !k.Is(ir.Div) || !k.Node.Args[0].Is(ir.Sub) || !k.Node.Args[1].Is(ir.Sub) {
		return nil
	}
	above, below := k.Node.Args[0].Node.Args, k.Node.Args[1].Node.Args
	if !above[0].Is(ir.Mul) || !above[1].Is(ir.Mul) || !below[0].Is(ir.Const) || !below[1].Is(ir.Square) {
		return nil
	}
	projection, two, _ := ir.WithScalar(above[0].Node.Args)
	mixed := above[1].Node.Args
	if two == 2 && isInner(projection, own, h.sum) && slices.Equal(below[0].Node.Values("values"), []float64{4}) &&
		isInner(mixed[0], h.first, h.second) && isInner(mixed[1], other, h.sum) && below[1].Node.Args[0] == mixed[0] {
		return mixed[0]
	}
	return nil
}

// isInner reports whether v is x . y, with one vector in each row.
func isInner(v, x, y *ir.Value) bool {
	return v != nil && v.Is(ir.Inner) && v.Type.Columns() == 1 && v.Node.Args[0] == x && v.Node.Args[1] == y
}

// squareSumForm writes a + (c x)^2, which limits lengths, as a product and one Gemm.
func squareSumForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Add) || v.Type.Columns() != 1 {
		return "", false
	}
	square, a, ok := ir.WithScalar(v.Node.Args)
	if !ok || !square.Is(ir.Square) || !square.Node.Args[0].Is(ir.Mul) || len(e.readBy[square]) > 1 || len(e.readBy[square.Node.Args[0]]) > 1 {
		return "", false
	}
	x, c, ok := ir.WithScalar(square.Node.Args[0].Node.Args)
	if !ok {
		return "", false
	}
	return e.Op("Gemm", nil, e.Op("Mul", nil, name(x), name(x)), e.Floats([]float64{c * c}, 1, 1), e.Floats([]float64{a}, 1, 1)), true
}
