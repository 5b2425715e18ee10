// Package tensions solves the linear equations of the bars of trees: which
// forces along rigid bars change their lengths as asked.
package tensions

import "sync"

// shortest floors what a tension changes its own bar by, so that a bar without
// length has a finite tension.
const shortest = 1e-20

// Float and Integer are what values and indices may be.
type (
	Float   interface{ ~float32 | ~float64 }
	Integer interface{ ~int | ~int64 }
)

// Solve computes the tensions l of bars, a row each, that change them by
// change [n,1]: with bars r [n,3], parents p [n] and accelerations
//
//	y_i = l_i r_i - sum of l_c r_c over the children c of i
//
// of particles of mass 1 it holds r_i . (y_i - y_p(i)) = change_i. In a row
// that is its own parent, or whose parents lead in a circle, there is no bar,
// and its tension is its change. The matrix of the equations is symmetric,
// and positive definite unless a bar has no length.
//
// It eliminates particles from the leaves on: what hangs on a particle acts on
// it as an inertia 3 x 3, at least 1 and at most all masses that hang there
// (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7, with joints
// that are points). The time grows with n; the arithmetic is that of float64.
func Solve[F Float, I Integer](tensions, bars, change []F, parents []I) {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	fromLeaves(w, parents)
	copy(tensions, change)
	for _, i := range w.order {
		own, r := &w.joints[i], vector(bars, i)
		own.hang(r, float64(change[i]), &w.joints[parents[i]])
	}
	for i := range w.joints {
		if own := &w.joints[i]; !own.hangs {
			own.acceleration = own.inertia.inverse().times(own.force)
		}
	}
	for k := range w.order {
		i := w.order[len(w.order)-1-k]
		own, r := &w.joints[i], vector(bars, i)
		tension := own.tension + dot(r, w.joints[parents[i]].acceleration)/own.stiffness
		own.acceleration = add(own.acceleration, own.slope, tension)
		tensions[i] = F(tension)
	}
}

// joint is what the elimination knows of a particle.
type joint struct {
	// inertia and force are what its parent feels of it and of all that hangs
	// on it.
	inertia symmetric
	force   [3]float64
	// acceleration is that without its own bar, until that is known, and
	// slope what a tension of 1 of the bar adds.
	acceleration, slope [3]float64
	// stiffness is what that changes the bar by, and tension the part of its
	// tension that does not depend on the parent.
	stiffness, tension float64
	// hangs reports whether its bar is eliminated, and children counts those
	// whose bars are not.
	hangs    bool
	children int
}

// hang eliminates the particle, which has a bar r to its parent.
func (j *joint) hang(r [3]float64, change float64, parent *joint) {
	inverse := j.inertia.inverse()
	j.acceleration, j.slope, j.hangs = inverse.times(j.force), inverse.times(r), true
	j.stiffness = max(dot(r, j.slope), shortest)
	j.tension = (change - dot(r, j.acceleration)) / j.stiffness
	parent.inertia = parent.inertia.plusSquare(r, 1/j.stiffness)
	parent.force = add(parent.force, r, -j.tension)
}

// workspace is memory for one solution.
type workspace struct {
	joints []joint
	// order has the particles with bars, children before their parents.
	order []int
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// fromLeaves begins an elimination: it finds the order.
func fromLeaves[I Integer](w *workspace, parents []I) {
	w.joints, w.order = append(w.joints[:0], make([]joint, len(parents))...), w.order[:0]
	for i, parent := range parents {
		w.joints[i].inertia = symmetric{1, 1, 1}
		if int(parent) != i {
			w.joints[parent].children++
		}
	}
	free := func(i int) {
		if w.joints[i].children == 0 && int(parents[i]) != i {
			w.order = append(w.order, i)
		}
	}
	for i := range parents {
		free(i)
	}
	for k := 0; k < len(w.order); k++ {
		parent := int(parents[w.order[k]])
		w.joints[parent].children--
		free(parent)
	}
}
