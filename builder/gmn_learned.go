package builder

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/objects"
	"gmnc/ir"
)

// writeGMNL writes GMN-L: a Graph Mechanics Network whose forward kinematics is learned (the
// paper's appendix on the learnable FK). Sticks and hinges enter through the acceleration of
// their object. Lengths are not kept.
func writeGMNL(w *graph.Writer) {
	kinds := objects.Kinds{Sticks: true, Hinges: true}
	writeLayers(w, kinds, learnedKinematics(w, kinds))
}

// writeGMNLH writes GMN-LH: GMN-L on systems that consist of particles and hinges (the paper's
// appendix on the decomposition, which says no more about the model). A hinge consists of two
// bonds that share an atom. Learned kinematics moves the hinges. There is no network for
// sticks; the ends of a stick move as isolated particles do.
func writeGMNLH(w *graph.Writer) {
	kinds := objects.Kinds{Hinges: true}
	writeLayers(w, kinds, learnedKinematics(w, kinds))
}

// learnedKinematics defines the learned forward kinematics:
//
//	v' = psi(h) v + rho(a, x - q, f)
//	x' = x + v'
//
// with rho an equivariant layer, one for sticks and one for hinges. It is f
// for an isolated particle. In the published form a hinge's joint moves first,
//
//	v' = psi(h_c) v + a,
//
// and x - q of its ends is taken from where the joint has gone to.
func learnedKinematics(w *graph.Writer, kinds objects.Kinds) objects.Kinematics {
	learned := w.Define("learned_kinematics", func(b *graph.Networks) {
		m, h := objects.DeclareMembers(b), b.FeaturesInput("features", w.Config.Hidden)
		x, v := b.VectorInput("position"), b.VectorInput("velocity")
		bar, acceleration, force := b.VectorInput("bar"), b.VectorInput("acceleration"), b.VectorInput("force")

		var isJoint *ir.Value
		if w.Config.Form == config.Published {
			isJoint = b.Mul(m.IsHinge, b.Same(m.Joint, b.RowNumbers(graph.Particles)))
			h = b.Select(isJoint, objects.ObjectFeature(w, b, kinds, m, h), h)
		}
		kept := b.Mul(b.MLP("velocity", h, w.Config.Hidden, 1), v)
		rho := func(name string, bar *ir.Value) *ir.Value {
			z := b.Concat(acceleration, bar, force)
			return b.VectorsToVector(name, z, graph.Normalized, w.Config.Hidden, w.Config.Hidden)
		}
		push := acceleration
		if kinds.Sticks {
			push = b.Select(m.IsObject, rho("stick_motion", bar), push)
		}
		if w.Config.Form == config.Published {
			joint := b.Gather(b.Add(x, b.Add(kept, acceleration)), m.Joint)
			isEnd := b.Sub(m.IsHinge, isJoint)
			push = b.Select(m.IsHinge, acceleration, push)
			push = b.Select(isEnd, rho("hinge_motion", b.Sub(x, joint)), push)
		} else {
			push = b.Select(m.IsHinge, rho("hinge_motion", bar), push)
		}
		velocity := b.Add(kept, push)
		b.Output("position", b.Add(x, velocity))
		b.Output("velocity", velocity)
	})
	return func(s objects.State, m objects.Members) (x, v *ir.Value) {
		moved := w.Call(learned, append(m.Args(), s.H, s.X, s.V, s.Bar, s.Acceleration, s.Force)...)
		return moved[0], moved[1]
	}
}
