package builder_test

import (
	"math"

	"gmnc/builder/config"
)

// These are the equations of GMN's options and of learned kinematics, for
// paper_form_test.go.

// acceleration is the sum of phi2 over the object's particles.
func (p *paper) acceleration(o *object, layer string, force []vector) vector {
	var sum vector
	for _, i := range o.members {
		if o.kind == "particle" {
			return force[i]
		}
		sum = sum.plus(p.phi2(o.kind, layer, force[i], p.x[i].minus(o.q), p.v[i].minus(o.dq)))
	}
	return sum
}

// phi2 of a particle of a stick or a hinge, in the form that is chosen.
func (p *paper) phi2(kind, layer string, f, x, v vector) vector {
	z := []vector{f}
	if kind == "hinge" {
		z = []vector{f, x, v}
	}
	name := layer + "/" + kind + "_force"
	switch p.m.Config.Phi2 {
	case config.Phi2FXV:
		z = []vector{f, x, v}
	case config.Phi2F:
		z = []vector{f}
	case config.Phi2FXVShared:
		name, z = layer+"/object_force", []vector{f, x, v}
	case config.Phi2FShared:
		name, z = layer+"/object_force", []vector{f}
	case config.Phi2MLP:
		return vector(p.MLP(name, rows(z)))
	case config.Phi2RawGram:
		gram, _ := gramOf(z)
		return combined(p.MLP(name, gram), z)
	}
	return combined(p.MLP(name, normalized(z)), z)
}

// gramOf is Z^T Z and its norm.
func gramOf(z []vector) (gram []float64, norm float64) {
	square := 0.0
	for _, a := range z {
		for _, b := range z {
			gram = append(gram, a.dot(b))
			square += a.dot(b) * a.dot(b)
		}
	}
	return gram, math.Sqrt(square)
}

// normalized is Z^T Z / |Z^T Z|, which of one vector is 1, whatever it is.
func normalized(z []vector) []float64 {
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
func combined(weights []float64, z []vector) (sum vector) {
	for i, weight := range weights {
		sum = sum.plus(z[i].times(weight))
	}
	return sum
}

// moveLearned is the learnable FK: v = phi(h) v + rho(q”, x_ki, f), and of
// an isolated particle with its force.
func (p *paper) moveLearned(o *object, layer string, force, x, v []vector) {
	acceleration := p.acceleration(o, layer, force)
	for _, i := range o.members {
		push := force[i]
		if o.kind != "particle" {
			z := []vector{acceleration, p.x[i].minus(o.q), force[i]}
			hidden := silu(p.Linear(layer+"/"+o.kind+"_motion/linear1", normalized(z)))
			hidden = silu(p.Linear(layer+"/"+o.kind+"_motion/linear2", hidden))
			push = combined(p.Linear(layer+"/"+o.kind+"_motion/linear3", hidden), z)
		}
		v[i] = p.v[i].times(p.MLP(layer+"/velocity", p.h[i])[0]).plus(push)
		x[i] = p.x[i].plus(v[i])
	}
	o.q, o.dq = centerOf(o, x), centerOf(o, v)
}

// centerOf is the generalised coordinate: the joint, or the center.
func centerOf(o *object, x []vector) vector {
	if o.kind == "stick" {
		return x[o.members[0]].plus(x[o.members[1]]).times(0.5)
	}
	return x[o.members[0]]
}

// newStick is the stick between a hinge's joint and an end.
func newStick(s particles, joint, end int) object {
	o := object{kind: "stick", members: []int{joint, end}, angular: map[int]vector{}}
	o.q, o.dq = centerOf(&o, s.x), centerOf(&o, s.v)
	for _, i := range o.members {
		r, v := s.x[i].minus(o.q), s.v[i].minus(o.dq)
		o.angular[i] = r.cross(v).times(1 / r.dot(r))
	}
	return o
}

// moveTwoSticks applies the stick FK to both sticks, "afterwards, we
// translate the two sticks such that the 0s coincide at the midpoint of
// their predicted positions".
func (p *paper) moveTwoSticks(o *object, layer string, force, x, v []vector) {
	joint := o.members[0]
	var joints, velocities []vector
	for k := range o.sticks {
		p.move(&o.sticks[k], layer, force, x, v)
		joints, velocities = append(joints, x[joint]), append(velocities, v[joint])
	}
	middle, drift := joints[0].plus(joints[1]).times(0.5), velocities[0].plus(velocities[1]).times(0.5)
	for k := range o.sticks {
		stick := &o.sticks[k]
		end, shift, change := stick.members[1], middle.minus(joints[k]), drift.minus(velocities[k])
		x[end], v[end] = x[end].plus(shift), v[end].plus(change)
		stick.q, stick.dq = stick.q.plus(shift), stick.dq.plus(change)
	}
	x[joint], v[joint] = middle, drift
}
