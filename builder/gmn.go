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
	var (
		embedding  = w.embedding()
		messages   = w.messagePassing()
		node       = w.nodeUpdate(twice)
		object     = w.objectFeatures()
		stick      = w.stickKinematics()
		hinge      = w.hingeKinematics()
		stickForce = w.stickInverseDynamics()
		hingeForce = w.hingeInverseDynamics()
		forward    = w.forwardKinematics()
	)
	in := w.inputs
	isHinge := w.Name("is_hinge", w.Greater(in.Kind, w.Scalar(1.5)))
	isObject := w.Name("is_object", w.Greater(in.Kind, w.Scalar(0.5)))
	features := w.edgeFeatures()

	h := w.call(embedding, in.Velocity)[0]
	x, v := in.Position, in.Velocity
	for layer := range w.config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			edge := w.call(messages, append([]*ir.Value{h, x}, w.edgeArgs(features)...)...)
			force, message := edge[0], edge[1]

			partnerX, partnerV := w.Gather(x, in.Partner), w.Gather(v, in.Partner)
			s := w.call(stick, x, v, partnerX, partnerV)
			g := w.call(hinge, x, v, partnerX, partnerV)
			bar, barVelocity := w.Select(isHinge, g[0], s[0]), w.Select(isHinge, g[1], s[1])
			q, qVelocity := w.Sub(x, bar), w.Sub(v, barVelocity)

			sf := w.call(stickForce, force, in.Partner, isObject)
			hf := w.call(hingeForce, force, g[0], g[1], in.First, in.Second, in.Joint)
			acceleration := w.Select(isHinge, hf[0], sf[0])
			barForce := w.Select(isHinge, hf[1], sf[1])

			o := w.call(object, h, isObject, isHinge, in.First, in.Second, in.Joint)
			state := w.call(forward, q, qVelocity, bar, barVelocity, acceleration, barForce, o[0], o[1])
			x, v = w.Name("position", state[0]), w.Name("velocity", state[1])
			h = w.call(node, h, message)[0]
		})
		w.model.Layers = append(w.model.Layers, Layer{h, x, v})
	}
}

// vector, mask, member and features declare the inputs of a function, a row
// a particle each.
func (n *networks) vector(name string) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), 3))
}

func (n *networks) mask(name string) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), 1))
}

func (n *networks) member(name string) *ir.Value {
	return n.Input(name, ir.Indices(Particles, ir.Rows(Particles)))
}

func (n *networks) features(name string, width int) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), width))
}

// objectFeatures defines the factors of Eq. 7: psi for the velocity of the
// object and psi' for its angular velocity, [particles,1] each.
//
//	published: h_c = c(h_1) + c(h_2) over the two ends, c a perceptron;
//	           psi' of a hinge end acts on the end's own h
//	paper:     h_c = the sum of h over all particles of the object
//
// An isolated particle's psi acts on its h.
func (w *writer) objectFeatures() function {
	hidden := w.config.Hidden
	return w.define("object_features", func(b *networks) {
		h := b.features("features", hidden)
		isObject, isHinge := b.mask("is_object"), b.mask("is_hinge")
		first, second, joint := b.member("first"), b.member("second"), b.member("joint")

		var sum, turning *ir.Value
		if w.config.Form == Paper {
			ends := b.Add(b.Gather(h, first), b.Gather(h, second))
			sum = b.Select(isHinge, b.Add(ends, b.Gather(h, joint)), ends)
			turning = sum
		} else {
			center := b.mlp("center", h, hidden, hidden)
			sum = b.Add(b.Gather(center, first), b.Gather(center, second))
			turning = b.Select(isHinge, h, sum)
		}
		b.Output("velocity_factor", b.mlp("velocity", b.Select(isObject, sum, h), hidden, 1))
		b.Output("angular_factor", b.mlp("angular_velocity", turning, hidden, 1))
	})
}
