package builder

import "gmnc/ir"

// Inputs are a model's inputs, all in rows: particles of all systems one
// after the other, and edges sorted by receiver. An object is seen from its
// particles: each knows its kind and where the others are.
type Inputs struct {
	Position *ir.Value // [particles,3]
	Velocity *ir.Value // [particles,3]
	Charge   *ir.Value // [particles,1]; nil if the data have none
	Kind     *ir.Value // [particles,1]: 0 isolated, 1 stick, 2 hinge
	Partner  *ir.Value // the other end of a stick; a hinge end's joint; else itself
	First    *ir.Value // the first end of its stick or hinge; else itself
	Second   *ir.Value // the second end of its stick or hinge; else itself
	Joint    *ir.Value // the joint of its hinge; else itself
	Senders  *ir.Value // [edges]: the particle each edge comes from
	EdgeMask *ir.Value // [edges,1]: 0 for padding; nil if nothing is padded

	NodeFeatures *ir.Value // [particles,F]; nil if the data have none
	EdgeFeatures *ir.Value // [edges,F]; nil if the data have none
}

func declareInputs(b *ir.Builder, config Config, padded bool) Inputs {
	rows := ir.Rows(Particles)
	member := func(name string) *ir.Value { return b.Input(name, ir.Indices(Particles, rows)) }
	inputs := Inputs{
		Position: b.Input("position", ir.Floats(rows, 3)),
		Velocity: b.Input("velocity", ir.Floats(rows, 3)),
	}
	if !config.NoCharge {
		inputs.Charge = b.Input("charge", ir.Floats(rows, 1))
	}
	inputs.Kind = b.Input("kind", ir.Floats(rows, 1))
	inputs.Partner, inputs.First, inputs.Second, inputs.Joint = member("partner"), member("first"), member("second"), member("joint")
	inputs.Senders = b.Input("senders", ir.Indices(Particles, ir.Rows(Edges)))
	if padded || config.Sparse {
		inputs.EdgeMask = b.Input("edge_mask", ir.Floats(ir.Rows(Edges), 1))
	}
	if count := len(config.NodeFeatures); count > 0 {
		inputs.NodeFeatures = b.Input("node_features", ir.Floats(rows, count))
	}
	if count := len(config.EdgeFeatures); count > 0 {
		inputs.EdgeFeatures = b.Input("edge_features", ir.Floats(ir.Rows(Edges), count))
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
// charge is a feature of particles or there is none; the type (0 none, 1
// stick, 2 hinge bar); the features that the data have; the squared distance
// of the input positions. [edges,edgeFeatureCount]
func (w *writer) edgeFeatures() *ir.Value {
	attributes := w.edgeAttributes()
	offset := edgeOffset(w.Builder, w.inputs.Position, w.inputs.Senders)
	return w.Name("features", w.Concat(append(attributes, w.Inner(offset, offset))...))
}

// edgeAttributes are the edgeFeatures that follow from no position, in parts
// that have edgeAttributeCount columns together: [edges,.] each.
func (w *writer) edgeAttributes() []*ir.Value {
	in := w.inputs
	var features []*ir.Value
	if w.config.chargedEdges() {
		features = append(features, w.Mul(w.Repeat(in.Charge, Neighbors), w.Gather(in.Charge, in.Senders)))
	}
	receivers := w.Repeat(w.RowNumbers(Particles), Neighbors)
	bonded := w.Maximum(
		w.Same(w.Repeat(in.Partner, Neighbors), in.Senders),
		w.Same(w.Gather(in.Partner, in.Senders), receivers))
	features = append(features, w.Mul(w.Repeat(in.Kind, Neighbors), bonded))
	if in.EdgeFeatures != nil {
		features = append(features, in.EdgeFeatures)
	}
	return features
}

// chargedEdges tells whether the product of the charges is a feature.
func (c Config) chargedEdges() bool { return !c.NoCharge && c.Charge != NodeCharge }

// edgeAttributeCount is how many columns edgeAttributes have.
func (w *writer) edgeAttributeCount() int {
	count := 1 + len(w.config.EdgeFeatures)
	if w.config.chargedEdges() {
		count++
	}
	return count
}

func (w *writer) edgeFeatureCount() int { return w.edgeAttributeCount() + 1 }

// edgeOffset is x_i - x_j for each edge i <- j: [edges,3].
func edgeOffset(b *ir.Builder, position, senders *ir.Value) *ir.Value {
	return b.Sub(b.Repeat(position, Neighbors), b.Gather(position, senders))
}
