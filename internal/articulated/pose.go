package articulated

import "math"

type matrix [3][3]float64

// pose is the rigid transformation R x + t of a body, for points x of the rest pose.
type pose struct {
	turn matrix
	move [3]float64
}

func dot(x, y [3]float64) float64 {
	return float64(x[0]*y[0]) + float64(x[1]*y[1]) + float64(x[2]*y[2])
}

func cross(x, y [3]float64) [3]float64 {
	return [3]float64{
		float64(x[1]*y[2]) - float64(x[2]*y[1]), float64(x[2]*y[0]) - float64(x[0]*y[2]), float64(x[0]*y[1]) - float64(x[1]*y[0]),
	}
}

func plus(x, y [3]float64) [3]float64 { return [3]float64{x[0] + y[0], x[1] + y[1], x[2] + y[2]} }

func (a *matrix) times(x [3]float64) [3]float64 {
	return [3]float64{
		float64(a[0][0]*x[0]) + float64(a[0][1]*x[1]) + float64(a[0][2]*x[2]),
		float64(a[1][0]*x[0]) + float64(a[1][1]*x[1]) + float64(a[1][2]*x[2]),
		float64(a[2][0]*x[0]) + float64(a[2][1]*x[1]) + float64(a[2][2]*x[2]),
	}
}

// by returns the product a b. Its sums begin with 0, so that none of them is -0.
func (a *matrix) by(b *matrix) (product matrix) {
	for i := range 3 {
		x, y, z, own := a[i][0], a[i][1], a[i][2], &product[i]
		own[0] = 0 + float64(x*b[0][0]) + float64(y*b[1][0]) + float64(z*b[2][0])
		own[1] = 0 + float64(x*b[0][1]) + float64(y*b[1][1]) + float64(z*b[2][1])
		own[2] = 0 + float64(x*b[0][2]) + float64(y*b[1][2]) + float64(z*b[2][2])
	}
	return product
}

func (p *pose) point(x [3]float64) [3]float64 { return plus(p.turn.times(x), p.move) }

// setPose puts a link where its joint has turned or slid by q, after those before it:
//
//	x -> R (x - anchor) + anchor + slid      R = 1 + sin K + (1 - cos) K K    K = [axis]x
func (m *mechanism) setPose(l *link, q float64) {
	angle := float64(q * l.turns)
	sin, cos := math.Sincos(angle)
	sine := float64(l.first[1]*cos) + float64(l.first[0]*sin)
	cosine := float64(l.first[0]*cos) - float64(l.first[1]*sin)
	slid, less := l.first[2]+(q-angle), 1-cosine
	l.at = [3]float64{cosine, sine, slid}
	var own pose
	for i := range 3 {
		about, twice, to := &l.about[i], &l.twice[i], &own.turn[i]
		to[0] = float64(sine*about[0]) + float64(less*twice[0])
		to[1] = float64(sine*about[1]) + float64(less*twice[1])
		to[2] = float64(sine*about[2]) + float64(less*twice[2])
	}
	at := own.turn.times(l.anchor)
	for i := range 3 {
		own.turn[i][i]++
		own.move[i] = float64(slid*l.slide[i]) - at[i]
	}
	if l.parent == none {
		l.pose = own
	} else {
		before := &m.links[l.parent].pose
		l.pose.turn, l.pose.move = before.turn.by(&own.turn), before.point(own.move)
	}
	axis, anchor := l.pose.turn.times(l.turn), l.pose.point(l.anchor)
	moving := plus(cross(anchor, axis), l.pose.turn.times(l.slide))
	copy(l.axis[:3], axis[:])
	copy(l.axis[3:], moving[:])
}

// moved returns the moments of masses after the transformation.
func (p *points) moved(by *pose) points {
	first := by.turn.times([3]float64{p[1], p[2], p[3]})
	second := matrix{{p[4], p[7], p[8]}, {p[7], p[5], p[9]}, {p[8], p[9], p[6]}}
	second = by.turn.by(&second)
	at := func(i, c int) float64 {
		own := dot(second[i], by.turn[c])
		return own + float64(first[i]*by.move[c]) + float64(by.move[i]*(first[c]+float64(p[0]*by.move[c])))
	}
	result := points{p[0], 0, 0, 0, at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)}
	for i := range 3 {
		result[1+i] = first[i] + float64(p[0]*by.move[i])
	}
	return result
}
