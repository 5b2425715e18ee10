package mechanics

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// ofKind is 1 for edges between pairs of a kind and 0 for others: [edges,1]. particles are the
// features of particles. The last columns of edges are the features of edges in the data.
func ofKind(w *graph.Writer, b *graph.Networks, kind *config.PairKind, particles, senders, edges *ir.Value) *ir.Value {
	var found *ir.Value
	if len(kind.Ends) > 0 {
		names := w.Config.NodeFeatures
		receiver, sender := b.Repeat(particles, graph.Neighbors), b.Gather(particles, senders)
		ordered := func(one, other map[string]float32) *ir.Value {
			return b.Mul(equal(b.Builder, receiver, names, one), equal(b.Builder, sender, names, other))
		}
		found = b.Maximum(ordered(kind.Ends[0], kind.Ends[1]), ordered(kind.Ends[1], kind.Ends[0]))
	}
	if len(kind.Edge) > 0 {
		columns := edges.Type.Columns()
		own := equal(b.Builder, b.Columns(edges, columns-len(kind.Edge), columns), w.Config.EdgeFeatures, kind.Edge)
		if found == nil {
			return own
		}
		return b.Mul(found, own)
	}
	return found
}

// equal is 1 for rows in which the columns with these names have the given values, and 0 for
// others: [rows,1].
func equal(b *ir.Builder, x *ir.Value, names []string, values map[string]float32) *ir.Value {
	row := make([]float64, len(names))
	for i, name := range names {
		row[i] = float64(values[name])
	}
	off := b.SumColumns(b.Abs(b.Sub(x, b.Const(1, len(row), row...))))
	return b.Sub(b.Scalar(1), b.Greater(off, b.Scalar(0)))
}
