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
	u, v, w := a.applied(x[0], x[1], x[2])
	return [3]float64{u, v, w}
}

// applied returns a times the vector (x, y, z).
func (a *matrix) applied(x, y, z float64) (u, v, w float64) {
	return float64(a[0][0]*x) + float64(a[0][1]*y) + float64(a[0][2]*z),
		float64(a[1][0]*x) + float64(a[1][1]*y) + float64(a[1][2]*z),
		float64(a[2][0]*x) + float64(a[2][1]*y) + float64(a[2][2]*z)
}

// by returns the product a b.
func (a *matrix) by(b *matrix) (product matrix) {
	product.setProduct(a, b)
	return product
}

// setProduct sets to to the product of two other matrices. Its sums begin with 0, so that none of
// them is -0.
func (to *matrix) setProduct(a, b *matrix) {
	for i := range 3 {
		x, y, z, own := a[i][0], a[i][1], a[i][2], &to[i]
		own[0] = 0 + float64(x*b[0][0]) + float64(y*b[1][0]) + float64(z*b[2][0])
		own[1] = 0 + float64(x*b[0][1]) + float64(y*b[1][1]) + float64(z*b[2][1])
		own[2] = 0 + float64(x*b[0][2]) + float64(y*b[1][2]) + float64(z*b[2][2])
	}
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
	u, v, w := own.turn.applied(l.anchor[0], l.anchor[1], l.anchor[2])
	own.move[0], own.move[1], own.move[2] = float64(slid*l.slide[0])-u, float64(slid*l.slide[1])-v, float64(slid*l.slide[2])-w
	for i := range 3 {
		own.turn[i][i]++
	}
	p := &l.pose
	if l.parent == none {
		*p = own
	} else {
		before := &m.links[l.parent].pose
		p.turn.setProduct(&before.turn, &own.turn)
		u, v, w = before.turn.applied(own.move[0], own.move[1], own.move[2])
		p.move[0], p.move[1], p.move[2] = u+before.move[0], v+before.move[1], w+before.move[2]
	}
	a, b, c := p.turn.applied(l.turn[0], l.turn[1], l.turn[2])
	x, y, z := p.turn.applied(l.anchor[0], l.anchor[1], l.anchor[2])
	x, y, z = x+p.move[0], y+p.move[1], z+p.move[2]
	u, v, w = p.turn.applied(l.slide[0], l.slide[1], l.slide[2])
	l.axis.set(a, b, c, (float64(y*c)-float64(z*b))+u, (float64(z*a)-float64(x*c))+v, (float64(x*b)-float64(y*a))+w)
}

// setMoved sets p to the moments of other masses after a transformation.
func (p *points) setMoved(other *points, by *pose) {
	mass, turn, t := other[0], &by.turn, &by.move
	x, y, z := turn.applied(other[1], other[2], other[3])
	second := matrix{{other[4], other[7], other[8]}, {other[7], other[5], other[9]}, {other[8], other[9], other[6]}}
	var turned matrix
	turned.setProduct(turn, &second)
	first := [3]float64{x, y, z}
	at := func(i, c int) float64 {
		own := float64(turned[i][0]*turn[c][0]) + float64(turned[i][1]*turn[c][1]) + float64(turned[i][2]*turn[c][2])
		return own + float64(first[i]*t[c]) + float64(t[i]*(first[c]+float64(mass*t[c])))
	}
	p[0], p[1], p[2], p[3] = mass, x+float64(mass*t[0]), y+float64(mass*t[1]), z+float64(mass*t[2])
	p[4], p[5], p[6], p[7], p[8], p[9] = at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)
}
