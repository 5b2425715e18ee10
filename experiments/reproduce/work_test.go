package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/ir"
	"gmnc/run"
)

// TestForwardWork: a product counts its multiplications, and an element of another operator as 16 of them.
func TestForwardWork(t *testing.T) {
	edges, three := ir.Rows(graph.Edges), ir.Fixed(3)
	node := func(op ir.OpName, transpose bool, result ir.Type, args ...ir.Type) *ir.Node {
		row, err := ir.LookupOp(op)
		require.NoError(t, err)
		n := &ir.Node{Op: row, Attrs: ir.Attrs{"transpose_x": transpose, "transpose_y": false}, Results: []*ir.Value{{Type: result}}}
		for _, arg := range args {
			n.Args = append(n.Args, &ir.Value{Type: arg})
		}
		return n
	}
	for _, c := range []struct {
		node *ir.Node
		want float64
	}{
		{node(ir.MatMul, false, ir.Floats(edges, 2), ir.Floats(edges, 3)), 4 * 5 * 2 * 3},
		{node(ir.MatMul, true, ir.Floats(three, 2), ir.Floats(edges, 3)), 3 * 2 * 4 * 5},
		{node(ir.Add, false, ir.Floats(edges, 2)), 4 * 5 * 2 * 16},
		{node(ir.Add, false, ir.Floats(ir.Rows(graph.Particles), 7)), 4 * 7 * 16},
		{node(ir.Add, false, ir.Indices("particles", three)), 3 * 16},
	} {
		k := costs{graphs: map[string]*ir.Module{protocol.Digest(config.Config{}): {Main: &ir.Func{Nodes: []*ir.Node{c.node}}}}}
		work, err := k.forwardWork(config.Config{}, 4, 5)
		require.NoError(t, err)
		require.Equal(t, c.want, work)
	}
}

// TestCostOfCells: training counts three forward passes of each sample in each epoch, twice for reversed
// samples; validation, the test and the saving of epochs count, too.
func TestCostOfCells(t *testing.T) {
	c := protocol.Cell{Data: corpus.DataSet{Kind: corpus.NBody, System: "3,0,0", Valid: 20}, Test: corpus.DataSet{Test: 7}}
	c.Training = run.Options{Epochs: 10, TrainSize: 100, ValidEvery: 5}
	particles, neighbors, known := c.Data.Extent()
	require.True(t, known)
	k := newCosts()
	k.systems[protocol.Digest([]any{c.Model, particles, neighbors})] = 1e6
	work := func(c protocol.Cell) float64 {
		w, err := k.of(c)
		require.NoError(t, err)
		return w
	}
	require.Equal(t, 1e6*(10*(3*100+4.)+7)+10*2e8, work(c))
	c.Training.Reverse = true
	require.Equal(t, 1e6*(10*(6*100+4.)+7)+10*2e8, work(c))
	require.Equal(t, 1e10, work(protocol.Cell{Regression: "linear"}))
	require.Equal(t, 1e10, work(protocol.Cell{Robot: &protocol.RobotFit{}}))
	require.Equal(t, fitting{protocol.Fit{Steps: 3}}.work(), work(protocol.Cell{Fit: &protocol.Fit{Steps: 3}}))
}
