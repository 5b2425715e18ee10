package builder

import (
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

// members returns the members of the model's inputs.
func (w *Writer) members(kinds objectKinds) members {
	in := w.Inputs
	m := members{partner: in.Partner, first: in.First, second: in.Second, joint: in.Joint}
	m.isHinge = w.constrained(system.Jointed)
	m.isObject = m.isHinge
	if kinds.sticks {
		m.isObject = w.Name("is_object", w.Add(w.constrained(system.Paired), m.isHinge))
	}
	return m
}

// constrained is 1 for the particles of all kinds with a constraint, and 0
// for others: [particles,1].
func (w *Writer) constrained(constraint system.Constraint) (mask *ir.Value) {
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

// members declares the inputs of a function that args are for.
func (n *Networks) members() members {
	return members{
		isObject: n.mask("is_object"), isHinge: n.mask("is_hinge"),
		partner: n.member("partner"), first: n.member("first"), second: n.member("second"), joint: n.member("joint"),
	}
}

// overEnds adds up a value of both ends of each object.
func (n *Networks) overEnds(x *ir.Value, m members) *ir.Value {
	return n.Add(n.Gather(x, m.first), n.Gather(x, m.second))
}

// overPair adds up a value of a particle and of its partner.
func (n *Networks) overPair(x *ir.Value, m members) *ir.Value {
	return n.Add(x, n.Gather(x, m.partner))
}

// on is a network of single rows, for those alone where the mask is 1; no output
// depends on the others, which are 0.
func (n *Networks) on(mask, x *ir.Value, network func(x *ir.Value) *ir.Value) *ir.Value {
	return n.Choose(network(n.Choose(x, mask)), mask)
}

// haveBars is 1 for the particles that have a bar, and so another as their partner:
// the ends of sticks and hinges.
func (n *Networks) haveBars(m members) *ir.Value {
	return n.Sub(n.Scalar(1), n.Same(m.partner, n.RowNumbers(Particles)))
}

// onObjects is a network of single rows where all particles of an object have the
// same: it takes the first end's for all of them. Where hinges are two sticks, they
// do not have the same.
func (n *Networks) onObjects(kinds objectKinds, m members, x *ir.Value, network func(x *ir.Value) *ir.Value) *ir.Value {
	if !kinds.hinges {
		return network(x)
	}
	first := n.Same(m.first, n.RowNumbers(Particles))
	y := n.on(n.Select(m.isObject, first, n.Scalar(1)), x, network)
	return n.Select(m.isObject, n.Representatives(y, m.first), y)
}

// vector, mask, member and features declare the inputs of a function, a row
// a particle each.
func (n *Networks) vector(name string) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), 3))
}

func (n *Networks) mask(name string) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), 1))
}

func (n *Networks) member(name string) *ir.Value {
	return n.Input(name, ir.Indices(Particles, ir.Rows(Particles)))
}

func (n *Networks) features(name string, width int) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), width))
}
