package builder

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/objects"
	"gmnc/ir"
)

// writeGMN writes the Graph Mechanics Network (Algorithm 1 of the paper).
//
// Every particle carries its object's state, so that all kinds of objects
// run through one forward kinematics: the generalized position q of its
// object, and its bar r = x - q, which only rotates. An isolated particle
// and a joint have no bar, and their x is q.
func writeGMN(w *graph.Writer) {
	kinds := objects.Kinds{Sticks: true, Hinges: w.Config.Hinges != config.TwoSticks}
	writeLayers(w, kinds, objects.RigidKinematics(w, kinds))
}

// writeLayers writes what all models of the GMN family have: the interaction and the motion of
// objects in every layer.
func writeLayers(w *graph.Writer, kinds objects.Kinds, move objects.Kinematics) {
	var (
		embedding = w.EmbeddingFunction()
		interact  = w.Interaction()
		node      = w.NodeUpdateFunction(graph.Twice)
		motion    = objectMotion(w, kinds, move)
	)
	features := w.EdgeFeatures()

	x, v := w.Inputs.Position, w.Inputs.Velocity
	h := w.Call(embedding, w.EmbeddingArgs()...)[0]
	for layer := range w.Config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			force, message := interact(h, x, features)
			x, v = motion(h, x, v, force)
			x, v = w.Name("position", x), w.Name("velocity", v)
			h = w.Call(node, h, message)[0]
		})
		w.AddLayer(graph.Layer{Features: h, Position: x, Velocity: v})
	}
}

// RigidMotion defines the forward kinematics of all kinds of objects (Eq. 6 to 9) and returns a
// function that writes a layer of it. The layer takes features [particles,Hidden], positions,
// velocities and the force on each particle [particles,3], and returns new positions and
// velocities. Bars keep their lengths.
func RigidMotion(w *graph.Writer) func(h, x, v, force *ir.Value) (position, velocity *ir.Value) {
	kinds := objects.Kinds{Sticks: true, Hinges: true}
	return objectMotion(w, kinds, objects.RigidKinematics(w, kinds))
}

// objectMotion defines the inverse dynamics of objects. move writes the motion that follows.
func objectMotion(w *graph.Writer, kinds objects.Kinds, move objects.Kinematics) func(h, x, v, force *ir.Value) (position, velocity *ir.Value) {
	stick, hinge, dynamics := objects.StickKinematics(w), objects.HingeKinematics(w), objects.InverseDynamics(w, kinds)
	m := objects.MembersOf(w, kinds)
	return func(h, x, v, force *ir.Value) (position, velocity *ir.Value) {
		s := objects.State{H: h, X: x, V: v, Force: force}
		partnerX, partnerV := w.Gather(x, m.Partner), w.Gather(v, m.Partner)
		bars := w.Call(stick, x, v, partnerX, partnerV)
		s.Bar, s.BarVelocity = bars[0], bars[1]
		if kinds.Hinges {
			bars := w.Call(hinge, x, v, partnerX, partnerV)
			s.Bar = w.Select(m.IsHinge, bars[0], s.Bar)
			s.BarVelocity = w.Select(m.IsHinge, bars[1], s.BarVelocity)
		}
		s.Acceleration = w.Call(dynamics, append(m.Args(), force, s.Bar, s.BarVelocity)...)[0]
		return move(s, m)
	}
}
