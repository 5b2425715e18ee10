package builder

import (
	"fmt"

	"gmnc/ir"
)

// writeGNN writes plain message passing: features start from the
// coordinates [x, v] themselves, edges know the product of the charges and
// their type, and a decoder reads the position off the last features. It has
// no symmetry but the renumbering of particles.
func writeGNN(w *writer) {
	var (
		embedding = w.coordinateEmbedding()
		messages  = w.plainMessages()
		node      = w.nodeUpdate(once)
		decoder   = w.decoder()
	)
	features := w.Name("features", w.Concat(w.edgeAttributes()...))

	h := w.call(embedding, w.inputs.Position, w.inputs.Velocity)[0]
	for layer := range w.config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			message := w.call(messages, append([]*ir.Value{h}, w.edgeArgs(features)...)...)[0]
			h = w.call(node, h, message)[0]
		})
		w.model.Layers = append(w.model.Layers, Layer{Features: h})
	}
	last := &w.model.Layers[len(w.model.Layers)-1]
	last.Position = w.Name("position", w.call(decoder, h)[0])
}

// coordinateEmbedding maps position and velocity to features.
func (w *writer) coordinateEmbedding() function {
	return w.define("coordinate_embedding", func(b *networks) {
		x, v := b.vector("position"), b.vector("velocity")
		b.Output("features", b.linear("embedding", b.Concat(x, v), w.config.Hidden))
	})
}

// plainMessages defines, for each particle, the sum over its neighbours of
//
//	m_ij = MLP([h_i, h_j, e_ij])
func (w *writer) plainMessages() function {
	hidden := w.config.Hidden
	return w.define("plain_messages", func(b *networks) {
		h := b.features("features", hidden)
		features, senders, mask := w.edgeInputs(b, w.edgeAttributeCount())
		in := b.Concat(b.Repeat(h, Neighbors), b.Gather(h, senders), features)
		message := b.SiLU(b.mlp("edge", in, hidden, hidden))
		if mask != nil {
			message = b.Mul(message, mask)
		}
		b.Output("message", b.SumGroups(message, Neighbors))
	})
}

// decoder defines the position as a perceptron of the features.
func (w *writer) decoder() function {
	hidden := w.config.Hidden
	return w.define("decoder", func(b *networks) {
		b.Output("position", b.mlp("decoder", b.features("features", hidden), hidden, 3))
	})
}
