package builder

import (
	"fmt"

	"gmnc/ir"
)

// writeEGNN writes the Equivariant Graph Neural Network with velocity: the
// message passing of GMN, and every particle moves by itself.
//
//	published: x' = x + psi(h) v + f, v the input velocity in every layer
//	paper:     v' = psi(h) v + f, x' = x + v' (Eq. 3 to 5)
func writeEGNN(w *writer) {
	var (
		embedding = w.embedding()
		messages  = w.messagePassing()
		node      = w.nodeUpdate(once)
		move      = w.particleKinematics()
	)
	in := w.inputs
	features := w.edgeFeatures()

	h := w.call(embedding, w.embeddingArgs()...)[0]
	x, v := in.Position, in.Velocity
	for layer := range w.config.Layers {
		state := Layer{}
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			edge := w.call(messages, append([]*ir.Value{h, x}, w.edgeArgs(features)...)...)
			force, message := edge[0], edge[1]
			moved := w.call(move, x, v, force, h)
			x = w.Name("position", moved[0])
			if w.config.Form == Paper {
				v = w.Name("velocity", moved[1])
				state.Velocity = v
			}
			h = w.call(node, h, message)[0]
		})
		state.Features, state.Position = h, x
		w.model.Layers = append(w.model.Layers, state)
	}
}

// particleKinematics defines how a particle moves that belongs to nothing:
//
//	v' = psi(h) v + f
//	x' = x + v'
func (w *writer) particleKinematics() function {
	hidden := w.config.Hidden
	return w.define("particle_kinematics", func(b *networks) {
		x, v, force := b.vector("position"), b.vector("velocity"), b.vector("force")
		h := b.features("features", hidden)
		velocity := b.Add(b.Mul(b.mlp("velocity", h, hidden, 1), v), force)
		b.Output("position", b.Add(x, velocity))
		b.Output("velocity", velocity)
	})
}
