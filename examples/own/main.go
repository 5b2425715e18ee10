// Command own is gmnc with models of its own beside the built-in ones: every
// command takes --model springs or pairs, or the runs and files that it has made.
package main

import (
	"context"
	"fmt"
	"os"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/cmd/commandline"
)

func main() {
	if err := register(); err != nil {
		fmt.Fprintln(os.Stderr, "own:", err)
		os.Exit(1)
	}
	os.Exit(commandline.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

func register() error {
	err := builder.Register("springs", config.Description{
		Summary:  "springs between all particles, learned from their distances; sticks and hinges stay rigid",
		Symmetry: "rotations, reflections, translations", Rigid: true,
	}, springs)
	if err != nil {
		return err
	}
	return builder.Register("pairs", config.Description{
		Summary:  "an energy of all pairs, learned from their distances, and the forces that follow",
		Symmetry: "rotations, reflections, translations",
	}, pairs)
}

// pairs writes an energy: the sum over pairs of a function of their distance.
func pairs(w *graph.Writer) {
	distance := w.Length(w.EdgeOffset(w.Inputs.Position))
	near := w.RadialFeatures(distance, 16, 6) // 16 Gaussians up to a distance of 6
	w.Energy(w.OverNeighbors(w.MLP("pair", near, w.Config.Hidden, 1)))
}

// springs writes the model. In each layer a particle feels the sum over all
// others of
//
//	(x_i - x_j) phi(m_ij) + psi((x_i - x_j, v_i - v_j), m_ij)
//
// with m_ij a perceptron of both particles' features and of their distance, phi
// a gate and psi an equivariant layer; objects move by it as rigid bodies.
func springs(w *graph.Writer) {
	hidden := w.Config.Hidden
	move, update := builder.RigidMotion(w), w.NodeUpdate()
	h, x, v := w.Embedding(), w.Inputs.Position, w.Inputs.Velocity
	known := w.EdgeFeatures()
	for layer := range w.Config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			offset := w.EdgeOffset(x)
			near := w.RadialFeatures(w.Length(offset), 8, 10)
			seen := w.Concat(w.Repeat(h, graph.Neighbors), w.Gather(h, w.Inputs.Senders), near, known)
			message := w.SiLU(w.MLP("message", seen, hidden, hidden))
			pull := w.Mul(offset, w.Gate("pull", message, hidden))
			push := w.Equivariant("push", w.Concat(offset, w.EdgeOffset(v)), message, 1, hidden)
			x, v = move(h, x, v, w.OverNeighbors(w.Add(pull, w.Mul(push, w.Scalar(0.01)))))
			h = update(h, w.OverNeighbors(message))
		})
		w.AddLayer(graph.Layer{Features: h, Position: x, Velocity: v})
	}
}
