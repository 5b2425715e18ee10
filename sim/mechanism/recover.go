package mechanism

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Recover is the state of particles at these positions [n] with these velocities [n].
// It is, body by body, the turn and slide of the joint with the least squares of
// distances, and the rates with the least of momenta's differences, by masses. It
// also gives the largest distance that is left. A turn about the line of a body whose
// particles, its anchor among them, are on one is any.
func (m *Mechanism) Recover(position, velocity []r3.Vec) (s State, off float64, err error) {
	if len(position) != len(m.Rest) || len(velocity) != len(m.Rest) {
		return s, 0, fmt.Errorf("mechanism: %d positions and %d velocities, want %d of each", len(position), len(velocity), len(m.Rest))
	}
	s = m.AtRest()
	w := newWork(m)
	for b := range m.Bodies {
		w.fit(b, s, position)
		w.placeBody(b, s)
	}
	w.place(s)
	for i, x := range position {
		off = max(off, norm(r3.Sub(w.position[i], x)))
	}
	for i, v := range velocity {
		w.force[i] = scale(m.Mass[i], v)
	}
	w.weigh()
	clear(w.resistance)
	clear(w.load)
	w.solve(s.Rates, w.force)
	return s, off, nil
}

// fit finds how the joint of a body has turned and slid, once those before it
// are placed.
func (w *work) fit(b int, s State, position []r3.Vec) {
	body := &w.Bodies[b]
	turn, anchor := w.before(b)
	back := quat.Conj(turn)
	// Particles from the anchor at rest, and now, in the frame of the body before.
	var rest, now []r3.Vec
	var restCenter, nowCenter r3.Vec
	share := 1 / float64(len(body.Members))
	for _, i := range body.Members {
		r, x := r3.Sub(w.Rest[i], body.Anchor), rotate(back, r3.Sub(position[i], anchor))
		rest, now = append(rest, r), append(now, x)
		restCenter, nowCenter = r3.Add(restCenter, scale(share, r)), r3.Add(nowCenter, scale(share, x))
	}
	if len(body.Slides) > 0 { // what it turns about is not known yet
		for k := range rest {
			rest[k], now[k] = r3.Sub(rest[k], restCenter), r3.Sub(now[k], nowCenter)
		}
	}
	s.Turns[b] = fitTurn(body.Turns, rest, now)
	slid := r3.Sub(nowCenter, rotate(s.Turns[b], restCenter))
	for _, axis := range body.Slides {
		s.Slides[b] = r3.Add(s.Slides[b], scale(dot(axis, slid), axis))
	}
}

// fitTurn is the turn about these axes, none, one or all, that takes vectors
// nearest to others.
func fitTurn(axes, from, to []r3.Vec) quat.Number {
	switch len(axes) {
	case 0:
		return still
	case 1:
		var sine, cosine float64
		for k, a := range from {
			sine += dot(axes[0], cross(a, to[k]))
			cosine += dot(a, to[k]) - float64(dot(axes[0], a)*dot(axes[0], to[k]))
		}
		return turnBy(math.Atan2(sine, cosine), axes[0])
	}
	// Davenport's q-method: the turn is the first eigenvector of a matrix 4 x 4.
	var product [3][3]float64 // sum of from to^T
	for k, a := range from {
		b := to[k]
		for i, ai := range []float64{a.X, a.Y, a.Z} {
			for j, bj := range []float64{b.X, b.Y, b.Z} {
				product[i][j] += float64(ai * bj)
			}
		}
	}
	p := product
	trace := p[0][0] + p[1][1] + p[2][2]
	k := mat.NewSymDense(4, []float64{
		trace, p[1][2] - p[2][1], p[2][0] - p[0][2], p[0][1] - p[1][0],
		0, float64(2*p[0][0]) - trace, p[0][1] + p[1][0], p[0][2] + p[2][0],
		0, 0, float64(2*p[1][1]) - trace, p[1][2] + p[2][1],
		0, 0, 0, float64(2*p[2][2]) - trace,
	})
	var eigen mat.EigenSym
	if !eigen.Factorize(k, true) {
		return still // of numbers that are not finite
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	q := mat.Col(nil, 3, &vectors)
	return quat.Number{Real: q[0], Imag: q[1], Jmag: q[2], Kmag: q[3]}
}
