package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native/lower"
)

// chained returns a module that applies a step to its own results, with the sum of the last as the loss.
func chained(t *testing.T, times int) *ir.Module {
	t.Helper()
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x, push := b.Input("x", ir.Floats(ir.Rows("particles"), 2)), b.Input("push", ir.Floats(ir.Rows("particles"), 1))
		w := b.Param("w", ir.Floats(ir.Fixed(2), 2))
		b.Output("x", b.Add(b.MatMul(x, w, false, false), push))
	}))
	m, err := ir.Unroll(m, times, "push")
	require.NoError(t, err)
	last := m.Main.Output("x")
	m.Main.Outputs = nil
	require.NoError(t, ir.Extend(m, func(b *ir.Builder) { b.Output(runtime.LossName, b.SumRows(b.SumColumns(last))) }))
	return m
}

// TestChains: twelve or more applications of one function are a chain if each input is of main, of columns of main, or what
// the previous application returned.
func TestChains(t *testing.T) {
	const x, push, w = 0, 1, 2
	for what, c := range map[string]struct {
		times  int
		change func(m *ir.Module, calls []*ir.Node)
		chain  bool
	}{
		"as unrolled":              {12, func(*ir.Module, []*ir.Node) {}, true},
		"too few":                  {11, func(*ir.Module, []*ir.Node) {}, false},
		"another function":         {12, func(_ *ir.Module, calls []*ir.Node) { calls[5].Callee = &ir.Func{} }, false},
		"the input again":          {12, func(_ *ir.Module, calls []*ir.Node) { calls[5].Args[x] = calls[0].Args[x] }, false},
		"what an earlier one made": {12, func(_ *ir.Module, calls []*ir.Node) { calls[5].Args[x] = calls[1].Result() }, false},
		"the same from the start":  {12, func(_ *ir.Module, calls []*ir.Node) { forAll(calls, x, calls[0].Args[x]) }, true},
		"computed before": {12, func(m *ir.Module, calls []*ir.Node) {
			forAll(calls, x, &ir.Value{Node: &ir.Node{Op: lower.Operator(ir.Neg)}})
		}, false},
		"the same columns":          {12, func(_ *ir.Module, calls []*ir.Node) { forAll(calls, push, calls[0].Args[push]) }, true},
		"columns of one alone":      {12, func(m *ir.Module, calls []*ir.Node) { calls[5].Args[push] = m.Main.Input("x") }, false},
		"columns of another input":  {12, func(m *ir.Module, calls []*ir.Node) { calls[5].Args[push].Node.Args[0] = m.Main.Input("x") }, false},
		"columns as a parameter":    {12, func(_ *ir.Module, calls []*ir.Node) { calls[0].Callee.Inputs[push].Param = true }, false},
		"columns of a parameter":    {12, func(m *ir.Module, _ []*ir.Node) { m.Main.Input("push").Param = true }, false},
		"carried as a parameter":    {12, func(_ *ir.Module, calls []*ir.Node) { calls[0].Callee.Inputs[x].Param = true }, false},
		"carried from a parameter":  {12, func(m *ir.Module, _ []*ir.Node) { m.Main.Input("x").Param = true }, false},
		"a parameter as a value":    {12, func(_ *ir.Module, calls []*ir.Node) { calls[0].Callee.Inputs[w].Param = false }, false},
		"a parameter renamed":       {12, func(_ *ir.Module, calls []*ir.Node) { calls[0].Callee.Inputs[w].Name = "v" }, false},
		"a value for its parameter": {12, func(m *ir.Module, _ []*ir.Node) { m.Main.Input("w").Param = false }, false},
		"results that are indices":  {12, func(_ *ir.Module, calls []*ir.Node) { calls[0].Callee.Outputs[0].Value.Type.DType = ir.Index }, false},
	} {
		m := chained(t, c.times)
		var calls []*ir.Node
		for _, node := range m.Main.Nodes {
			if node.Callee != nil {
				calls = append(calls, node)
			}
		}
		require.Len(t, calls, c.times)
		c.change(m, calls)
		require.Equal(t, c.chain, chainOf(m) != nil, what)
	}
}

// forAll gives all calls one argument.
func forAll(calls []*ir.Node, i int, arg *ir.Value) {
	for _, call := range calls {
		call.Args[i] = arg
	}
}

// TestPartsOfChains: inputs are carried, given or columns, and the programs of a chain share their memory and divide a batch
// in one way.
func TestPartsOfChains(t *testing.T) {
	c := chainOf(chained(t, 12))
	require.Equal(t, []string{"x"}, c.read)
	require.Equal(t, map[string]int{"x": 0}, c.carried)
	require.Equal(t, map[string]string{"x": "x", "w": "w"}, c.given)
	require.Equal(t, columns{"push", []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 1}, c.columns["push"])
	require.Equal(t, []string{""}, c.inputs[10], "main reads the last alone")
	require.Equal(t, []string{"result0/application12"}, c.inputs[11])
	params, err := c.trained()
	require.NoError(t, err)
	require.Equal(t, []string{"w"}, params)

	a, err := c.compile(params, Options{})
	require.NoError(t, err)
	require.NotNil(t, a.step.options.Memory)
	for _, p := range []*Program{a.step, a.loss} {
		require.Same(t, a.back.options.Memory, p.options.Memory)
		require.Equal(t, [2]int{a.back.leastEdges, a.back.mostEdges}, [2]int{p.leastEdges, p.mostEdges})
	}
	own := &Memory{}
	a, err = c.compile(params, Options{Memory: own})
	require.NoError(t, err)
	require.Same(t, own, a.step.options.Memory)
}
