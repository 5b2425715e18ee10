// Package articulated solves the linear equations of trees of rigid bodies with
// joints: how forces at joints change the rates at which these turn and slide.
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

// Rates solves
//
//	(J^T M J + diag(resistance)) w = load
//
// for the rates w [n,k] of the joints of n rows. A row is a particle of a mass
// [n,1] at a position [n,3]. It hangs on the row of its parent [n] by a joint of up to k axes
// [n,6k], and is at rest beside it where an axis is 0; its rate then is load over
// resistance. A row that is its own parent hangs on the ground; so do those whose
// parents lead in a circle, each of which has rates of load over resistance.
//
// An axis is the motion at a unit rate, an angular velocity s and the velocity v
// of what is at the origin: a row, and all that hangs on it, has the velocity
// v + s x position. The sum of w times axes from the ground to a row is its motion,
// J w its velocity, and M has the masses. The matrix is symmetric, and positive
// definite unless a joint without resistance moves no mass.
//
// It eliminates axes from the leaves on: what hangs on a row acts on it as an
// inertia 6 x 6 (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7). The
// time grows with n; the arithmetic is that of float64. It is as exact as
// positions are large: the origin should be among them.
func Rates[F Float, I Integer](rates, axes, position, mass, resistance, load []F, parents []I) {
	n := len(parents)
	if n == 0 {
		return
	}
	k := len(load) / n
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	w.begin(n, k)
	fromLeaves(w, parents)
	for i := range w.rows {
		w.rows[i].inertia.addPoint(float64(mass[i]), vector(position, i))
	}
	for _, i := range w.order {
		own, solved := &w.rows[i], w.solved[i*k:(i+1)*k]
		for c := k - 1; c >= 0; c-- {
			axis := spatialOf(axes, i*k+c)
			solved[c] = own.eliminate(axis, float64(resistance[i*k+c]), float64(load[i*k+c]))
		}
		if parent := int(parents[i]); parent != i {
			w.rows[parent].inertia.add(&own.inertia)
			w.rows[parent].force.add(&own.force, 1)
		}
	}
	for r := range w.order {
		i := w.order[len(w.order)-1-r]
		own := &w.rows[i]
		own.motion = spatial{}
		if parent := int(parents[i]); parent != i {
			own.motion = w.rows[parent].motion
		}
		for c, s := range w.solved[i*k : (i+1)*k] {
			rate := s.free
			if s.moves {
				rate -= s.momentum.dot(&own.motion) / s.resistance
				axis := spatialOf(axes, i*k+c)
				own.motion.add(&axis, rate)
			}
			rates[i*k+c] = F(rate)
		}
	}
	for i := range w.rows {
		if w.rows[i].children >= 0 {
			for c := i * k; c < (i+1)*k; c++ {
				rates[c] = F(float64(load[c]) / max(float64(resistance[c]), smallest))
			}
		}
	}
}

// row is what the elimination knows of a row and of all that hangs on it.
type row struct {
	inertia inertia
	force   spatial // that holds it at rest
	motion  spatial
	// children counts those that are not eliminated; -1 of a row that is.
	children int
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
		return axis{free: load / max(resistance, smallest)}
	}
	momentum := r.inertia.times(&s)
	all := max(s.dot(&momentum)+resistance, smallest)
	rest := load - s.dot(&r.force)
	r.inertia.addSquare(&momentum, -1/all)
	r.force.add(&momentum, rest/all)
	return axis{moves: true, momentum: momentum, resistance: all, free: rest / all}
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
	w.rows, w.order = append(w.rows[:0], make([]row, n)...), w.order[:0]
	w.solved = append(w.solved[:0], make([]axis, n*k)...)
}

// fromLeaves finds the order. Rows in circles, and those that hang on these, are
// not in it.
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
