package lower

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// TestNames: a new value gets a name that no input and no result has.
func TestNames(t *testing.T) {
	x := &ir.Value{Name: "x"}
	taken := namesOf(&ir.Func{Inputs: []*ir.Value{x}, Nodes: []*ir.Node{{Results: []*ir.Value{{Name: "y"}, {Name: "z.2"}}}}})
	for _, c := range [][2]string{{"x", "x.2"}, {"x", "x.3"}, {"y", "y.2"}, {"z", "z"}, {"z", "z.3"}, {"w", "w"}} {
		require.Equal(t, c[1], taken.take(c[0]))
	}
	g := &graph{Func: &ir.Func{Inputs: []*ir.Value{x}}}
	v := derived(g.names(), Operator(ir.Neg), ir.Attrs{"a": 1}, particleRows(2), x)
	require.Equal(t, "x/neg", v.Name)
	require.Equal(t, particleRows(2), v.Type)
	require.Same(t, v, v.Node.Result())
	require.Equal(t, ir.Attrs{"a": 1}, v.Node.Attrs)
	require.Equal(t, []*ir.Value{x}, v.Node.Args)
	require.Equal(t, "x/neg.2", derived(g.names(), Operator(ir.Neg), nil, particleRows(2), x).Name)
	require.Panics(t, func() { Operator("none") })
}

// made returns a node of an operator of the table.
func made(op ir.OpName, result string, args ...*ir.Value) *ir.Node {
	n := &ir.Node{Op: Operator(op), Args: args}
	n.Results = []*ir.Value{{Name: result, Type: particleRows(1), Node: n}}
	return n
}

// TestUses: uses count arguments and outputs at the first call, and the readers of a value are those of
// which it is the first argument.
func TestUses(t *testing.T) {
	x, y := &ir.Value{Name: "x", Type: particleRows(1)}, &ir.Value{Name: "y", Type: particleRows(1)}
	sum := made(ir.Add, "sum", x, x)
	root := made(ir.Sqrt, "root", sum.Result())
	other := made(ir.Add, "other", y, x)
	g := &graph{Func: &ir.Func{Inputs: []*ir.Value{x, y}, Nodes: []*ir.Node{sum, root, other}, Outputs: []ir.Output{{Name: "out", Value: root.Result()}}}}
	require.Equal(t, []int{3, 1, 1, 1, 0}, []int{g.uses(x), g.uses(y), g.uses(sum.Result()), g.uses(root.Result()), g.uses(other.Result())})
	g.Nodes = g.Nodes[:1]
	require.Equal(t, 3, g.uses(x), "they are counted once")
	g.Nodes = []*ir.Node{sum, root, other}
	require.Equal(t, []*ir.Node{sum}, g.readersOf(x, ir.Add))
	require.Equal(t, []*ir.Node{other}, g.readersOf(y, ir.Add))
	require.Empty(t, g.readersOf(x, ir.Sqrt))
	require.True(t, g.returned(root.Result()))
	require.False(t, g.returned(sum.Result()))
	require.True(t, g.only(sum.Result(), ir.Add))
	require.False(t, g.only(sum.Result(), ir.Sqrt))
	require.False(t, g.only(x, ir.Add))
	require.False(t, g.only(other.Result(), ir.Add), "nothing reads it")
	require.True(t, g.unused(other))
	require.False(t, g.unused(sum))
	g.removeUnused()
	require.Equal(t, []*ir.Node{sum, root}, g.Nodes)
	require.Equal(t, 2, g.uses(x))

	chain := made(ir.Sqrt, "chain", made(ir.Neg, "part", y).Result())
	g = &graph{Func: &ir.Func{Inputs: []*ir.Value{x, y}, Nodes: []*ir.Node{chain.Args[0].Node, chain, sum}, Outputs: []ir.Output{{Value: sum.Result()}}}}
	g.removeUnused()
	require.Equal(t, []*ir.Node{sum}, g.Nodes, "what only unused nodes read is not used")
}

