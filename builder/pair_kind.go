package builder

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/ir"
)

// PairKind says which pairs of particles a formula is of, by the features of the data.
type PairKind struct {
	// Ends are the features of both particles by their names, in either order.
	Ends []map[string]float32 `json:"ends,omitempty"`
	Edge map[string]float32   `json:"edge,omitempty"` // features of the edge
}

// validate reports a kind that does not name exactly the features of the data.
func (k *PairKind) validate(node, edge []string) error {
	if len(node)+len(edge) == 0 {
		if k != nil {
			return fmt.Errorf("it says which pairs it is of, and the data have no features by which pairs differ: leave \"pairs\" out")
		}
		return nil
	}
	if k == nil {
		return fmt.Errorf("the data have the features %q of particles and %q of edges, and the law does not say which pairs it is of: write it with gmnc law from these data", node, edge)
	}
	ends := 0
	if len(node) > 0 {
		ends = 2
	}
	if len(k.Ends) != ends {
		return fmt.Errorf("its pairs have the features of %d particles: expected %d, with the features %q each", len(k.Ends), ends, node)
	}
	for _, end := range k.Ends {
		if !sameNames(end, node) {
			return fmt.Errorf("particles of its pairs have the features %q; the data have %q", slices.Sorted(maps.Keys(end)), node)
		}
	}
	if !sameNames(k.Edge, edge) {
		return fmt.Errorf("edges of its pairs have the features %q; the data have %q", slices.Sorted(maps.Keys(k.Edge)), edge)
	}
	return nil
}

func sameNames(of map[string]float32, names []string) bool {
	return slices.Equal(slices.Sorted(maps.Keys(of)), slices.Sorted(slices.Values(names)))
}

// ofKind is 1 of edges between pairs of a kind, and 0 of others: [edges,1]. particles are
// the features of particles, edges the ones of edges, whose last columns the data have.
func (w *Writer) ofKind(b *Networks, kind *PairKind, particles, senders, edges *ir.Value) *ir.Value {
	var found *ir.Value
	if len(kind.Ends) > 0 {
		names := w.Config.NodeFeatures
		receiver, sender := b.Repeat(particles, Neighbors), b.Gather(particles, senders)
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

// equal is 1 of rows whose columns, of these names, have the values, and 0 of others:
// [rows,1].
func equal(b *ir.Builder, x *ir.Value, names []string, values map[string]float32) *ir.Value {
	row := make([]float64, len(names))
	for i, name := range names {
		row[i] = float64(values[name])
	}
	off := b.SumColumns(b.Abs(b.Sub(x, b.Const(1, len(row), row...))))
	return b.Sub(b.Scalar(1), b.Greater(off, b.Scalar(0)))
}
