package sim

// stick is the state of a stick: both ends, and its angular velocity.
type stick struct {
	i, j int
	spin vector
}

func newStick(in *euler, members []int) mover {
	i, j := members[0], members[1]
	return &stick{i, j, in.angularVelocity(i, j)}
}

// constrainStick gives both ends the mean of their components along it.
func constrainStick(s state, members []int) {
	i, j := members[0], members[1]
	e := s.direction(i, j)
	mean := (load(s.Velocity[i]).dot(e) + load(s.Velocity[j]).dot(e)) / 2
	s.setComponent(i, e, mean)
	s.setComponent(j, e, mean)
}

// move advances the center as a free point of mass 2, and both ends by one
// rotation (Eq. theta of the paper's appendix).
func (s *stick) move(in *euler) {
	xi, vi := in.load(s.i)
	xj, vj := in.load(s.j)
	fi, fj := in.force[s.i], in.force[s.j]

	r := xi.sub(xj).scale(0.5)
	w := s.spin.add(r.cross(fi.sub(fj)).scale(in.TimeStep / (2 * r.dot(r))))
	r = r.rotate(w, in.TimeStep)
	tangential := w.cross(r)
	x, v := in.advance(xi.add(xj).scale(0.5), vi.add(vj).scale(0.5), fi.add(fj).scale(0.5))

	s.spin = w
	in.store(s.i, x.add(r), v.add(tangential))
	in.store(s.j, x.sub(r), v.sub(tangential))
}
