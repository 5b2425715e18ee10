package builder

import "gmnc/ir"

// objectKinds are the kinds of objects that a model treats as such; to it,
// the particles of others are isolated.
type objectKinds struct{ sticks, hinges bool }

// members tells of each particle whether it belongs to a stick or hinge, or
// to a hinge, [particles,1] of 0 or 1, and where the others of its object
// are, as Inputs does.
type members struct {
	isObject, isHinge             *ir.Value
	partner, first, second, joint *ir.Value
}

// members are those of the model's inputs.
func (w *writer) members(kinds objectKinds) members {
	in := w.inputs
	m := members{partner: in.Partner, first: in.First, second: in.Second, joint: in.Joint}
	m.isHinge = w.Name("is_hinge", isHinge(w.Builder, in.Kind))
	m.isObject = m.isHinge
	if kinds.sticks {
		m.isObject = w.Name("is_object", w.Greater(in.Kind, w.Scalar(0.5)))
	}
	return m
}

// isHinge is 1 where the kind is 2 and 0 where it is 0 or 1: [particles,1].
func isHinge(b *ir.Builder, kind *ir.Value) *ir.Value { return b.Greater(kind, b.Scalar(1.5)) }

// args are the arguments of a function that has declared members.
func (m members) args() []*ir.Value {
	return []*ir.Value{m.isObject, m.isHinge, m.partner, m.first, m.second, m.joint}
}

// members declares the inputs of a function that args are for.
func (n *networks) members() members {
	return members{
		isObject: n.mask("is_object"), isHinge: n.mask("is_hinge"),
		partner: n.member("partner"), first: n.member("first"), second: n.member("second"), joint: n.member("joint"),
	}
}

// overEnds adds up a value of both ends of each object.
func (n *networks) overEnds(x *ir.Value, m members) *ir.Value {
	return n.Add(n.Gather(x, m.first), n.Gather(x, m.second))
}

// overPair adds up a value of a particle and of its partner.
func (n *networks) overPair(x *ir.Value, m members) *ir.Value {
	return n.Add(x, n.Gather(x, m.partner))
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
