package builder

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/builder/graph"
)

// writeEGNN writes the Equivariant Graph Neural Network with velocity: the
// message passing of GMN, and every particle moves by itself.
//
//	published: x' = x + psi(h) v + f, v the input velocity in every layer
//	paper:     v' = psi(h) v + f, x' = x + v' (Eq. 3 to 5)
func writeEGNN(w *graph.Writer) {
	var (
		embedding = w.EmbeddingFunction()
		interact  = w.Interaction()
		node      = w.NodeUpdate()
		move      = particleKinematics(w)
	)
	in := w.Inputs
	features := w.EdgeFeatures()

	h := w.Call(embedding, w.EmbeddingArgs()...)[0]
	x, v := in.Position, in.Velocity
	for layer := range w.Config.Layers {
		state := graph.Layer{}
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			force, message := interact(h, x, features)
			moved := w.Call(move, x, v, force, h)
			x = w.Name("position", moved[0])
			if w.Config.Form == config.Paper {
				v = w.Name("velocity", moved[1])
				state.Velocity = v
			}
			h = node(h, message)
		})
		state.Features, state.Position = h, x
		w.AddLayer(state)
	}
}

// particleKinematics defines how a particle moves that belongs to nothing:
//
//	v' = psi(h) v + f
//	x' = x + v'
func particleKinematics(w *graph.Writer) graph.Function {
	hidden := w.Config.Hidden
	return w.Define("particle_kinematics", func(b *graph.Networks) {
		x, v, force := b.VectorInput("position"), b.VectorInput("velocity"), b.VectorInput("force")
		h := b.FeaturesInput("features", hidden)
		velocity := b.Add(b.Mul(b.MLP("velocity", h, hidden, 1), v), force)
		b.Output("position", b.Add(x, velocity))
		b.Output("velocity", velocity)
	})
}
