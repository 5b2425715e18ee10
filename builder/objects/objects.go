// Package objects implements the motion of sticks, hinges, trees and rigid bodies as a whole:
// inverse dynamics and forward kinematics (Eq. 6 to 10 of the paper).
package objects

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// Kinds are the constraints that a model knows, of sticks and of hinges; to it, the
// particles of other objects are isolated.
type Kinds struct{ Sticks, Hinges bool }

// Members holds for each particle whether it belongs to a stick or hinge, or
// to a hinge, [particles,1] of 0 or 1, and where the others of its object
// are, as Inputs does.
type Members struct {
	IsObject, IsHinge             *ir.Value
	Partner, First, Second, Joint *ir.Value
}

// MembersOf returns the members of the model's inputs.
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

// constrained is 1 for the particles of all kinds with a constraint, and 0
// for others: [particles,1].
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

// Args are the arguments of a function with DeclareMembers.
func (m Members) Args() []*ir.Value {
	return []*ir.Value{m.IsObject, m.IsHinge, m.Partner, m.First, m.Second, m.Joint}
}

// DeclareMembers declares the inputs of a function that Args are for.
func DeclareMembers(n *graph.Networks) Members {
	return Members{
		IsObject: n.MaskInput("is_object"), IsHinge: n.MaskInput("is_hinge"),
		Partner: n.MemberInput("partner"), First: n.MemberInput("first"), Second: n.MemberInput("second"), Joint: n.MemberInput("joint"),
	}
}

// OverEnds adds up a value of both ends of each object.
func OverEnds(n *graph.Networks, x *ir.Value, m Members) *ir.Value {
	return n.Add(n.Gather(x, m.First), n.Gather(x, m.Second))
}

// OverPair adds up a value of a particle and of its partner.
func OverPair(n *graph.Networks, x *ir.Value, m Members) *ir.Value {
	return n.Add(x, n.Gather(x, m.Partner))
}

// on is a network of single rows, for those alone where the mask is 1; no output
// depends on the others, which are 0.
func on(n *graph.Networks, mask, x *ir.Value, network func(x *ir.Value) *ir.Value) *ir.Value {
	return n.Choose(network(n.Choose(x, mask)), mask)
}

// haveBars is 1 for the particles that have a bar, and so another as their partner:
// the ends of sticks and hinges.
func haveBars(n *graph.Networks, m Members) *ir.Value {
	return n.Sub(n.Scalar(1), n.Same(m.Partner, n.RowNumbers(graph.Particles)))
}

// onObjects is a network of single rows where all particles of an object have the
// same: it takes the first end's for all of them. Where hinges are two sticks, they
// do not have the same.
func onObjects(n *graph.Networks, kinds Kinds, m Members, x *ir.Value, network func(x *ir.Value) *ir.Value) *ir.Value {
	if !kinds.Hinges {
		return network(x)
	}
	first := n.Same(m.First, n.RowNumbers(graph.Particles))
	y := on(n, n.Select(m.IsObject, first, n.Scalar(1)), x, network)
	return n.Select(m.IsObject, n.Representatives(y, m.First), y)
}

// BarOf is the part of a value of particles that belongs to their bars, value - q: half of
// the difference to the partner of a stick's end, and all of it of a hinge's end.
func BarOf(w *graph.Writer, value *ir.Value, m Members) *ir.Value {
	offset := w.Sub(value, w.Gather(value, m.Partner))
	return w.Select(m.IsHinge, offset, w.Mul(offset, w.Scalar(0.5)))
}

// NoFeatures are zeros in the place of features: [particles,Hidden].
func NoFeatures(w *graph.Writer) *ir.Value {
	return w.Broadcast(w.Const(1, w.Config.Hidden, make([]float64, w.Config.Hidden)...), graph.Particles)
}
