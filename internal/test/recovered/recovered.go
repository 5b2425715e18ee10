// Package recovered finds the state of a mechanism from the positions and velocities of its
// particles, for tests that compare motions of particles with those of joints.
package recovered

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
)

// State returns the state for these positions [n] and velocities [n]. Body by body, it fits the
// rotation and the slide of the joint by least squares of distances. The rates are fitted by
// least squares weighted by masses. off is the largest distance that remains. If the particles
// of a body and its anchor lie on one line, the rotation about it is arbitrary.
func State(m *mechanism.Mechanism, position, velocity []r3.Vec) (s mechanism.State, off float64, err error) {
	if len(position) != len(m.Rest) || len(velocity) != len(m.Rest) {
		return s, 0, fmt.Errorf("%d positions and %d velocities, want %d of each", len(position), len(velocity), len(m.Rest))
	}
	s = m.AtRest()
	placed := make([]frame, len(m.Bodies))
	for b, body := range m.Bodies {
		before := frame{turn: quat.Number{Real: 1}, anchor: body.Anchor}
		if parent := body.Parent; parent >= 0 {
			way := r3.Sub(body.Anchor, m.Bodies[parent].Anchor)
			before = frame{placed[parent].turn, r3.Add(placed[parent].anchor, rotate(placed[parent].turn, way))}
		}
		s.Turns[b], s.Slides[b] = fit(m, body, before, position)
		placed[b] = frame{quat.Mul(before.turn, s.Turns[b]), r3.Add(before.anchor, rotate(before.turn, s.Slides[b]))}
	}
	x := make([]r3.Vec, len(position))
	m.NewIntegrator(s).Particles(x, make([]r3.Vec, len(x)))
	for i := range x {
		off = max(off, r3.Norm(r3.Sub(x[i], position[i])))
	}
	return s, off, rates(m, s, velocity)
}

// frame is the frame of a body: its rotation, and the position of its anchor.
type frame struct {
	turn   quat.Number
	anchor r3.Vec
}

func rotate(turn quat.Number, v r3.Vec) r3.Vec { return r3.Rotation(turn).Rotate(v) }

// fit returns the rotation and the slide of a body's joint relative to the frame of its parent.
func fit(m *mechanism.Mechanism, body mechanism.Body, before frame, position []r3.Vec) (turn quat.Number, slide r3.Vec) {
	back := quat.Conj(before.turn)
	// These are vectors from the anchor to the particles, at rest and now, in the frame of the
	// parent.
	var rest, now []r3.Vec
	var restCenter, nowCenter r3.Vec
	share := 1 / float64(len(body.Members))
	for _, i := range body.Members {
		r, x := r3.Sub(m.Rest[i], body.Anchor), rotate(back, r3.Sub(position[i], before.anchor))
		rest, now = append(rest, r), append(now, x)
		restCenter, nowCenter = r3.Add(restCenter, r3.Scale(share, r)), r3.Add(nowCenter, r3.Scale(share, x))
	}
	if len(body.Slides) > 0 { // the point about which it rotates is not known yet
		for k := range rest {
			rest[k], now[k] = r3.Sub(rest[k], restCenter), r3.Sub(now[k], nowCenter)
		}
	}
	turn = fitTurn(body.Turns, rest, now)
	slid := r3.Sub(nowCenter, rotate(turn, restCenter))
	for _, axis := range body.Slides {
		slide = r3.Add(slide, r3.Scale(r3.Dot(axis, slid), axis))
	}
	return turn, slide
}

// rates sets the rates of a state from velocities, which are linear in them. Each column has
// the velocities for a rate of 1.
func rates(m *mechanism.Mechanism, s mechanism.State, velocity []r3.Vec) error {
	weighted := func(v []r3.Vec) (column []float64) {
		for i := range v {
			own := r3.Scale(math.Sqrt(m.Mass[i]), v[i])
			column = append(column, own.X, own.Y, own.Z)
		}
		return column
	}
	columns := mat.NewDense(3*len(velocity), len(s.Rates), nil)
	x, v := make([]r3.Vec, len(velocity)), make([]r3.Vec, len(velocity))
	for d := range s.Rates {
		alone := s.Clone()
		clear(alone.Rates)
		alone.Rates[d] = 1
		m.NewIntegrator(alone).Particles(x, v)
		columns.SetCol(d, weighted(v))
	}
	return mat.NewVecDense(len(s.Rates), s.Rates).SolveVec(columns, mat.NewVecDense(3*len(velocity), weighted(velocity)))
}

// fitTurn returns the rotation about the given axes, of which there are none, one or three,
// that takes vectors nearest to others.
func fitTurn(axes, from, to []r3.Vec) quat.Number {
	switch len(axes) {
	case 0:
		return quat.Number{Real: 1}
	case 1:
		var sine, cosine float64
		for k, a := range from {
			sine += r3.Dot(axes[0], r3.Cross(a, to[k]))
			cosine += r3.Dot(a, to[k]) - r3.Dot(axes[0], a)*r3.Dot(axes[0], to[k])
		}
		return quat.Number(r3.NewRotation(math.Atan2(sine, cosine), axes[0]))
	}
	// This is Davenport's q-method: the rotation is the eigenvector of the largest eigenvalue
	// of a 4 x 4 matrix.
	var product [3][3]float64 // the sum of from to^T
	for k, a := range from {
		b := to[k]
		for i, ai := range []float64{a.X, a.Y, a.Z} {
			for j, bj := range []float64{b.X, b.Y, b.Z} {
				product[i][j] += ai * bj
			}
		}
	}
	p := product
	trace := p[0][0] + p[1][1] + p[2][2]
	k := mat.NewSymDense(4, []float64{
		trace, p[1][2] - p[2][1], p[2][0] - p[0][2], p[0][1] - p[1][0],
		0, 2*p[0][0] - trace, p[0][1] + p[1][0], p[0][2] + p[2][0],
		0, 0, 2*p[1][1] - trace, p[1][2] + p[2][1],
		0, 0, 0, 2*p[2][2] - trace,
	})
	var eigen mat.EigenSym
	if !eigen.Factorize(k, true) {
		return quat.Number{Real: 1} // some numbers are not finite
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	q := mat.Col(nil, 3, &vectors)
	return quat.Number{Real: q[0], Imag: q[1], Jmag: q[2], Kmag: q[3]}
}
