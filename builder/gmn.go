package builder

import (
	"fmt"

	"gmnc/ir"
)

// writeGMN writes the Graph Mechanics Network (Algorithm 1 of the paper).
//
// Every particle carries its object's state, so that all kinds of objects
// run through one forward kinematics: the generalised position q of its
// object, and its bar r = x - q, which only rotates. An isolated particle
// and a joint have no bar, and their x is q.
func writeGMN(w *writer) {
	kinds := objectKinds{sticks: true, hinges: w.config.Hinges != TwoSticks}
	w.mechanics(kinds, w.rigidKinematics(kinds))
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

// mechanics writes what the models of the GMN family share: the interaction
// and the inverse dynamics of every layer.
func (w *writer) mechanics(kinds objectKinds, move kinematics) {
	var (
		embedding = w.embedding()
		messages  = w.messagePassing()
		node      = w.nodeUpdate(twice)
		stick     = w.stickKinematics()
		hinge     = w.hingeKinematics()
		dynamics  = w.inverseDynamics(kinds)
	)
	in := w.inputs
	m := w.members(kinds)
	features := w.edgeFeatures()

	s := state{x: in.Position, v: in.Velocity}
	s.h = w.call(embedding, w.embeddingArgs()...)[0]
	for layer := range w.config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			edge := w.call(messages, append([]*ir.Value{s.h, s.x}, w.edgeArgs(features)...)...)
			s.force = edge[0]

			partnerX, partnerV := w.Gather(s.x, in.Partner), w.Gather(s.v, in.Partner)
			bars := w.call(stick, s.x, s.v, partnerX, partnerV)
			s.bar, s.barVelocity = bars[0], bars[1]
			if kinds.hinges {
				bars := w.call(hinge, s.x, s.v, partnerX, partnerV)
				s.bar = w.Select(m.isHinge, bars[0], s.bar)
				s.barVelocity = w.Select(m.isHinge, bars[1], s.barVelocity)
			}
			s.acceleration = w.call(dynamics, append(m.args(), s.force, s.bar, s.barVelocity)...)[0]

			x, v := move(s, m)
			s.x, s.v = w.Name("position", x), w.Name("velocity", v)
			s.h = w.call(node, s.h, edge[1])[0]
		})
		w.model.Layers = append(w.model.Layers, Layer{s.h, s.x, s.v})
	}
}
