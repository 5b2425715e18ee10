package systems

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/system"
)

// sized returns an emitter of rows of several symbols, each of which is shown by an input of its own name.
func sized(shown ...string) *Emitter {
	m := ir.SampleModule()
	m.Dims = append(m.Dims, ir.Dimension{Symbol: "pairs", Rows: true, Outer: Particles, Inner: "others"}, ir.Dimension{Symbol: "arcs", Rows: true, Outer: "others", Inner: Neighbors})
	e := New(m, 17)
	for _, symbol := range shown {
		e.Shown[symbol] = symbol
	}
	return e
}

// TestSizes: a size is the number of rows of an input, the product of two sizes, or the quotient of
// two that inputs show. Another size is an error.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		symbol, kind string
		inputs       []string
		shown        []string
	}{
		{Particles, "Shape", []string{Particles}, []string{Particles}},
		{Edges, "Shape", []string{Edges}, []string{Edges, Particles}},
		{Edges, "Mul", []string{"sizes/particles", "sizes/neighbors"}, []string{Particles, Neighbors}},
		{Neighbors, "Div", []string{"sizes/edges", "sizes/neighbors/max"}, []string{Particles, Edges}},
		{Neighbors, "", nil, []string{Particles}},
		{Neighbors, "", nil, []string{Edges}},
		{"bars", "", nil, []string{Particles, Edges}},
	} {
		e := sized(c.shown...)
		size := e.Size(c.symbol)
		require.Equal(t, size, e.Size(c.symbol), "a size is computed once")
		if c.kind == "" {
			require.EqualError(t, e.Err, "the size of "+c.symbol+" is needed, but no input shows it")
			continue
		}
		require.NoError(t, e.Err)
		node := e.Graph.Node[len(e.Graph.Node)-1]
		require.Equal(t, "sizes/"+c.symbol, size)
		require.Equal(t, size, node.Output[0])
		require.Equal(t, c.kind, node.GetOpType())
		require.Equal(t, c.inputs, node.Input)
	}
}

// TestReceivers: the receivers of edges within systems follow from the rows of systems, those of other
// rows from their numbers.
func TestReceivers(t *testing.T) {
	for _, c := range []struct {
		outer, inner, name, kind string
		within                   bool
	}{
		{Particles, Neighbors, "receivers/edges", "Div", false},
		{Particles, Neighbors, "receivers/edges", "Reshape", true},
		{Particles, "others", "receivers/pairs", "Div", true},
		{"others", Neighbors, "receivers/arcs", "Div", true},
	} {
		e := sized(Particles, Neighbors, "others")
		e.Within = c.within
		require.Equal(t, c.name, e.Receivers(c.outer, c.inner))
		require.Equal(t, c.kind, e.Graph.Node[len(e.Graph.Node)-1].GetOpType(), c.name)
	}
}

// TestSystems: particles of a file belong to the systems of its batch; all other rows are one system.
func TestSystems(t *testing.T) {
	one := "constant/int/1[1]"
	for _, c := range []struct {
		rows, count, size string
		within            bool
	}{
		{Particles, "sizes/batch", "sizes/system", true},
		{Edges, one, "sizes/edges", true},
		{Particles, one, "sizes/particles", false},
	} {
		e := sized(Particles, Edges)
		e.Within = c.within
		count, size := e.Systems(c.rows)
		require.Equal(t, []string{c.count, c.size}, []string{count, size})
	}
}

// TestInputsByKind: what an input is follows from its name and its type together.
func TestInputsByKind(t *testing.T) {
	rows, edges, index := ir.Rows(Particles), ir.Rows(Edges), ir.Indices(Particles, ir.Rows(Particles))
	numbers, fixed, arcs := ir.Floats(rows, 1), ir.Floats(ir.Fixed(1), 1), ir.Indices(Particles, edges)
	of := func(name string, t ir.Type) *ir.Value { return &ir.Value{Name: name, Type: t} }
	e, deep := sized(), sized()
	deep.Depth = 1
	for name, c := range map[string]struct {
		is   func(*ir.Value) bool
		yes  []*ir.Value
		nope []*ir.Value
	}{
		"senders": {IsSenders, []*ir.Value{of(system.SendersInput, arcs), of(system.BoxSendersInput, arcs)},
			[]*ir.Value{of("other", arcs), of(system.SendersInput, index), of(system.BoxSendersInput, numbers)}},
		"column": {IsColumn, []*ir.Value{of(PartnerColumn, index), of(FirstColumn, index), of("second", index), of("joint", index)},
			[]*ir.Value{of(PartnerColumn, numbers), of(kindColumn, index), of(OwnColumn, index), of("other", index)}},
		"root":           {isRoot, []*ir.Value{of(system.RootInput, index)}, []*ir.Value{of("other", index), of(system.RootInput, numbers)}},
		"table":          {e.IsTableColumn, []*ir.Value{of("is_stick", numbers), of("first", index)}, []*ir.Value{of(system.RootInput, index), of("mass", numbers)}},
		"table of trees": {deep.IsTableColumn, []*ir.Value{of(system.RootInput, index), of("is_tree", numbers)}, []*ir.Value{of("other", index)}},
		"normalizer": {func(v *ir.Value) bool { return e.Normalizer(v) != nil },
			[]*ir.Value{of("normalizer", fixed), of("energy_weight", numbers), of("stick_normalizer", fixed)},
			[]*ir.Value{of("normalizer", numbers), of("energy_weight", fixed), of("stick_normalizer", numbers), of("other", fixed)}},
		"mask": {func(v *ir.Value) bool { return e.OfKinds(v) != nil }, []*ir.Value{of(system.EdgeTypeInput, numbers), of("is_hinge", numbers)},
			[]*ir.Value{of(system.EdgeTypeInput, index), of("is_hinge", ir.Floats(rows, 2)), of("is_tree", numbers), of("other", numbers)}},
		"fixed": {func(v *ir.Value) bool { return IsFixed(v.Type) }, []*ir.Value{of("", fixed)}, []*ir.Value{of("", numbers), of("", ir.Indices(Particles, ir.Fixed(2)))}},
		"per particle": {func(v *ir.Value) bool { return PerParticle(v.Type) }, []*ir.Value{of("", numbers)},
			[]*ir.Value{of("", fixed), of("", index), of("", ir.Floats(edges, 1))}},
	} {
		for _, value := range c.yes {
			require.True(t, c.is(value), "%s: %s %s", name, value.Name, value.Type)
		}
		for _, value := range c.nope {
			require.False(t, c.is(value), "%s: %s %s", name, value.Name, value.Type)
		}
	}
	require.Len(t, e.TableKinds(), 3)
	require.Equal(t, system.Kinds(), deep.TableKinds())
}
