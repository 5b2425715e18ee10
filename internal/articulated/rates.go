// Package articulated computes the motion of trees of rigid bodies that are connected by joints. It
// computes the positions of bodies from joint coordinates, the joint rates from initial velocities,
// and whole time steps. Rows.Rates solves the linear equations that give joint rates from forces on
// particles and loads at joints.
package articulated

// Float and Integer constrain the types of values and of indices.
type (
	Float   interface{ ~float32 | ~float64 }
	Integer interface{ ~int | ~int64 }
)

// smallest is a lower bound of the inertia of an axis, so that the rate of a joint that moves no
// mass is finite.
const smallest = 1e-30

// Rows are particles, each with the joint by which it is attached to its parent.
type Rows[F Float, I Integer] struct {
	// Axes [n,6k] are the motions at unit rates, up to k for each row: an angular velocity s and
	// the velocity v at the origin. The row and all its descendants then have the velocity v + s x
	// position. With an axis of 0, the row does not move relative to its parent.
	Axes []F
	// Position [n,3] and Mass [n,1] are those of the particles. The origin should be near them,
	// because the rounding error grows with the size of the positions.
	Position, Mass []F
	// Resistance [n,k] is the inertia of each axis in addition to that of the masses.
	Resistance []F
	// Parents [n] are the parents of the rows; a row that is its own parent is attached to the
	// ground.
	Parents []I
}

// Rates solves
//
//	(J^T M J + diag(resistance)) w = J^T force + load
//
// for the rates w [n,k] of the axes, given forces [n,3] on particles and loads [n,k]. The motion of
// a row is the sum of w times axes over the path from the ground to the row; J w are the velocities
// of all rows, and M has the masses. For an axis of 0, and for rows in a cycle of parents, which
// count as ground, the rate is the load divided by the resistance. The matrix is symmetric, and it
// is positive definite unless a joint without resistance moves no mass.
//
// Each axis that is not 0 is a link, and the masses of a row belong to the last link on its path.
// The time is proportional to n; the arithmetic is in float64.
func (r Rows[F, I]) Rates(rates, force, load []F) {
	n := len(r.Parents)
	if n == 0 {
		return
	}
	for at := range rates {
		rates[at] = F(float64(load[at]) / max(float64(r.Resistance[at]), smallest))
	}
	o := orders.Get().(*order)
	defer orders.Put(o)
	m := mechanisms.Get().(*mechanism)
	defer mechanisms.Put(m)
	m.links, m.owner = m.links[:0], m.owner[:0]
	for range n {
		m.owner = append(m.owner, none)
	}
	sort(o, r.Parents)
	k := len(load) / n
	for back := range o.rows {
		i := o.rows[len(o.rows)-1-back]
		m.owner[i] = m.owner[r.Parents[i]]
		for at := i * k; at < (i+1)*k; at++ {
			if isAxis(r.Axes[6*at : 6*at+6]) {
				l := m.next()
				l.row, l.parent, l.axis, l.points, l.force = at, m.owner[i], spatialOf(r.Axes, at), points{}, ground
				l.resists, l.loaded = float64(r.Resistance[at]), float64(load[at])
				m.owner[i] = len(m.links) - 1
			}
		}
		if m.owner[i] != none {
			l, x, f := &m.links[m.owner[i]], vector(r.Position, i), vector(force, i)
			l.points.add(float64(r.Mass[i]), x)
			l.force.push(x, f)
		}
	}
	m.eliminate()
	m.solve()
	for i := range m.links {
		rates[m.links[i].row] = F(m.links[i].change)
	}
}

// next adds a link, whose fields have any values.
func (m *mechanism) next() *link {
	if len(m.links) == cap(m.links) {
		m.links = append(m.links, link{})
	} else {
		m.links = m.links[:len(m.links)+1]
	}
	return &m.links[len(m.links)-1]
}

// isAxis reports whether an axis is not 0.
func isAxis[F Float](axis []F) bool {
	for _, value := range axis {
		if value != 0 {
			return true
		}
	}
	return false
}
