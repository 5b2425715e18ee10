package ir

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// listing is an Emitter that lists the nodes that it is told to write.
type listing struct {
	Emitter
	nodes []string
}

func (l *listing) Op(kind string, attrs map[string]any, inputs ...string) string {
	l.nodes = append(l.nodes, fmt.Sprintf("%s %s %v", kind, inputs, attrs["axis"]))
	return fmt.Sprint("n", len(l.nodes))
}

func (l *listing) Ints(values []int64, _ ...int64) string { return fmt.Sprint(values) }

func (l *listing) Floats(values []float64, _ ...int64) string { return fmt.Sprint(values) }

// TestBodyTables: tables become matrices where a product needs them, and stay matrices for what
// follows; columns that are whole rows of a matrix are cut from it.
func TestBodyTables(t *testing.T) {
	list := &listing{}
	tables := newBodyTables(list)
	x, y := tables.columns("x", 2, 4), tables.columns("y", 1, 4)
	rows := tables.index("rows")
	product := tables.RowMatMul(x, tables.Gather(x, rows), 2, false, false)
	require.Equal(t, bodyTable{"n3", 2, 2, 2}, tables.written(product))
	require.Equal(t, bodyTable{"n4", 2, 1, 2}, tables.written(tables.Columns(product, 2, 4)))
	require.Equal(t, bodyTable{"n6", 2, 1, 2}, tables.written(tables.Columns(product, 1, 3)))
	require.Equal(t, bodyTable{"n8", 2, 1, 8}, tables.written(tables.Concat(x, y)))
	require.Equal(t, []string{
		"Reshape [x [2 -1 2 2]] <nil>", "Gather [n1 rows] 1", "MatMul [n1 n2] <nil>",
		"Slice [n3 [1] [2] [2]] <nil>",
		"Reshape [n3 [2 -1 1 4]] <nil>", "Slice [n5 [1] [3] [3]] <nil>",
		"Reshape [n1 [2 -1 1 4]] <nil>", "Concat [n7 y] 3",
	}, list.nodes)
	require.Panics(t, func() { tables.written(tables.RowMatMul(x, y, 2, false, true)) })
	require.Panics(t, func() { tables.written(tables.RowMatMul(x, y, 2, true, false)) })
}
