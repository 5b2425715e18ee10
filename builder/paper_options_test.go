package builder_test

import (
	"math"

	"gmnc/builder/config"
	"gmnc/internal/test/moving"
)

// These are the equations of GMN's options and of learned kinematics, for
// paper_form_test.go.

// acceleration is the sum of phi2 over the object's particles.
func (p *paper) acceleration(o *object, layer string, force []moving.Vector) moving.Vector {
	var sum moving.Vector
	for _, i := range o.members {
		if o.kind == "particle" {
			return force[i]
		}
		sum = sum.Plus(p.phi2(o.kind, layer, force[i], p.X[i].Minus(o.q), p.V[i].Minus(o.dq)))
	}
	return sum
}

// phi2 of a particle of a stick or a hinge, in the form that is chosen.
func (p *paper) phi2(kind, layer string, f, x, v moving.Vector) moving.Vector {
	z := []moving.Vector{f}
	if kind == "hinge" {
		z = []moving.Vector{f, x, v}
	}
	name := layer + "/" + kind + "_force"
	switch p.m.Config.Phi2 {
	case config.Phi2FXV:
		z = []moving.Vector{f, x, v}
	case config.Phi2F:
		z = []moving.Vector{f}
	case config.Phi2FXVShared:
		name, z = layer+"/object_force", []moving.Vector{f, x, v}
	case config.Phi2FShared:
		name, z = layer+"/object_force", []moving.Vector{f}
	case config.Phi2MLP:
		return moving.Vector(p.MLP(name, moving.Rows(z)))
	case config.Phi2RawGram:
		gram, _ := gramOf(z)
		return combined(p.MLP(name, gram), z)
	}
	return combined(p.MLP(name, normalized(z)), z)
}

// gramOf is Z^T Z and its norm.
func gramOf(z []moving.Vector) (gram []float64, norm float64) {
	square := 0.0
	for _, a := range z {
		for _, b := range z {
			gram = append(gram, a.Dot(b))
			square += a.Dot(b) * a.Dot(b)
		}
	}
	return gram, math.Sqrt(square)
}

// normalized is Z^T Z / |Z^T Z|, which of one vector is 1, whatever it is.
func normalized(z []moving.Vector) []float64 {
	if len(z) == 1 {
		return []float64{1}
	}
	gram, norm := gramOf(z)
	for i := range gram {
		gram[i] /= max(norm, 1e-12)
	}
	return gram
}

// combined is Z times weights, for one vector out.
func combined(weights []float64, z []moving.Vector) (sum moving.Vector) {
	for i, weight := range weights {
		sum = sum.Plus(z[i].Times(weight))
	}
	return sum
}

// moveLearned is the learnable FK: v = phi(h) v + rho(q”, x_ki, f), and of
// an isolated particle with its force.
func (p *paper) moveLearned(o *object, layer string, force, x, v []moving.Vector) {
	acceleration := p.acceleration(o, layer, force)
	for _, i := range o.members {
		push := force[i]
		if o.kind != "particle" {
			z := []moving.Vector{acceleration, p.X[i].Minus(o.q), force[i]}
			hidden := silu(p.Linear(layer+"/"+o.kind+"_motion/linear1", normalized(z)))
			hidden = silu(p.Linear(layer+"/"+o.kind+"_motion/linear2", hidden))
			push = combined(p.Linear(layer+"/"+o.kind+"_motion/linear3", hidden), z)
		}
		v[i] = p.V[i].Times(p.MLP(layer+"/velocity", p.h[i])[0]).Plus(push)
		x[i] = p.X[i].Plus(v[i])
	}
	o.q, o.dq = centerOf(o, x), centerOf(o, v)
}

// centerOf is the generalized coordinate: the joint, or the center.
func centerOf(o *object, x []moving.Vector) moving.Vector {
	if o.kind == "stick" {
		return x[o.members[0]].Plus(x[o.members[1]]).Times(0.5)
	}
	return x[o.members[0]]
}

// newStick is the stick between a hinge's joint and an end.
func newStick(s moving.Particles, joint, end int) object {
	o := object{kind: "stick", members: []int{joint, end}, angular: map[int]moving.Vector{}}
	o.q, o.dq = centerOf(&o, s.X), centerOf(&o, s.V)
	for _, i := range o.members {
		r, v := s.X[i].Minus(o.q), s.V[i].Minus(o.dq)
		o.angular[i] = r.Cross(v).Times(1 / r.Dot(r))
	}
	return o
}

// moveTwoSticks applies the stick FK to both sticks, "afterwards, we
// translate the two sticks such that the 0s coincide at the midpoint of
// their predicted positions".
func (p *paper) moveTwoSticks(o *object, layer string, force, x, v []moving.Vector) {
	joint := o.members[0]
	var joints, velocities []moving.Vector
	for k := range o.sticks {
		p.move(&o.sticks[k], layer, force, x, v)
		joints, velocities = append(joints, x[joint]), append(velocities, v[joint])
	}
	middle, drift := joints[0].Plus(joints[1]).Times(0.5), velocities[0].Plus(velocities[1]).Times(0.5)
	for k := range o.sticks {
		stick := &o.sticks[k]
		end, shift, change := stick.members[1], middle.Minus(joints[k]), drift.Minus(velocities[k])
		x[end], v[end] = x[end].Plus(shift), v[end].Plus(change)
		stick.q, stick.dq = stick.q.Plus(shift), stick.dq.Plus(change)
	}
	x[joint], v[joint] = middle, drift
}
