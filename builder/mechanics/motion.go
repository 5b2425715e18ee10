package mechanics

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/objects"
	"gmnc/ir"
)

// push is a part of a step: the share of the accelerations that acts, and the share of the
// displacements that follows. late is the share of the accelerations that the velocity lacks at
// the time of the positions.
type push struct{ kick, drift, late float64 }

// pushOf returns the push of a step. With Verlet half of the accelerations has acted before.
func pushOf(w *graph.Writer, step int) push {
	switch {
	case w.Config.Integrator != config.Verlet:
		return push{kick: 1, drift: 1}
	case step == 0:
		return push{kick: 0.5, drift: 1}
	default:
		return push{kick: 1, drift: 1, late: 0.5}
	}
}

// pushArgs returns the arguments for a function that calls objects.PushInputs.
func pushArgs(w *graph.Writer, part push) []*ir.Value {
	if w.Config.Integrator != config.Verlet {
		return nil
	}
	return []*ir.Value{w.Scalar(part.kick), w.Scalar(part.drift)}
}

// farthest is how far particles may get from a straight line, in lengths of the data.
const farthest = 3

// newtonDynamics defines the acceleration of each object's q for equal masses
// (the paper's appendix on the dynamics of sticks and hinges): the mean force
// of a stick, and for a hinge, with bars r_k, directions e_k and spins s_k,
//
//	A = f_0 + sum_k [e_k (e_k . f_k) - s_k x (s_k x r_k)]
//	(I + e_1 e_1^T + e_2 e_2^T) a = A
//
// of which the projections of a on e_1 and e_2 solve two equations with the
// determinant 4 - (e_1 . e_2)^2, at least 3.
func newtonDynamics(w *graph.Writer) graph.Function {
	return w.Define("newton", func(b *graph.Networks) {
		m, f, r, u := objects.DeclareMembers(b), b.VectorInput("force"), b.VectorInput("bar"), b.VectorInput("bar_velocity")
		square := b.Maximum(b.Inner(r, r), b.Scalar(objects.ShortestBar(w.Config)))
		e := b.Div(r, b.Sqrt(square))
		spin := b.SoftlyBounded(graph.TurnLimit, b.Div(b.Cross(r, u), square), graph.MostTurn)
		along := b.Sub(b.Mul(e, b.Inner(e, f)), b.Cross(spin, b.Cross(spin, r)))
		sum := b.Add(b.Gather(f, m.Joint), objects.OverEndpoints(b, along, m))
		e1, e2 := b.Gather(e, m.First), b.Gather(e, m.Second)
		cosine, p1, p2 := b.Inner(e1, e2), b.Inner(e1, sum), b.Inner(e2, sum)
		determinant, two := b.Sub(b.Scalar(4), b.Square(cosine)), b.Scalar(2)
		k1 := b.Div(b.Sub(b.Mul(two, p1), b.Mul(cosine, p2)), determinant)
		k2 := b.Div(b.Sub(b.Mul(two, p2), b.Mul(cosine, p1)), determinant)
		hinge := b.Sub(b.Sub(sum, b.Mul(e1, k1)), b.Mul(e2, k2))
		stick := b.Mul(objects.OverPair(b, f, m), b.Scalar(0.5))
		b.Output("acceleration", b.Select(m.IsHinge, hinge, b.Select(m.IsObject, stick, f)))
	})
}

// RigidMotion defines the new positions and displacements.
func RigidMotion(w *graph.Writer) graph.Function {
	return w.Define("rigid_motion", func(b *graph.Networks) {
		m := objects.DeclareMembers(b)
		q, before, straight := b.VectorInput("coordinate"), b.VectorInput("coordinate_displacement"), b.VectorInput("straight_displacement")
		bar, barVelocity := b.VectorInput("bar"), b.VectorInput("bar_displacement")
		acceleration, force := b.VectorInput("acceleration"), b.VectorInput("force")
		kick, drift := objects.PushInputs(b, w.Config.Integrator)
		acceleration, force = objects.PartOf(b, acceleration, kick), objects.PartOf(b, force, kick)

		moved := withinReach(w, b, straight, b.Add(before, acceleration))
		carried := b.Select(m.IsHinge, acceleration, b.Mul(objects.OverPair(b, force, m), b.Scalar(0.5)))
		push := b.Add(barVelocity, b.Sub(force, carried))
		inertia := b.Maximum(b.Inner(bar, bar), b.Scalar(objects.ShortestBar(w.Config)))
		angular := b.SoftlyBounded(graph.TurnLimit, b.Div(b.Cross(bar, push), inertia), graph.MostTurn)
		turned := graph.RotateAcross(b.Builder, bar, objects.PartOf(b, angular, drift))
		b.Output("position", b.Add(b.Add(q, objects.PartOf(b, moved, drift)), turned))
		b.Output("displacement", b.Add(moved, b.Cross(angular, turned)))
	})
}

// lawForest returns the motion of trees and bodies with the limits of single bars: by
// Newton's equations, or with a psi that is 1 plus a small learned part.
func lawForest(w *graph.Writer) graph.Function {
	law := objects.ForestLaw{
		Integrator: w.Config.Integrator,
		Moved: func(b *graph.Networks, before, force *ir.Value) *ir.Value {
			straight := b.VectorInput("straight_displacement")
			if w.Config.Order == config.FirstOrder {
				before = straight
			}
			return withinReach(w, b, straight, b.Add(before, force))
		},
		Turned: func(b *graph.Networks, angular *ir.Value) *ir.Value {
			return b.SoftlyBounded(graph.TurnLimit, angular, graph.MostTurn)
		},
	}
	if w.Config.Dynamics == config.LearnedDynamics {
		law.Factor = func(b *graph.Networks, name string, x *ir.Value) *ir.Value {
			return b.Add(b.Scalar(1), b.Gate(name, x, objects.NarrowWidth(w.Config.Hidden)))
		}
	}
	return objects.ForestKinematics(w, law)
}

// withinReach limits a displacement to the neighborhood of the straight one, if forces come
// from networks. It does not limit formulas, since particles may be very fast in a close
// encounter.
func withinReach(w *graph.Writer, b *graph.Networks, straight, moved *ir.Value) *ir.Value {
	if len(w.Config.Law) > 0 {
		return moved
	}
	return b.Add(straight, b.SoftlyBounded(graph.ForceLimit, b.Sub(moved, straight), reach(w)))
}

// reach is how far a step may get from a straight line.
func reach(w *graph.Writer) float64 { return farthest * w.Config.Distance() / float64(w.Config.Layers) }
