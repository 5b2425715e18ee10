package builder

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// writeGMN writes the Graph Mechanics Network (Algorithm 1 of the paper).
//
// Every particle carries its object's state, so that all kinds of objects
// run through one forward kinematics: the generalised position q of its
// object, and its bar r = x - q, which only rotates. An isolated particle
// and a joint have no bar, and their x is q.
func writeGMN(w *graph.Writer) {
	kinds := objectKinds{sticks: true, hinges: w.Config.Hinges != config.TwoSticks}
	writeLayers(w, kinds, rigidKinematics(w, kinds))
}

// state is what a layer starts with and what acts on the particles, a row
// each: features, positions, velocities; the bar x - q and its velocity; the
// force f, and the acceleration of the object's q.
type state struct {
	h, x, v             *ir.Value
	bar, barVelocity    *ir.Value
	force, acceleration *ir.Value
}

// kinematics writes how a layer moves the particles: their new positions
// and velocities.
type kinematics func(s state, m members) (x, v *ir.Value)

// writeLayers writes what the models of the GMN family share: the interaction
// and the motion of objects in every layer.
func writeLayers(w *graph.Writer, kinds objectKinds, move kinematics) {
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

// RigidMotion defines the forward kinematics of all kinds of objects (Eq. 6 to 9)
// and returns what moves particles by it, in a layer each call: from features
// [particles,Hidden], positions, velocities and the force on each particle
// [particles,3] to new positions and velocities. Bars keep their lengths.
func RigidMotion(w *graph.Writer) func(h, x, v, force *ir.Value) (position, velocity *ir.Value) {
	kinds := objectKinds{sticks: true, hinges: true}
	return objectMotion(w, kinds, rigidKinematics(w, kinds))
}

// objectMotion defines the inverse dynamics of objects; move is how they move then.
func objectMotion(w *graph.Writer, kinds objectKinds, move kinematics) func(h, x, v, force *ir.Value) (position, velocity *ir.Value) {
	stick, hinge, dynamics := stickKinematics(w), hingeKinematics(w), inverseDynamics(w, kinds)
	m := membersOf(w, kinds)
	return func(h, x, v, force *ir.Value) (position, velocity *ir.Value) {
		s := state{h: h, x: x, v: v, force: force}
		partnerX, partnerV := w.Gather(x, m.partner), w.Gather(v, m.partner)
		bars := w.Call(stick, x, v, partnerX, partnerV)
		s.bar, s.barVelocity = bars[0], bars[1]
		if kinds.hinges {
			bars := w.Call(hinge, x, v, partnerX, partnerV)
			s.bar = w.Select(m.isHinge, bars[0], s.bar)
			s.barVelocity = w.Select(m.isHinge, bars[1], s.barVelocity)
		}
		s.acceleration = w.Call(dynamics, append(m.args(), force, s.bar, s.barVelocity)...)[0]
		return move(s, m)
	}
}
