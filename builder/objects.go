package builder

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// objectKinds are the constraints that a model knows, of sticks and of hinges; to it, the
// particles of other objects are isolated.
type objectKinds struct{ sticks, hinges bool }

// members holds for each particle whether it belongs to a stick or hinge, or
// to a hinge, [particles,1] of 0 or 1, and where the others of its object
// are, as Inputs does.
type members struct {
	isObject, isHinge             *ir.Value
	partner, first, second, joint *ir.Value
}

// membersOf returns the members of the model's inputs.
func membersOf(w *graph.Writer, kinds objectKinds) members {
	in := w.Inputs
	m := members{partner: in.Partner, first: in.First, second: in.Second, joint: in.Joint}
	m.isHinge = constrained(w, system.Jointed)
	m.isObject = m.isHinge
	if kinds.sticks {
		m.isObject = w.Name("is_object", w.Add(constrained(w, system.Paired), m.isHinge))
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

// args are the arguments of a function that has declared members.
func (m members) args() []*ir.Value {
	return []*ir.Value{m.isObject, m.isHinge, m.partner, m.first, m.second, m.joint}
}

// declareMembers declares the inputs of a function that args are for.
func declareMembers(n *graph.Networks) members {
	return members{
		isObject: n.MaskInput("is_object"), isHinge: n.MaskInput("is_hinge"),
		partner: n.MemberInput("partner"), first: n.MemberInput("first"), second: n.MemberInput("second"), joint: n.MemberInput("joint"),
	}
}

// overEnds adds up a value of both ends of each object.
func overEnds(n *graph.Networks, x *ir.Value, m members) *ir.Value {
	return n.Add(n.Gather(x, m.first), n.Gather(x, m.second))
}

// overPair adds up a value of a particle and of its partner.
func overPair(n *graph.Networks, x *ir.Value, m members) *ir.Value {
	return n.Add(x, n.Gather(x, m.partner))
}

// on is a network of single rows, for those alone where the mask is 1; no output
// depends on the others, which are 0.
func on(n *graph.Networks, mask, x *ir.Value, network func(x *ir.Value) *ir.Value) *ir.Value {
	return n.Choose(network(n.Choose(x, mask)), mask)
}

// haveBars is 1 for the particles that have a bar, and so another as their partner:
// the ends of sticks and hinges.
func haveBars(n *graph.Networks, m members) *ir.Value {
	return n.Sub(n.Scalar(1), n.Same(m.partner, n.RowNumbers(graph.Particles)))
}

// onObjects is a network of single rows where all particles of an object have the
// same: it takes the first end's for all of them. Where hinges are two sticks, they
// do not have the same.
func onObjects(n *graph.Networks, kinds objectKinds, m members, x *ir.Value, network func(x *ir.Value) *ir.Value) *ir.Value {
	if !kinds.hinges {
		return network(x)
	}
	first := n.Same(m.first, n.RowNumbers(graph.Particles))
	y := on(n, n.Select(m.isObject, first, n.Scalar(1)), x, network)
	return n.Select(m.isObject, n.Representatives(y, m.first), y)
}

// barOf is the part of a value of particles that belongs to their bars, value - q: half of
// the difference to the partner of a stick's end, and all of it of a hinge's end.
func barOf(w *graph.Writer, value *ir.Value, m members) *ir.Value {
	offset := w.Sub(value, w.Gather(value, m.partner))
	return w.Select(m.isHinge, offset, w.Mul(offset, w.Scalar(0.5)))
}

// noFeatures are zeros in the place of features: [particles,Hidden].
func noFeatures(w *graph.Writer) *ir.Value {
	return w.Broadcast(w.Const(1, w.Config.Hidden, make([]float64, w.Config.Hidden)...), graph.Particles)
}
