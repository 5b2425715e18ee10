package forms

import (
	"slices"

	"gmnc/ir"
)

// placed is the source of a value among others side by side, from a column on.
type placed struct {
	product
	start int
}

// sourcesOf are the sources of values, whose names stand side by side in so many columns.
func (e *Emitter) sourcesOf(values []*ir.Value, name func(*ir.Value) string) (names []string, columns int, sources map[*ir.Value]placed) {
	sources = map[*ir.Value]placed{}
	starts := map[string]int{}
	place := func(x *ir.Value, s product) {
		sources[x], starts[s.x] = placed{s, columns}, columns
		names, columns = append(names, s.x), columns+len(s.matrix)/x.Type.Columns()
	}
	for _, x := range values {
		s := e.source(x, name)
		if _, taken := starts[s.x]; !taken && columnsOf(s.matrix, x.Type.Columns()) != nil && e.inside[x].x == "" {
			place(x, s)
		}
	}
	for _, x := range values {
		_, isPlaced := sources[x]
		start, there := starts[e.inside[x].x]
		switch {
		case isPlaced:
		case there:
			sources[x] = placed{e.inside[x], start}
		default:
			place(x, product{name(x), unit(x.Type.Columns())})
		}
	}
	return names, columns, sources
}

// ownRows are the rows x that a matrix takes out of what makes a sum over members.
type ownRows struct {
	x      *ir.Value
	matrix []float64
}

// ownIn is the first of vectors that stands inside another one, and that sums take, such as
// sums of its own rows and one over members. It is nil without.
func (e *Emitter) ownIn(vectors []*ir.Value) *ir.Value {
	isInSum := func(n *ir.Node) bool { return n != nil && (n.Is(ir.Add) || n.Is(ir.Sub)) }
	for _, x := range vectors {
		if e.inside[x].x != "" && slices.ContainsFunc(e.readBy[x], isInSum) {
			return x
		}
	}
	return nil
}

// countOwn has the last slot of each row count x for all kinds.
func (e *Emitter) countOwn(v, x *ir.Value, from placed, counts [][]float64, columns int) {
	first := len(counts[0]) - columns + from.start
	for row, column := range columnsOf(from.matrix, x.Type.Columns()) {
		if column >= 0 {
			for kind := range counts {
				counts[kind][first+row] = 1
			}
		}
	}
	matrix := make([]float64, len(counts[0])*x.Type.Columns())
	copy(matrix[first*x.Type.Columns():], from.matrix)
	e.ownOf[v] = ownRows{x, matrix}
}