// TestInOrder: a node comes before its readers, and otherwise the order stays.
func TestInOrder(t *testing.T) {
	x := &ir.Value{Name: "x"}
	a, b := made(ir.Neg, "a", x), made(ir.Neg, "b", x)
	c := made(ir.Add, "c", a.Result(), b.Result())
	d := made(ir.Neg, "d", c.Result())
	require.Equal(t, []*ir.Node{a, b, c, d}, inOrder([]*ir.Node{a, b, c, d}))
	require.Equal(t, []*ir.Node{b, a, c, d}, inOrder([]*ir.Node{b, d, c, a}))
}

// TestJoin: the result of another node becomes a further one of this node.
func TestJoin(t *testing.T) {
	x := &ir.Value{Name: "x"}
	a, b := made(ir.Neg, "a", x), made(ir.Sqrt, "b", x)
	moved := b.Result()
	new(graph).join(a, b)
	require.Equal(t, []string{"a", "b"}, []string{a.Results[0].Name, a.Results[1].Name})
	require.Same(t, moved, a.Results[1])
	require.Same(t, a, moved.Node)
	require.Same(t, b, b.Result().Node)
	require.NotSame(t, moved, b.Result())
	require.Equal(t, "b", b.Result().Name)

	sum := made(ir.Add, "sum", x, moved)
	require.True(t, either(sum, func(p, q *ir.Value) bool { return p == x && q == moved }))
	require.True(t, either(sum, func(p, q *ir.Value) bool { return p == moved && q == x }))
	require.False(t, either(sum, func(p, q *ir.Value) bool { return p == q }))
	sum.Attrs = ir.Attrs{"a": 1}
	require.True(t, become(sum, Operator(ir.Neg), x))
	require.Equal(t, &ir.Node{Op: Operator(ir.Neg), Args: []*ir.Value{x}, Results: sum.Results}, sum)

	number := &ir.Node{Op: Operator(ir.Const), Attrs: ir.Attrs{"values": []float64{2}}}
	value := &ir.Value{Node: number}
	require.True(t, isNumber(value, 2))
	require.False(t, isNumber(value, 3))
	number.Attrs = ir.Attrs{"values": []float64{2, 2}}
	require.False(t, isNumber(value, 2))
	require.False(t, isNumber(x, 2))
	require.True(t, HasRows(&ir.Value{Type: particleRows(1)}))
	require.False(t, HasRows(&ir.Value{Type: numbers(3, 1)}))
}

// TestNarrow: a row program takes operators of few columns, row by row.
func TestNarrow(t *testing.T) {
	value := func(t ir.Type) *ir.Value { return &ir.Value{Type: t} }
	with := func(op *ir.Op, result ir.Type, args ...ir.Type) *ir.Node {
		n := &ir.Node{Op: op, Results: []*ir.Value{value(result)}}
		for _, arg := range args {
			n.Args = append(n.Args, value(arg))
		}
		return n
	}
	add, scatter := Operator(ir.Add), Operator(ir.ScatterAdd)
	for _, c := range []struct {
		node   *ir.Node
		narrow bool
	}{
		{with(add, particleRows(16), particleRows(16), numbers(1, 16)), true},
		{with(add, particleRows(17), particleRows(16)), false},
		{with(Operator(ir.SumColumns), particleRows(1), particleRows(16)), true},
		{with(Operator(ir.SumColumns), particleRows(1), particleRows(17)), false},
		{with(add, particleRows(1), numbers(2, 1)), false},
		{with(add, numbers(1, 1), numbers(1, 1)), false},
		{with(Operator(ir.MatMul), particleRows(1), particleRows(1)), false},
		{with(add, senders, particleRows(1)), false},
		{with(Operator(ir.Gather), edgeRows(1), particleRows(1), senders), true},
		{with(scatter, particleRows(1), particleRows(1), partners), true},
		{with(scatter, particleRows(1), edgeRows(1), senders), false},
		{with(AddScatter, particleRows(1), particleRows(1), edgeRows(1), senders), false},
		{with(AddScatter, particleRows(1), particleRows(1), particleRows(1), partners), true},
	} {
		require.Equal(t, c.narrow, narrow(c.node), "%s %v", c.node.Op.Name, c.node.Results[0].Type)
	}
	require.True(t, scatters(with(scatter, particleRows(1))) && scatters(with(AddScatter, particleRows(1))))
	require.False(t, scatters(with(add, particleRows(1))))
	require.Equal(t, map[ir.OpName]bool{ir.Gather: true, ir.Repeat: true, AddEdges.Name: true, SubtractEdges.Name: true}, moves)
	require.Len(t, RowOperators(), 28)
	for name, taken := range rowOperators {
		require.True(t, taken, name)
	}
	require.Equal(t, []float64{1, 0, 0, 1}, identity(2))
}

