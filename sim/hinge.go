package sim

// hinge is the state of a hinge: its joint and ends, and the angular velocities of its bars.
type hinge struct {
	joint int
	ends  [2]int
	spins [2]vector
}

func newHinge(in *euler, members []int) mover {
	h := &hinge{joint: members[0], ends: [2]int(members[1:])}
	for b, end := range h.ends {
		h.spins[b] = in.angularVelocity(end, h.joint)
	}
	return h
}

// constrainHinge gives each end the joint's component along its bar.
func constrainHinge(s state, members []int) {
	joint := members[0]
	for _, end := range members[1:] {
		e := s.direction(end, joint)
		s.setComponent(end, e, load(s.Velocity[joint]).dot(e))
	}
}

// move advances the joint by Eq. a0, and each end by a rotation about the joint.
func (h *hinge) move(in *euler) {
	x, v := in.load(h.joint)
	var bars [2]vector
	for b, end := range h.ends {
		bars[b] = load(in.state.Position[end]).sub(x)
	}
	a := h.jointAcceleration(in, bars)
	x, v = in.advance(x, v, a)
	in.store(h.joint, x, v)
	for b, end := range h.ends {
		r := bars[b]
		w := h.spins[b].add(r.cross(in.force[end].sub(a)).scale(in.TimeStep / r.dot(r)))
		r = r.rotate(w, in.TimeStep)
		h.spins[b] = w
		in.store(end, x.add(r), v.add(w.cross(r)))
	}
}

// jointAcceleration solves Eq. a0, (I + e1 e1^T + e2 e2^T) a0 = a. The
// projections of a0 on e1 and e2 solve a 2 x 2 system of determinant
// 4 - (e1.e2)^2, at least 3, and give a0 = a - (e1.a0) e1 - (e2.a0) e2.
func (h *hinge) jointAcceleration(in *euler, bars [2]vector) vector {
	a := in.force[h.joint]
	var e [2]vector
	for b, end := range h.ends {
		f, r, w := in.force[end], bars[b], h.spins[b]
		e[b] = r.scale(1 / r.norm())
		// f - (I - e e^T) f leaves the part of f along the bar.
		along := e[b].scale(e[b].dot(f))
		a = a.add(along).sub(w.cross(w.cross(r)))
	}
	c, p1, p2 := e[0].dot(e[1]), e[0].dot(a), e[1].dot(a)
	determinant := 4 - float64(c*c)
	a = a.sub(e[0].scale((float64(2*p1) - float64(c*p2)) / determinant))
	return a.sub(e[1].scale((float64(2*p2) - float64(c*p1)) / determinant))
}
