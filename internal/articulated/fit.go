package articulated

import "math"

const (
	// Straight is how far particles may be off a line, relative to their squared lengths, and still
	// count as on it. Rounding to float32 leaves this much of the inertia of such bodies.
	Straight = 1e-5
	// SmallSquare is a lower bound of squared lengths of which the root is taken.
	SmallSquare = 1e-24
)

// Measure writes the joint coordinates of bodies at positions [n,3] to the rows of the bodies,
// [n,4]: the cosine and sine of the angle, the displacement, and 1 for a body on a line, whose
// angle is unknown. The angle is 0 in all other rows and for bodies on a line. ir.Builder.FitBodies
// has the equations.
func (b Bodies[F, I]) Measure(measured, position []F) {
	m := mechanisms.Get().(*mechanism)
	defer mechanisms.Put(m)
	begin(m, b, nil)
	for i := range m.links {
		m.links[i].fit = fit{}
	}
	for i, owner := range m.owner {
		if owner != none {
			f := &m.links[owner].fit
			f.count++
			f.center, f.rest = plus(f.center, vector(position, i)), plus(f.rest, vector(b.Rest, i))
		}
	}
	for i := range m.links {
		f := &m.links[i].fit
		f.center, f.rest = times(1/f.count, f.center), times(1/f.count, f.rest)
	}
	for i, owner := range m.owner {
		if owner != none {
			f := &m.links[owner].fit
			off := plus(vector(b.Rest, i), times(-1, f.rest))
			f.both.addOuter(plus(vector(position, i), times(-1, f.center)), off)
			f.own.addOuter(off, off)
		}
	}
	for i := range b.Parents {
		copy(measured[4*i:], []F{1, 0, 0, 0})
	}
	for i := range m.links {
		l := &m.links[i]
		l.fit.find()
		cosine, sine, displacement := m.angle(l)
		if l.fit.isLine {
			cosine, sine = 1, 0
			measured[4*l.row+3] = 1
		}
		copy(measured[4*l.row:], []F{F(cosine), F(sine), F(displacement)})
	}
}

// fit is the measured pose of a link.
type fit struct {
	count        float64
	center, rest [3]float64 // means of its particles, now and at rest
	both, own    matrix     // sums of (x - mean)(rest - mean)^T, and of (rest - mean)(rest - mean)^T
	turned       matrix
	isLine       bool
}

// find computes the rotation of the link.
func (f *fit) find() {
	trace := f.own[0][0] + f.own[1][1] + f.own[2][2]
	squares := 0.
	for _, row := range f.own {
		squares += dot(row, row)
	}
	f.isLine = !((1-2*Straight)*trace*trace > squares)
	if f.isLine {
		trace++
	}
	c, a := f.both, f.own
	c.add(f.both.cofactors(), 1/trace)
	a.add(f.own.cofactors(), 1/trace)
	if f.isLine {
		for i := range a {
			a[i][i]++
		}
	}
	f.turned = c.divided(&a)
}

// angle returns the cosine and sine of the angle of a joint, and its displacement.
func (m *mechanism) angle(l *link) (cosine, sine, displacement float64) {
	before, origin := matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, [3]float64{}
	if l.parent != none {
		f := &m.links[l.parent].fit
		before, origin = f.turned, plus(f.center, times(-1, f.turned.times(f.rest)))
	}
	off := plus(l.fit.center, times(-1, plus(origin, before.times(l.fit.rest))))
	displacement = dot(before.times(l.slide), off)
	back := before.transposed()
	relative := back.by(&l.fit.turned)
	n := l.turn
	across := [3]float64{relative[2][1] - relative[1][2], relative[0][2] - relative[2][0], relative[1][0] - relative[0][1]}
	sine = dot(n, across) / 2
	cosine = (relative[0][0] + relative[1][1] + relative[2][2] - dot(relative.times(n), n)) / 2
	norm := math.Sqrt(max(float64(sine*sine)+float64(cosine*cosine), SmallSquare))
	return float64(l.turns*(cosine/norm)) + (1 - l.turns), l.turns * (sine / norm), displacement
}

func times(factor float64, x [3]float64) [3]float64 {
	return [3]float64{factor * x[0], factor * x[1], factor * x[2]}
}

func (a *matrix) addOuter(x, y [3]float64) {
	for i := range x {
		for k := range y {
			a[i][k] += float64(x[i] * y[k])
		}
	}
}

func (a *matrix) add(other matrix, factor float64) {
	for i := range a {
		for k := range a {
			a[i][k] += float64(factor * other[i][k])
		}
	}
}

func (a *matrix) cofactors() matrix {
	return matrix{cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1])}
}

func (a matrix) transposed() matrix {
	for i := range 3 {
		for k := range i {
			a[i][k], a[k][i] = a[k][i], a[i][k]
		}
	}
	return a
}

// divided returns a matrix times the inverse of a symmetric positive definite one, which is
// factorized as L D L^T.
func (a *matrix) divided(by *matrix) (quotient matrix) {
	d1 := by[0][0]
	l21, l31 := by[0][1]/d1, by[0][2]/d1
	d2, rest := by[1][1]-float64(l21*by[0][1]), by[1][2]-float64(l31*by[0][1])
	l32 := rest / d2
	d3 := by[2][2] - (float64(l31*by[0][2]) + float64(l32*rest))
	for i, z := range a {
		z[1] -= float64(l21 * z[0])
		z[2] -= float64(l31*z[0]) + float64(l32*z[1])
		w3 := z[2] / d3
		w2 := z[1]/d2 - float64(l32*w3)
		quotient[i] = [3]float64{z[0]/d1 - (float64(l21*w2) + float64(l31*w3)), w2, w3}
	}
	return quotient
}
