package builder

import (
	"fmt"

	"gmnc/builder/graph"
	"gmnc/ir"
)

// writeGNN writes plain message passing. Features start from the coordinates [x, v], edges know
// the product of the charges and their type, and a decoder computes the position from the last
// features. The model is equivariant only to permutations of the particles.
func writeGNN(w *graph.Writer) {
	var (
		embedding = coordinateEmbedding(w)
		messages  = plainMessages(w)
		node      = w.NodeUpdateFunction(graph.Once)
		decoder   = decoder(w)
	)
	features := w.Name("features", w.Concat(w.EdgeAttributes()...))

	h := w.Call(embedding, w.Inputs.Position, w.Inputs.Velocity)[0]
	for layer := range w.Config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			message := w.Call(messages, append([]*ir.Value{h}, w.EdgeArgs(features)...)...)[0]
			h = w.Call(node, h, message)[0]
		})
		state := graph.Layer{Features: h}
		if layer == w.Config.Layers-1 {
			state.Position = w.Name("position", w.Call(decoder, h)[0])
		}
		w.AddLayer(state)
	}
}

// coordinateEmbedding maps position and velocity to features.
func coordinateEmbedding(w *graph.Writer) graph.Function {
	return w.Define("coordinate_embedding", func(b *graph.Networks) {
		x, v := b.VectorInput("position"), b.VectorInput("velocity")
		b.Output("features", b.Linear("embedding", b.Concat(x, v), w.Config.Hidden))
	})
}

// plainMessages defines, for each particle, the sum over its neighbors of
//
//	m_ij = MLP([h_i, h_j, e_ij])
func plainMessages(w *graph.Writer) graph.Function {
	hidden := w.Config.Hidden
	return w.Define("plain_messages", func(b *graph.Networks) {
		h := b.FeaturesInput("features", hidden)
		features, senders, mask := w.EdgeInputs(b, w.EdgeAttributeCount())
		in := b.Concat(b.Repeat(h, graph.Neighbors), b.Gather(h, senders), features)
		message := b.SiLU(b.MLP("edge", in, hidden, hidden))
		if mask != nil {
			message = b.Mul(message, mask)
		}
		b.Output("message", b.SumGroups(message, graph.Neighbors))
	})
}

// decoder defines the position as a perceptron of the features.
func decoder(w *graph.Writer) graph.Function {
	hidden := w.Config.Hidden
	return w.Define("decoder", func(b *graph.Networks) {
		b.Output("position", b.MLP("decoder", b.FeaturesInput("features", hidden), hidden, 3))
	})
}
