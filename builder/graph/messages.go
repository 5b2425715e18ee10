package graph

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/ir"
)

// MostForce is the largest force on an edge; see Config.Clamp.
const MostForce = 100

// Interaction defines the message passing of EGNN and GMN and returns a function that writes a
// layer of it. The layer takes features h [particles,Hidden], positions x [particles,3] and
// EdgeFeatures, and returns the force on each particle [particles,3] and the sum of its
// messages [particles,Hidden].
func (w *Writer) Interaction() func(h, x, features *ir.Value) (force, message *ir.Value) {
	messages := w.messagePassing()
	return func(h, x, features *ir.Value) (force, message *ir.Value) {
		edge := w.Call(messages, append([]*ir.Value{h, x}, w.EdgeArgs(features)...)...)
		return edge[0], edge[1]
	}
}

// messagePassing defines the interaction (Eq. 5): for each edge i <- j
//
//	m_ij = MLP([h_i, h_j, |x_i - x_j|^2, e_ij])
//	f_i  = mean over j of (x_i - x_j) phi(m_ij)     [paper: the sum]
//	m_i  = sum over j of m_ij
//
// with f [particles,3] and m [particles,hidden].
func (w *Writer) messagePassing() Function {
	hidden := w.Config.Hidden
	return w.Define("message_passing", func(b *Networks) {
		h, x := b.FeaturesInput("features", hidden), b.VectorInput("position")
		features, senders, mask := w.EdgeInputs(b, w.EdgeFeatureCount())

		offset := w.EdgeOffsetIn(b, x, senders)
		square := b.Inner(offset, offset)
		in := b.Concat(b.Repeat(h, Neighbors), b.Gather(h, senders), square, features)
		message := b.SiLU(b.MLP("edge", in, hidden, hidden))
		term := w.BoundedForce(b, offset, square, b.Gate("coordinate", message, hidden), MostForce, mask)

		if mask != nil {
			message, term = b.Mul(message, mask), b.Mul(term, mask)
		}
		force := b.SumGroups(term, Neighbors)
		if w.Config.Form == config.Published {
			force = b.Div(force, NeighborCount(b.Builder, mask))
		}
		b.Output("force", force)
		b.Output("message", b.SumGroups(message, Neighbors))
	})
}

// NeighborCount returns the number of neighbors of each particle, but at least 1.
func NeighborCount(b *ir.Builder, mask *ir.Value) *ir.Value {
	count := b.Size(Neighbors)
	if mask != nil {
		count = b.SumGroups(mask, Neighbors)
	}
	return b.Maximum(count, b.Scalar(1))
}

// EdgeInputs declares the inputs of a function of edges: features [edges,width], senders
// [edges] and, in a padded model, the mask [edges,1].
func (w *Writer) EdgeInputs(b *Networks, width int) (features, senders, mask *ir.Value) {
	features = b.Input("edge_features", ir.Floats(ir.Rows(Edges), width))
	senders = b.Input("senders", ir.Indices(Particles, ir.Rows(Edges)))
	return features, senders, w.EdgeMaskInput(b)
}

// EdgeMaskInput declares the mask of edges. It returns nil in a model without padding.
func (w *Writer) EdgeMaskInput(b *Networks) *ir.Value {
	if w.Inputs.EdgeMask == nil {
		return nil
	}
	return b.Input("edge_mask", ir.Floats(ir.Rows(Edges), 1))
}

// EdgeArgs returns the arguments for EdgeInputs. No layer changes them.
func (w *Writer) EdgeArgs(features *ir.Value) []*ir.Value {
	args := []*ir.Value{features, w.Inputs.Senders}
	if w.Inputs.EdgeMask != nil {
		args = append(args, w.Inputs.EdgeMask)
	}
	if w.periodic() {
		args = append(args, w.imageShift())
	}
	return args
}

// EdgeOffsetIn is EdgeOffset within a function. It declares the last of EdgeArgs as an input.
func (w *Writer) EdgeOffsetIn(b *Networks, x, senders *ir.Value) *ir.Value {
	offset := edgeOffset(b.Builder, x, senders)
	if w.periodic() {
		offset = b.Sub(offset, b.Input("image_shift", ir.Floats(ir.Rows(Edges), 3)))
	}
	return offset
}

// These say how often the features enter the published node network.
const (
	Once  = 1
	Twice = 2
)

// NodeUpdateFunction defines how features change:
//
//	h' = h + MLP([h, m])        where h enters once
//	h' = h + MLP([h, h, m])     where h enters twice
//	h' = MLP([h, m])            in the paper's form
//	h' = MLP([..., m])          without residual
func (w *Writer) NodeUpdateFunction(times int) Function {
	hidden := w.Config.Hidden
	return w.Define("node_update", func(b *Networks) {
		h, message := b.FeaturesInput("features", hidden), b.FeaturesInput("message", hidden)
		if w.Config.Form == config.Paper {
			b.Output("features", b.MLP("node", b.Concat(h, message), hidden, hidden))
			return
		}
		in := append(slices.Repeat([]*ir.Value{h}, times), message)
		change := b.MLP("node", b.Concat(in...), hidden, hidden)
		if w.Config.Residual == config.NoResidual {
			b.Output("features", change)
			return
		}
		b.Output("features", b.Add(h, change))
	})
}

// NodeUpdate defines how features change and returns what writes a layer of it:
// from features and messages to features, [particles,Hidden] each,
//
//	h' = h + MLP([h, m])    [paper: h' = MLP([h, m])]
func (w *Writer) NodeUpdate() func(h, message *ir.Value) *ir.Value {
	update := w.NodeUpdateFunction(Once)
	return func(h, message *ir.Value) *ir.Value { return w.Call(update, h, message)[0] }
}

// Embedding is a linear layer that maps what is known of each particle besides its position to
// features [particles,Hidden].
func (w *Writer) Embedding() *ir.Value { return w.Call(w.EmbeddingFunction(), w.EmbeddingArgs()...)[0] }

// EmbeddingFunction maps the speed |v| of each particle, its charge if that is a feature of
// particles, and the features of the data to features.
func (w *Writer) EmbeddingFunction() Function {
	return w.Define("embedding", func(b *Networks) {
		in := Length(b.Builder, b.VectorInput("velocity"))
		if w.Config.Charge == config.NodeCharge {
			in = b.Concat(in, b.MaskInput("charge"))
		}
		if count := len(w.Config.NodeFeatures); count > 0 {
			in = b.Concat(in, b.FeaturesInput("node_features", count))
		}
		b.Output("features", b.Linear("embedding", in, w.Config.Hidden))
	})
}

// EmbeddingArgs returns the arguments of the embedding.
func (w *Writer) EmbeddingArgs() []*ir.Value {
	args := []*ir.Value{w.Inputs.Velocity}
	if w.Config.Charge == config.NodeCharge {
		args = append(args, w.Inputs.Charge)
	}
	if w.Inputs.NodeFeatures != nil {
		args = append(args, w.Inputs.NodeFeatures)
	}
	return args
}
