package lower

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// TestOutlinedResults: a program returns the values that a node outside of it reads, the results of the
// module, and sums onto which rows are scattered, also where its own nodes read or make them.
func TestOutlinedResults(t *testing.T) {
	add, scatter := &ir.Op{Name: ir.Add}, &ir.Op{Name: ir.ScatterAdd}
	column := ir.Floats(ir.Rows("edges"), 1)
	value := func(name string) *ir.Value { return &ir.Value{Name: name, Type: column} }
	node := func(op *ir.Op, result string, args ...*ir.Value) *ir.Node {
		n := &ir.Node{Op: op, Args: args, Results: []*ir.Value{value(result)}}
		n.Results[0].Node = n
		return n
	}
	x, y, index := value("x"), value("y"), value("index")
	first := node(add, "first", x, y)
	second := node(add, "second", first.Result(), x)
	other := node(add, "other", first.Result())
	onto := node(scatter, "onto", x, first.Result(), index) // rows x
	from := node(scatter, "from", first.Result(), x, index) // rows of first
	for _, c := range []struct {
		name    string
		body    []*ir.Node
		readers map[*ir.Value][]*ir.Node
		args    []*ir.Value
		results []*ir.Value
	}{
		{"read inside", []*ir.Node{first, second}, map[*ir.Value][]*ir.Node{first.Result(): {second}, second.Result(): {nil}}, []*ir.Value{x, y}, []*ir.Value{second.Result()}},
		{"read outside", []*ir.Node{first, second}, map[*ir.Value][]*ir.Node{first.Result(): {second, other}, second.Result(): {nil}}, []*ir.Value{x, y}, []*ir.Value{first.Result(), second.Result()}},
		{"read by nobody", []*ir.Node{first, second}, map[*ir.Value][]*ir.Node{first.Result(): {second}}, []*ir.Value{x, y}, nil},
		{"scattered onto", []*ir.Node{first, onto}, map[*ir.Value][]*ir.Node{first.Result(): {onto}}, []*ir.Value{x, y, index}, []*ir.Value{first.Result(), onto.Result()}},
		{"scattered", []*ir.Node{first, from}, map[*ir.Value][]*ir.Node{first.Result(): {from}}, []*ir.Value{x, y, index}, []*ir.Value{from.Result()}},
	} {
		call := outline("rows", c.body, c.readers)
		require.Equal(t, c.args, call.Args, c.name)
		require.Equal(t, c.results, call.Results, c.name)
		require.Equal(t, "rows", call.Callee.Name)
		require.Len(t, call.Callee.Nodes, len(c.body), c.name)
		require.Len(t, call.Callee.Inputs, len(c.args), c.name)
		require.Len(t, call.Callee.Outputs, len(c.results), c.name)
		for i, result := range c.results {
			require.Same(t, call, result.Node, c.name)
			require.Equal(t, result.Name, call.Callee.Outputs[i].Name, c.name)
			require.NotSame(t, result, call.Callee.Outputs[i].Value, c.name)
		}
		for i, member := range c.body {
			require.Same(t, member.Op, call.Callee.Nodes[i].Op)
			require.Len(t, call.Callee.Nodes[i].Args, len(member.Args))
		}
	}
}

// TestLayersSideBySide: a value and at least one layer, each with all its arguments, are side by side.
func TestLayersSideBySide(t *testing.T) {
	for _, c := range []struct {
		op        *ir.Op
		arguments int
		wrong     bool
	}{
		{LinearColumns, 1, true}, {LinearColumns, 2, true}, {LinearColumns, 3, false}, {LinearColumns, 4, true}, {LinearColumns, 5, false},
		{MatMulColumns, 1, true}, {MatMulColumns, 2, false}, {MatMulColumns, 3, false},
	} {
		module := &ir.Module{Dims: []ir.Dimension{{Symbol: "edges", Rows: true}}}
		err := ir.Build(module, func(b *ir.Builder) {
			args := []*ir.Value{b.Input("x", ir.Floats(ir.Rows("edges"), 4))}
			for len(args) < c.arguments {
				rows := 2
				if c.op == LinearColumns && len(args)%2 == 0 {
					rows = 1
				}
				args = append(args, b.Input(fmt.Sprint("w", len(args)), ir.Floats(ir.Fixed(rows), 3)))
			}
			for _, result := range c.op.Means(b, &ir.Node{Op: c.op}, args) {
				b.Output("y", result)
			}
		})
		require.Equal(t, c.wrong, err != nil, "%s of %d arguments: %v", c.op.Name, c.arguments, err)
		if err != nil {
			require.ErrorContains(t, err, "arguments are not a value and layers of")
		}
	}
}