// TestChosenRows: masks choose rows of their own, which outputs do not have.
func TestChosenRows(t *testing.T) {
	m := &ir.Module{}
	first, second := declareChosen(m, "particles", 0), declareChosen(m, "particles", 1)
	require.Equal(t, []ir.Dimension{
		{Symbol: "each0", Number: 1}, {Symbol: "chosen0", Rows: true, Outer: "particles", Inner: "each0"},
		{Symbol: "each1", Number: 1}, {Symbol: "chosen1", Rows: true, Outer: "particles", Inner: "each1"},
	}, m.Dims)
	require.True(t, isChosen(m, first) && isChosen(m, second))
	require.False(t, isChosen(m, m.Dims[0]))
	m.Dims = append(m.Dims, ir.Dimension{Symbol: "particles", Rows: true}, ir.Dimension{Symbol: "atoms", Rows: true})
	m.Name, m.Main = "m", &ir.Func{}
	_, err := chooseRows(m)
	require.EqualError(t, err, "module m has the dimensions particles and atoms; one kind of rows, one count of neighbors and their product are what this runtime cuts into shards")
	m.Dims = m.Dims[:5]
	m.Main.Outputs = []ir.Output{{Name: "y", Value: &ir.Value{Type: ir.Floats(ir.Rows("chosen0"), 1)}}}
	_, err = chooseRows(m)
	require.EqualError(t, err, "output y has the rows that a mask chooses alone: choose it once more by the same mask, which puts them back")
	require.ErrorContains(t, Module(m), "pass choose rows: output y has the rows")
	m.Main.Outputs[0].Value.Type = particleRows(1)
	changed, err := chooseRows(m)
	require.NoError(t, err)
	require.Zero(t, changed)
}

// TestFuse: a pass counts the nodes that it changes, and removes those that nothing uses then.
func TestFuse(t *testing.T) {
	x := &ir.Value{Name: "x", Type: particleRows(1)}
	inner := made(ir.Neg, "inner", x)
	outer := made(ir.Neg, "outer", inner.Result())
	m := &ir.Module{Main: &ir.Func{Inputs: []*ir.Value{x}, Nodes: []*ir.Node{inner, outer}, Outputs: []ir.Output{{Name: "y", Value: outer.Result()}}}}
	changed, err := fuse("nothing", func(*graph, *ir.Node) bool { return false }).Run(m)
	require.NoError(t, err)
	require.Zero(t, changed)
	require.Len(t, m.Main.Nodes, 2)
	pass := fuse("double", func(g *graph, n *ir.Node) bool {
		return g.only(n.Args[0], ir.Neg) && become(n, Operator(ir.Sqrt), n.Args[0].Node.Args...)
	})
	require.Equal(t, "double", pass.Name)
	changed, err = pass.Run(m)
	require.NoError(t, err)
	require.Equal(t, 1, changed)
	require.Equal(t, []*ir.Node{outer}, m.Main.Nodes)
	require.Equal(t, []*ir.Value{x}, outer.Args)
	require.Equal(t, []ir.Sample{{Args: []ir.Type{particleRows(1), partners}}}, samples(particleRows(1), partners))
}
