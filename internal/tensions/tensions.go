// Package tensions solves the linear equations for the bars of trees: which forces along rigid
// bars change their lengths as required.
package tensions

import (
	"sync"

	"gmnc/internal/vector"
)

// shortest is the least change of a bar by its own tension. It keeps the tension finite if a
// bar has no length, or is between two particles that nothing moves.
const shortest = 1e-20

// Float and Integer are the types of values and indices.
type (
	Float   interface{ ~float32 | ~float64 }
	Integer interface{ ~int | ~int64 }
)

// Solve computes the tensions l of bars, with a row for each, that change them by change [n,1]. It
// takes bars r [n,3], parents p [n] and inverse masses w [n,1]. The inverse masses are 1 if
// mobility is nil, and 0 for a particle that nothing moves. A mobility [n,9] has matrices B
// instead, for particles that are heavier in some directions: w is B B^T. With the forces
//
//	y_i = l_i r_i - sum of l_c r_c over the children c of i
//
// the tensions satisfy r_i . (w_i y_i - w_p(i) y_p(i)) = change_i. A row that is its own parent, or
// whose parents form a cycle, has no bar, and its tension is its change. The matrix of the
// equations is symmetric. It is positive definite unless a bar has no length, or bars form a rigid
// path between particles that nothing moves.
//
// Solve eliminates particles, beginning with the leaves. Each child reduces the mobility of its
// parent, a 3 x 3 matrix that is w at first, by what its bar constrains (Featherstone, Rigid Body
// Dynamics Algorithms, 2008, chapter 7). Here joints are points, and inverse inertias are those of
// particles, including fixed ones. The time is proportional to n, and the arithmetic is in float64.
func Solve[F Float, I Integer](tensions, bars, change, mobility []F, parents []I) {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	fromLeaves(w, mobility, parents)
	copy(tensions, change)
	for _, i := range w.order {
		w.joints[i].hang(vector.At(bars, i), float64(change[i]), &w.joints[parents[i]])
	}
	for k := range w.order {
		i := w.order[len(w.order)-1-k]
		own, parent, r := &w.joints[i], &w.joints[parents[i]], vector.At(bars, i)
		tension := own.tension + vector.Dot(own.slope, parent.force)
		parent.force = vector.Plus(parent.force, -tension, r)
		own.force = vector.Plus(own.force, tension, r)
		tensions[i] = F(tension)
	}
}

// joint is the state of a particle in the elimination.
type joint struct {
	// mobility is the acceleration of the particle per force on it, and acceleration is the one
	// that it has without a force. Both include the bars that are eliminated so far.
	mobility     symmetric
	acceleration [3]float64
	// tension is the tension of the particle's own bar if nothing else acts on the parent, and
	// slope is its change per force on the parent.
	tension float64
	slope   [3]float64
	// force is the force on the particle by bars that are eliminated after its own.
	force [3]float64
	// children counts the particle's children whose bars are not yet eliminated.
	children int
}

// hang eliminates the particle, which a bar r joins to its parent.
func (j *joint) hang(r [3]float64, change float64, parent *joint) {
	ofParent := parent.mobility.times(r)
	stiffness := max(vector.Dot(r, j.mobility.times(r))+vector.Dot(r, ofParent), shortest)
	j.tension = (change - vector.Dot(r, j.acceleration) + vector.Dot(r, parent.acceleration)) / stiffness
	for axis := range j.slope {
		j.slope[axis] = ofParent[axis] / stiffness
	}
	parent.acceleration = vector.Plus(parent.acceleration, -j.tension, ofParent)
	parent.mobility = parent.mobility.plusSquare(ofParent, -1/stiffness)
}

// workspace is the memory for one solution.
type workspace struct {
	joints []joint
	// order lists the particles with bars, children before their parents.
	order []int
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// fromLeaves begins an elimination and finds its order.
func fromLeaves[F Float, I Integer](w *workspace, mobility []F, parents []I) {
	w.joints, w.order = append(w.joints[:0], make([]joint, len(parents))...), w.order[:0]
	for i, parent := range parents {
		switch len(mobility) {
		case 0:
			w.joints[i].mobility = symmetric{1, 1, 1}
		case len(parents):
			own := float64(mobility[i])
			w.joints[i].mobility = symmetric{own, own, own}
		default:
			w.joints[i].mobility = squareOf(mobility[9*i:])
		}
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
