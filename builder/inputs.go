package builder

import "gmnc/ir"

// Inputs are a model's inputs, all in rows: particles of all systems one
// after the other, and edges sorted by receiver. An object is seen from its
// particles: each knows its kind and where the others are.
type Inputs struct {
	Position *ir.Value // [particles,3]
	Velocity *ir.Value // [particles,3]
	Charge   *ir.Value // [particles,1]
	Kind     *ir.Value // [particles,1]: 0 isolated, 1 stick, 2 hinge
	Partner  *ir.Value // the other end of a stick; a hinge end's joint; else itself
	First    *ir.Value // the first end of its stick or hinge; else itself
	Second   *ir.Value // the second end of its stick or hinge; else itself
	Joint    *ir.Value // the joint of its hinge; else itself
	Senders  *ir.Value // [edges]: the particle each edge comes from
	EdgeMask *ir.Value // [edges,1]: 0 for padding; nil if nothing is padded
}

func declareInputs(b *ir.Builder, padded bool) Inputs {
	rows := ir.Rows(Particles)
	member := func(name string) *ir.Value { return b.Input(name, ir.Indices(Particles, rows)) }
	inputs := Inputs{
		Position: b.Input("position", ir.Floats(rows, 3)),
		Velocity: b.Input("velocity", ir.Floats(rows, 3)),
		Charge:   b.Input("charge", ir.Floats(rows, 1)),
		Kind:     b.Input("kind", ir.Floats(rows, 1)),
		Partner:  member("partner"),
		First:    member("first"),
		Second:   member("second"),
		Joint:    member("joint"),
		Senders:  b.Input("senders", ir.Indices(Particles, ir.Rows(Edges))),
	}
	if padded {
		inputs.EdgeMask = b.Input("edge_mask", ir.Floats(ir.Rows(Edges), 1))
	}
	return inputs
}

// smallSquare floors a squared length where a length is taken: 1e-12 is
// nothing in the units of any data set, and the slope at 0 stays finite.
const smallSquare = 1e-24

// length is |v| for one vector a row: [rows,1].
func length(b *ir.Builder, v *ir.Value) *ir.Value {
	return b.Sqrt(b.Maximum(b.Inner(v, v), b.Scalar(smallSquare)))
}

// edgeFeatures are, for each edge i <- j: the product of the charges, unless
// charge is a feature of particles; the type (0 none, 1 stick, 2 hinge bar);
// the squared distance of the input positions. [edges,edgeFeatureCount]
func (w *writer) edgeFeatures() *ir.Value {
	types := w.edgeTypes()
	offset := edgeOffset(w.Builder, w.inputs.Position, w.inputs.Senders)
	return w.Name("features", w.Concat(append(types, w.Inner(offset, offset))...))
}

// edgeTypes are edgeFeatures without the distance: [edges,1] each.
func (w *writer) edgeTypes() []*ir.Value {
	in := w.inputs
	var features []*ir.Value
	if w.config.Charge != NodeCharge {
		features = append(features, w.Mul(w.Repeat(in.Charge, Neighbors), w.Gather(in.Charge, in.Senders)))
	}
	receivers := w.Repeat(w.RowNumbers(Particles), Neighbors)
	bonded := w.Maximum(
		w.Same(w.Repeat(in.Partner, Neighbors), in.Senders),
		w.Same(w.Gather(in.Partner, in.Senders), receivers))
	return append(features, w.Mul(w.Repeat(in.Kind, Neighbors), bonded))
}

func (w *writer) edgeFeatureCount() int {
	if w.config.Charge == NodeCharge {
		return 2
	}
	return 3
}

// edgeOffset is x_i - x_j for each edge i <- j: [edges,3].
func edgeOffset(b *ir.Builder, position, senders *ir.Value) *ir.Value {
	return b.Sub(b.Repeat(position, Neighbors), b.Gather(position, senders))
}
