package builder

import (
	"gmnc/ir"
	"gmnc/system"
)

// objectKinds are the constraints that a model knows, those of sticks and of
// hinges; to it, the particles of other objects are isolated.
type objectKinds struct{ sticks, hinges bool }

// members holds for each particle whether it belongs to a stick or hinge, or
// to a hinge, [particles,1] of 0 or 1, and where the others of its object
// are, as Inputs does.
type members struct {
	isObject, isHinge             *ir.Value
	partner, first, second, joint *ir.Value
}

// members are those of the model's inputs.
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
