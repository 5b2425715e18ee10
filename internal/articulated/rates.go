// Package articulated moves trees of rigid bodies on joints. It places bodies by how far
// joints have turned or slid, finds the rates of a start, and takes whole steps. Rows
// solve the linear equations by which forces on particles and at joints change rates.
package articulated

import "sync"

// Float and Integer are what values and indices may be.
type (
	Float   interface{ ~float32 | ~float64 }
	Integer interface{ ~int | ~int64 }
)

// smallest floors what resists a rate, so that a joint that moves no mass has a
// finite one.
const smallest = 1e-30

// Rows are particles with the joints that they hang on.
type Rows[F Float, I Integer] struct {
	// Axes [n,6k] are the motions at unit rates, up to k of each row: an angular
	// velocity s and the velocity v of what is at the origin. A row, and all that
	// hangs on it, then has the velocity v + s x position. At an axis of 0 it is at rest
	// beside its parent.
	Axes []F
	// Position [n,3] and Mass [n,1] are of the particles. The origin should be among
	// them: the solution is as exact as positions are large.
	Position, Mass []F
	// Resistance [n,k] is what each axis has beside the masses.
	Resistance []F
	// Parents [n] are the rows that rows hang on; a row that is its own hangs on the
	// ground.
	Parents []I
}

// Rates solves
//
//	(J^T M J + diag(resistance)) w = J^T force + load
//
// for the rates w [n,k] of the axes, given forces [n,3] on particles and
// loads [n,k]. The sum of w times axes from the ground to a row is its motion, J w
// are the velocities of all rows, and M has the masses. Of an axis of 0, and of rows in a
// circle of parents, which count as ground, the rate is load over resistance. The
// matrix is symmetric, and positive definite unless a joint without resistance moves no mass.
//
// It eliminates axes from the leaves on: what hangs on a row acts on it as an
// inertia 6 x 6 (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7). The
// time grows with n; the arithmetic is in float64.
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

// fixed reports whether a row has no axis, so that it rests beside its parent.
func (r Rows[F, I]) fixed(i, k int) bool {
	for _, value := range r.Axes[6*k*i : 6*k*(i+1)] {
		if value != 0 {
			return false
		}
	}
	return true
}

// row is what the elimination knows of a row and of all that hangs on it.
type row struct {
	points points // what is at rest beside it
	// inertia is the inertia of all else, if jointed.
	inertia inertia
	jointed bool
	force   spatial // that moves it
	motion  spatial
	// leaf is set where nothing hangs on the row, and still where it is no more than a
	// point of its parent's.
	leaf, still bool
	// children counts those that are not eliminated; -1 of a row that is.
	children int
}

// push adds a force at a point.
func (r *row) push(x, f [3]float64) {
	r.force.add(&spatial{
		float64(x[1]*f[2]) - float64(x[2]*f[1]), float64(x[2]*f[0]) - float64(x[0]*f[2]), float64(x[0]*f[1]) - float64(x[1]*f[0]),
		f[0], f[1], f[2],
	}, 1)
}

// take adds what hangs on a row.
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

// axis is what the elimination knows of an axis.
type axis struct {
	moves      bool
	momentum   spatial // at a unit rate
	resistance float64 // to a change of the rate
	free       float64 // the rate while the row before rests
}

// eliminate takes an axis out of the inertia and the force.
func (r *row) eliminate(s spatial, resistance, load float64) axis {
	if s == (spatial{}) {
		return axis{}
	}
	if !r.jointed {
		r.jointed, r.inertia = true, inertia{}
	}
	r.inertia.addPoints(&r.points)
	r.points = points{}
	momentum := r.inertia.times(&s)
	all := max(s.dot(&momentum)+resistance, smallest)
	free := (load + s.dot(&r.force)) / all
	r.inertia.addSquare(&momentum, -1/all)
	r.force.add(&momentum, -free)
	return axis{moves: true, momentum: momentum, resistance: all, free: free}
}

// workspace is memory for one solution.
type workspace struct {
	rows   []row
	solved []axis // k of each row
	// order has the rows, children before their parents.
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

// circular reports whether a row is in a circle of parents, once the order is there.
func (w *workspace) circular(i int) bool { return w.rows[i].children > 0 }

// fromLeaves finds the order. Rows in circles are not in it.
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

// SumPaths adds up values [n,k] from the root of each row's tree to the row, or,
// transposed, over the row and all that hangs on it. Rows in a circle of parents are 0,
// and count as ground.
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
