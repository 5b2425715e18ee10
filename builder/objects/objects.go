// Package objects implements the motion of sticks, hinges, trees and rigid bodies as a whole:
// inverse dynamics and forward kinematics (Eq. 6 to 10 of the paper).
package objects

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// Kinds says which constraints a model knows. It treats the particles of all other objects as
// isolated.
type Kinds struct{ Sticks, Hinges bool }

// Members says which particles belong to a stick or a hinge, and which to a hinge,
// [particles,1] of 0 or 1, and where the other members of their objects are, as in Inputs.
type Members struct {
	IsObject, IsHinge             *ir.Value
	Partner, First, Second, Joint *ir.Value
}

// MembersOf returns the members from the model's inputs.
func MembersOf(w *graph.Writer, kinds Kinds) Members {
	in := w.Inputs
	m := Members{Partner: in.Partner, First: in.First, Second: in.Second, Joint: in.Joint}
	m.IsHinge = constrained(w, system.Jointed)
	m.IsObject = m.IsHinge
	if kinds.Sticks {
		m.IsObject = w.Name("is_object", w.Add(constrained(w, system.Paired), m.IsHinge))
	}
	return m
}

// constrained is 1 for the particles of all kinds with the constraint and 0 for others:
// [particles,1].
func constrained(w *graph.Writer, constraint system.Constraint) (mask *ir.Value) {
	for _, kind := range system.ListedKinds() {
		switch {
		case kind.Constraint != constraint:
		case mask == nil:
			mask = w.Inputs.Is[kind]
		default:
			mask = w.Add(mask, w.Inputs.Is[kind])
		}
	}
	return mask
}

// Args returns the arguments for a function that calls DeclareMembers.
func (m Members) Args() []*ir.Value {
	return []*ir.Value{m.IsObject, m.IsHinge, m.Partner, m.First, m.Second, m.Joint}
}

// DeclareMembers declares the inputs of a function for Args.
func DeclareMembers(n *graph.Networks) Members {
	return Members{
		IsObject: n.MaskInput("is_object"), IsHinge: n.MaskInput("is_hinge"),
		Partner: n.MemberInput("partner"), First: n.MemberInput("first"), Second: n.MemberInput("second"), Joint: n.MemberInput("joint"),
	}
}

// OverEndpoints sums a value over both ends of each object.
func OverEndpoints(n *graph.Networks, x *ir.Value, m Members) *ir.Value {
	return n.Add(n.Gather(x, m.First), n.Gather(x, m.Second))
}

// OverPair sums a value over a particle and its partner.
func OverPair(n *graph.Networks, x *ir.Value, m Members) *ir.Value {
	return n.Add(x, n.Gather(x, m.Partner))
}

// on applies a network to the rows in which the mask is 1. The other rows are 0, and no output
// depends on them. The network must treat rows independently.
func on(n *graph.Networks, mask, x *ir.Value, network func(x *ir.Value) *ir.Value) *ir.Value {
	return n.Choose(network(n.Choose(x, mask)), mask)
}

// haveBars is 1 for particles with a bar, which are the ends of sticks and hinges. Their
// partner is another particle.
func haveBars(n *graph.Networks, m Members) *ir.Value {
	return n.Sub(n.Scalar(1), n.Same(m.Partner, n.RowNumbers(graph.Particles)))
}

// onObjects applies a network to values that are the same for all particles of an object: it
// computes the first end's and uses that for all. If hinges are two sticks, the values are not
// the same and every row is computed. The network must treat rows independently.
func onObjects(n *graph.Networks, kinds Kinds, m Members, x *ir.Value, network func(x *ir.Value) *ir.Value) *ir.Value {
	if !kinds.Hinges {
		return network(x)
	}
	first := n.Same(m.First, n.RowNumbers(graph.Particles))
	y := on(n, n.Select(m.IsObject, first, n.Scalar(1)), x, network)
	return n.Select(m.IsObject, n.Representatives(y, m.First), y)
}

// BarOf returns the part of a value of particles that belongs to their bars, value - q. It is
// half of the difference to the partner for an end of a stick, and the whole difference for an
// end of a hinge.
func BarOf(w *graph.Writer, value *ir.Value, m Members) *ir.Value {
	offset := w.Sub(value, w.Gather(value, m.Partner))
	return w.Select(m.IsHinge, offset, w.Mul(offset, w.Scalar(0.5)))
}

// NoFeatures returns zeros in place of features: [particles,Hidden].
func NoFeatures(w *graph.Writer) *ir.Value {
	return w.Broadcast(w.Const(1, w.Config.Hidden, make([]float64, w.Config.Hidden)...), graph.Particles)
}
