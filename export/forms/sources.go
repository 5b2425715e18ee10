package forms

import (
	"slices"

	"gmnc/ir"
)

// columnSource is the source of a value among others side by side, starting at a column.
type columnSource struct {
	product
	start int
}

// sourcesOf returns the sources of values, the names to concatenate side by side, and their
// number of columns.
func (e *Emitter) sourcesOf(values []*ir.Value, name func(*ir.Value) string) (names []string, columns int, sources map[*ir.Value]columnSource) {
	sources = map[*ir.Value]columnSource{}
	starts := map[string]int{}
	add := func(x *ir.Value, s product) {
		sources[x], starts[s.x] = columnSource{s, columns}, columns
		names, columns = append(names, s.x), columns+len(s.matrix)/x.Type.Columns()
	}
	for _, x := range values {
		s := e.source(x, name)
		if _, taken := starts[s.x]; !taken && columnsOf(s.matrix, x.Type.Columns()) != nil && e.inside[x].x == "" {
			add(x, s)
		}
	}
	for _, x := range values {
		_, isPlaced := sources[x]
		start, there := starts[e.inside[x].x]
		switch {
		case isPlaced:
		case there:
			sources[x] = columnSource{e.inside[x], start}
		default:
			add(x, product{name(x), unit(x.Type.Columns())})
		}
	}
	return names, columns, sources
}

// ownRows holds the rows x that a matrix selects from the terms of a sum over members.
type ownRows struct {
	x      *ir.Value
	matrix []float64
}

// ownIn returns the first of vectors that is contained in another one and that sums read, such
// as sums of its own rows and of one over members. It returns nil if there is none.
func (e *Emitter) ownIn(vectors []*ir.Value) *ir.Value {
	isInSum := func(n *ir.Node) bool { return n != nil && (n.Is(ir.Add) || n.Is(ir.Sub)) }
	for _, x := range vectors {
		if e.inside[x].x != "" && slices.ContainsFunc(e.readBy[x], isInSum) {
			return x
		}
	}
	return nil
}

// countOwn gives x in the last slot of each row the factor 1 for all kinds.
func (e *Emitter) countOwn(v, x *ir.Value, from columnSource, counts [][]float64, columns int) {
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
