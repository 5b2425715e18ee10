// Package articulated computes the motion of trees of rigid bodies that are connected by joints. It
// computes the positions of bodies from joint coordinates, the joint rates from initial velocities,
// and whole time steps. Rows.Rates solves the linear equations that give joint rates from forces on
// particles and loads at joints.
package articulated

import "sync"

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
// Axes are eliminated from the leaves to the root: the descendants of a row act on it as an
// articulated-body inertia, a 6 x 6 matrix (Featherstone, Rigid Body Dynamics Algorithms, 2008,
// chapter 7). The time is proportional to n; the arithmetic is in float64.
func (r Rows[F, I]) Rates(rates, force, load []F) {
	n := len(r.Parents)
	if n == 0 {
		return
	}
	k := len(load) / n
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	w.begin(n, k)
	fromLeaves(w, r.Parents)
	for _, i := range w.order {
		own := &w.rows[i]
		if parent := int(r.Parents[i]); own.leaf && parent != i && r.fixed(i, k) {
			before := &w.rows[parent]
			before.points.add(float64(r.Mass[i]), vector(r.Position, i))
			before.push(vector(r.Position, i), vector(force, i))
			own.still = true
			continue
		}
		own.points.add(float64(r.Mass[i]), vector(r.Position, i))
		own.push(vector(r.Position, i), vector(force, i))
		for c := k - 1; c >= 0; c-- {
			at := i*k + c
			w.solved[at] = own.eliminate(spatialOf(r.Axes, at), float64(r.Resistance[at]), float64(load[at]))
		}
		if parent := int(r.Parents[i]); parent != i {
			w.rows[parent].take(own)
		}
	}
	for at := range rates {
		rates[at] = F(float64(load[at]) / max(float64(r.Resistance[at]), smallest))
	}
	for back := range w.order {
		i := w.order[len(w.order)-1-back]
		own := &w.rows[i]
		if own.still {
			continue
		}
		own.motion = spatial{}
		if parent := int(r.Parents[i]); parent != i && !w.circular(parent) {
			own.motion = w.rows[parent].motion
		}
		for c, s := range w.solved[i*k : (i+1)*k] {
			if s.moves {
				rate := s.free - s.momentum.dot(&own.motion)/s.resistance
				axis := spatialOf(r.Axes, i*k+c)
				own.motion.add(&axis, rate)
				rates[i*k+c] = F(rate)
			}
		}
	}
}

// fixed reports whether a row has no axis, so that it does not move relative to its parent.
func (r Rows[F, I]) fixed(i, k int) bool {
	for _, value := range r.Axes[6*k*i : 6*k*(i+1)] {
		if value != 0 {
			return false
		}
	}
	return true
}

// row is the state of the elimination for a row and its descendants.
type row struct {
	points points // masses that do not move relative to it
	// inertia is the inertia of everything else, if jointed.
	inertia inertia
	jointed bool
	force   spatial // force on it and its descendants
	motion  spatial
	// leaf is set if the row has no children. still is set for a leaf without an axis, which is
	// then only a point of its parent.
	leaf, still bool
	// children is the number of children that are not eliminated, or -1 for an eliminated row.
	children int
}

// push adds a force at a point.
func (r *row) push(x, f [3]float64) {
	r.force.add(&spatial{
		float64(x[1]*f[2]) - float64(x[2]*f[1]), float64(x[2]*f[0]) - float64(x[0]*f[2]), float64(x[0]*f[1]) - float64(x[1]*f[0]),
		f[0], f[1], f[2],
	}, 1)
}

// take adds a child of the row.
func (r *row) take(child *row) {
	r.force.add(&child.force, 1)
	r.points.addAll(&child.points)
	if !child.jointed {
		return
	}
	if !r.jointed {
		r.jointed, r.inertia = true, inertia{}
	}
	r.inertia.add(&child.inertia)
}

// axis is the state of the elimination for an axis.
type axis struct {
	moves      bool
	momentum   spatial // momentum at a unit rate
	resistance float64 // resistance to a change of the rate
	free       float64 // rate if the parent is at rest
}

// eliminate removes an axis from the inertia and the force.
func (r *row) eliminate(s spatial, resistance, load float64) axis {
	if s == (spatial{}) {
		return axis{}
	}
	if !r.jointed {
		r.jointed, r.inertia = true, inertia{}
	}
	r.inertia.addPoints(&r.points)
	r.points = points{}
	var momentum spatial
	momentum.setProduct(&r.inertia, &s)
	all := max(s.dot(&momentum)+resistance, smallest)
	free := (load + s.dot(&r.force)) / all
	r.inertia.addSquare(&momentum, -1/all)
	r.force.add(&momentum, -free)
	return axis{moves: true, momentum: momentum, resistance: all, free: free}
}

// workspace is the memory of one solution.
type workspace struct {
	rows   []row
	solved []axis // k for each row
	// order lists the rows, children before their parents.
	order []int
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

func (w *workspace) begin(n, k int) {
	if cap(w.rows) < n || cap(w.solved) < n*k {
		w.rows, w.solved = make([]row, n), make([]axis, n*k)
	}
	w.rows, w.solved, w.order = w.rows[:n], w.solved[:n*k], w.order[:0]
	for i := range w.rows {
		own := &w.rows[i]
		own.points, own.force, own.jointed, own.leaf, own.still, own.children = points{}, spatial{}, false, false, false, 0
	}
}

// circular reports whether a row is in a cycle of parents. The order must be known.
func (w *workspace) circular(i int) bool { return w.rows[i].children > 0 }

// fromLeaves computes the order, which leaves out rows in cycles.
func fromLeaves[I Integer](w *workspace, parents []I) {
	for i, parent := range parents {
		if int(parent) != i {
			w.rows[parent].children++
		}
	}
	visit := func(i int) {
		if w.rows[i].children == 0 {
			w.order = append(w.order, i)
			w.rows[i].children = -1
		}
	}
	for i := range parents {
		w.rows[i].leaf = w.rows[i].children == 0
		visit(i)
	}
	for k := 0; k < len(w.order); k++ {
		i := w.order[k]
		if parent := int(parents[i]); parent != i {
			w.rows[parent].children--
			visit(parent)
		}
	}
}

// SumPaths adds up values [n,k] over the path from the root to each row or, transposed, over the
// row and its descendants. Rows in a cycle of parents are 0 and count as ground.
func SumPaths[F Float, I Integer](sums, values []F, parents []I, transpose bool) {
	n := len(parents)
	if n == 0 {
		return
	}
	k := len(values) / n
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	w.begin(n, 0)
	fromLeaves(w, parents)
	copy(sums, values)
	add := func(to, from int) {
		for c := range k {
			sums[to*k+c] += sums[from*k+c]
		}
	}
	for at := range w.order {
		if i := w.order[at]; transpose && int(parents[i]) != i {
			add(int(parents[i]), i)
		}
		if i := w.order[len(w.order)-1-at]; !transpose && int(parents[i]) != i && !w.circular(int(parents[i])) {
			add(i, int(parents[i]))
		}
	}
	for i := range w.rows {
		if w.circular(i) {
			clear(sums[i*k : (i+1)*k])
		}
	}
}
