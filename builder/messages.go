package builder

import (
	"slices"

	"gmnc/ir"
)

// forceLimit bounds each component of each edge's force.
const forceLimit = 100

// messagePassing defines the interaction (Eq. 5): for each edge i <- j
//
//	m_ij = MLP([h_i, h_j, |x_i - x_j|^2, e_ij])
//	f_i  = mean over j of (x_i - x_j) phi(m_ij)     [paper: the sum]
//	m_i  = sum over j of m_ij
//
// with f [particles,3] and m [particles,hidden].
func (w *writer) messagePassing() function {
	hidden := w.config.Hidden
	return w.define("message_passing", func(b *networks) {
		h, x := b.features("features", hidden), b.vector("position")
		features, senders, mask := w.edgeInputs(b, w.edgeFeatureCount())

		offset := edgeOffset(b.Builder, x, senders)
		in := b.Concat(b.Repeat(h, Neighbors), b.Gather(h, senders), b.Inner(offset, offset), features)
		message := b.SiLU(b.mlp("edge", in, hidden, hidden))
		term := b.Clamp(b.Mul(offset, b.gate("coordinate", message, hidden)), -forceLimit, forceLimit)

		if mask != nil {
			message, term = b.Mul(message, mask), b.Mul(term, mask)
		}
		force := b.SumGroups(term, Neighbors)
		if w.config.Form == Published {
			force = b.Div(force, neighborCount(b.Builder, mask))
		}
		b.Output("force", force)
		b.Output("message", b.SumGroups(message, Neighbors))
	})
}

// neighborCount is how many neighbours a particle has, at least 1.
func neighborCount(b *ir.Builder, mask *ir.Value) *ir.Value {
	count := b.Size(Neighbors)
	if mask != nil {
		count = b.SumGroups(mask, Neighbors)
	}
	return b.Maximum(count, b.Scalar(1))
}

// edgeInputs declares what a function knows of edges: features
// [edges,width], senders [edges] and, in a padded model, the mask [edges,1].
func (w *writer) edgeInputs(b *networks, width int) (features, senders, mask *ir.Value) {
	features = b.Input("edge_features", ir.Floats(ir.Rows(Edges), width))
	senders = b.Input("senders", ir.Indices(Particles, ir.Rows(Edges)))
	return features, senders, w.maskInput(b)
}

// maskInput declares the mask of edges, nil in a model without padding.
func (w *writer) maskInput(b *networks) *ir.Value {
	if w.inputs.EdgeMask == nil {
		return nil
	}
	return b.Input("edge_mask", ir.Floats(ir.Rows(Edges), 1))
}

// edgeArgs are the arguments for edgeInputs, which no layer changes.
func (w *writer) edgeArgs(features *ir.Value) []*ir.Value {
	args := []*ir.Value{features, w.inputs.Senders}
	if w.inputs.EdgeMask != nil {
		args = append(args, w.inputs.EdgeMask)
	}
	return args
}

// How often the features enter the published node network.
const (
	once  = 1
	twice = 2
)

// nodeUpdate defines how features change:
//
//	h' = h + MLP([h, m])        where h enters once
//	h' = h + MLP([h, h, m])     where h enters twice
//	h' = MLP([h, m])            in the paper's form
func (w *writer) nodeUpdate(times int) function {
	hidden := w.config.Hidden
	return w.define("node_update", func(b *networks) {
		h, message := b.features("features", hidden), b.features("message", hidden)
		if w.config.Form == Paper {
			b.Output("features", b.mlp("node", b.Concat(h, message), hidden, hidden))
			return
		}
		in := append(slices.Repeat([]*ir.Value{h}, times), message)
		b.Output("features", b.Add(h, b.mlp("node", b.Concat(in...), hidden, hidden)))
	})
}

// embedding maps the speed |v| of each particle, its charge where that is a
// feature of particles, and the features that the data have, to features.
func (w *writer) embedding() function {
	return w.define("embedding", func(b *networks) {
		in := length(b.Builder, b.vector("velocity"))
		if w.config.Charge == NodeCharge {
			in = b.Concat(in, b.mask("charge"))
		}
		if count := len(w.config.NodeFeatures); count > 0 {
			in = b.Concat(in, b.features("node_features", count))
		}
		b.Output("features", b.linear("embedding", in, w.config.Hidden))
	})
}

// embeddingArgs are the arguments of the embedding.
func (w *writer) embeddingArgs() []*ir.Value {
	args := []*ir.Value{w.inputs.Velocity}
	if w.config.Charge == NodeCharge {
		args = append(args, w.inputs.Charge)
	}
	if w.inputs.NodeFeatures != nil {
		args = append(args, w.inputs.NodeFeatures)
	}
	return args
}
