package mechanism

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// afloat is a body on a free joint, with everything attached to it.
type afloat struct {
	root      int
	particles []int
}

// afloats returns the bodies on free joints without damping or friction.
func (m *Mechanism) afloats() (all []afloat) {
	roots := make([]int, len(m.Bodies))
	for b, body := range m.Bodies {
		roots[b] = b
		if body.Parent >= 0 {
			roots[b] = roots[body.Parent]
		}
	}
	for b, body := range m.Bodies {
		if body.Parent >= 0 || len(body.Slides) < 3 || len(body.Turns) < 3 || body.Damping != 0 || body.Friction != 0 {
			continue
		}
		tree := afloat{root: b}
		for i, owner := range m.owner {
			if roots[owner] == b {
				tree.particles = append(tree.particles, i)
			}
		}
		all = append(all, tree)
	}
	return all
}

// momenta holds a mass, its center, its linear momentum, and its angular momentum about the
// center.
type momenta struct {
	mass                    float64
	center, linear, angular r3.Vec
}

// momenta returns those of a tree at the current positions and velocities.
func (w *work) momenta(tree afloat) (p momenta) {
	for _, i := range tree.particles {
		p.mass += w.Mass[i]
		p.center = r3.Add(p.center, scale(w.Mass[i], w.position[i]))
		p.linear = r3.Add(p.linear, scale(w.Mass[i], w.velocity[i]))
	}
	p.center = scale(1/p.mass, p.center)
	for _, i := range tree.particles {
		p.angular = r3.Add(p.angular, scale(w.Mass[i], cross(r3.Sub(w.position[i], p.center), w.velocity[i])))
	}
	return p
}

// inertia returns the inertia tensor of a tree about its center, by rows.
func (w *work) inertia(tree afloat, center r3.Vec) (rows [3]r3.Vec) {
	for _, i := range tree.particles {
		r := r3.Sub(w.position[i], center)
		for axis, along := range [3]float64{r.X, r.Y, r.Z} {
			row := r3.Sub(scale(dot(r, r), basis[axis]), scale(along, r))
			rows[axis] = r3.Add(rows[axis], scale(w.Mass[i], row))
		}
	}
	return rows
}

// remember stores the momenta of free bodies.
func (in *Integrator) remember() {
	if len(in.free) == 0 {
		return
	}
	in.place(in.State)
	in.move(in.State.Rates)
	for k, tree := range in.free {
		in.before[k] = in.momenta(tree)
	}
}

// restore corrects the centers and the momenta of free bodies to those that gravity alone gives
// them after a time h. It moves each tree as a rigid body. A tree is left unchanged if a torque
// [rates] acts on its free joint itself.
func (in *Integrator) restore(h float64, torque []float64) {
	if len(in.free) == 0 {
		return
	}
	in.place(in.State)
	in.move(in.State.Rates)
	for k, tree := range in.free {
		if torque != nil && slices.ContainsFunc(torque[in.first[tree.root]:in.first[tree.root+1]], func(load float64) bool { return load != 0 }) {
			continue
		}
		was, is := in.before[k], in.momenta(tree)
		fall := scale(h*h/2, in.Gravity)
		center := r3.Add(was.center, r3.Add(scale(h/was.mass, was.linear), fall))
		in.State.Slides[tree.root] = r3.Add(in.State.Slides[tree.root], r3.Sub(center, is.center))

		linear := r3.Add(was.linear, scale(h*was.mass, in.Gravity))
		move := scale(1/was.mass, r3.Sub(linear, is.linear))
		turn := in.turning(tree, is.center, r3.Sub(was.angular, is.angular))
		move = r3.Add(move, cross(turn, r3.Sub(in.anchor[tree.root], is.center)))
		rates := in.State.Rates[in.first[tree.root]:]
		for d, change := range [6]float64{move.X, move.Y, move.Z, turn.X, turn.Y, turn.Z} {
			rates[d] += change
		}
	}
}

// turning returns the angular velocity of a rigid tree with the given angular momentum about
// its center. It returns 0 for particles on a line.
func (in *Integrator) turning(tree afloat, center, momentum r3.Vec) r3.Vec {
	rows := in.inertia(tree, center)
	others := [3]r3.Vec{cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])}
	determinant, size := dot(rows[0], others[0]), rows[0].X+rows[1].Y+rows[2].Z
	if !(determinant > size*size*size/singular) {
		return r3.Vec{}
	}
	return scale(1/determinant, r3.Vec{X: dot(others[0], momentum), Y: dot(others[1], momentum), Z: dot(others[2], momentum)})
}
