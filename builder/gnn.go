package builder

import (
	"fmt"

	"gmnc/ir"
)

// writeGNN writes plain message passing: features start from the
// coordinates [x, v] themselves, edges know the product of the charges and
// their type, and a decoder reads the position off the last features. It has
// no symmetry but the renumbering of particles.
func writeGNN(w *Writer) {
	var (
		embedding = w.coordinateEmbedding()
		messages  = w.plainMessages()
		node      = w.nodeUpdate(once)
		decoder   = w.decoder()
	)
	features := w.Name("features", w.Concat(w.edgeAttributes()...))

	h := w.Call(embedding, w.Inputs.Position, w.Inputs.Velocity)[0]
	for layer := range w.Config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			message := w.Call(messages, append([]*ir.Value{h}, w.edgeArgs(features)...)...)[0]
			h = w.Call(node, h, message)[0]
		})
		w.AddLayer(Layer{Features: h})
	}
	last := &w.model.Layers[len(w.model.Layers)-1]
	last.Position = w.Name("position", w.Call(decoder, h)[0])
}

// coordinateEmbedding maps position and velocity to features.
func (w *Writer) coordinateEmbedding() Function {
	return w.Define("coordinate_embedding", func(b *Networks) {
		x, v := b.vector("position"), b.vector("velocity")
		b.Output("features", b.Linear("embedding", b.Concat(x, v), w.Config.Hidden))
	})
}

// plainMessages defines, for each particle, the sum over its neighbours of
//
//	m_ij = MLP([h_i, h_j, e_ij])
func (w *Writer) plainMessages() Function {
	hidden := w.Config.Hidden
	return w.Define("plain_messages", func(b *Networks) {
		h := b.features("features", hidden)
		features, senders, mask := w.edgeInputs(b, w.edgeAttributeCount())
		in := b.Concat(b.Repeat(h, Neighbors), b.Gather(h, senders), features)
		message := b.SiLU(b.MLP("edge", in, hidden, hidden))
		if mask != nil {
			message = b.Mul(message, mask)
		}
		b.Output("message", b.SumGroups(message, Neighbors))
	})
}

// decoder defines the position as a perceptron of the features.
func (w *Writer) decoder() Function {
	hidden := w.Config.Hidden
	return w.Define("decoder", func(b *Networks) {
		b.Output("position", b.MLP("decoder", b.features("features", hidden), hidden, 3))
	})
}
