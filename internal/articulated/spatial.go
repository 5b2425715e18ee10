package articulated

// spatial is a spatial vector: a motion (angular velocity, and velocity at the origin) or a force
// (moment about the origin, and force).
type spatial [6]float64

func spatialOf[F Float](values []F, i int) (s spatial) {
	for k, value := range values[6*i : 6*i+6] {
		s[k] = float64(value)
	}
	return s
}

func (s *spatial) add(other *spatial, factor float64) {
	s[0] += float64(factor * other[0])
	s[1] += float64(factor * other[1])
	s[2] += float64(factor * other[2])
	s[3] += float64(factor * other[3])
	s[4] += float64(factor * other[4])
	s[5] += float64(factor * other[5])
}

func (s *spatial) dot(other *spatial) float64 {
	return float64(s[0]*other[0]) + float64(s[1]*other[1]) + float64(s[2]*other[2]) + float64(s[3]*other[3]) + float64(s[4]*other[4]) + float64(s[5]*other[5])
}

func (s *spatial) scaled(factor float64) (product spatial) {
	for k := range s {
		product[k] = factor * s[k]
	}
	return product
}

func (s *spatial) parts() (turn, move [3]float64) {
	return [3]float64{s[0], s[1], s[2]}, [3]float64{s[3], s[4], s[5]}
}

func joined(turn, move [3]float64) spatial {
	return spatial{turn[0], turn[1], turn[2], move[0], move[1], move[2]}
}

// at returns the velocity of a point.
func (s *spatial) at(x [3]float64) [3]float64 {
	turn, move := s.parts()
	return plus(move, cross(turn, x))
}

// carried returns the rate of change of another motion in a frame that moves by s (the spatial
// cross product).
func (s *spatial) carried(other *spatial) spatial {
	a, b, c, x, y, z := s[0], s[1], s[2], other[0], other[1], other[2]
	d, e, f, u, v, w := s[3], s[4], s[5], other[3], other[4], other[5]
	return spatial{
		float64(b*z) - float64(c*y), float64(c*x) - float64(a*z), float64(a*y) - float64(b*x),
		(float64(b*w) - float64(c*v)) + (float64(e*z) - float64(f*y)),
		(float64(c*u) - float64(a*w)) + (float64(f*x) - float64(d*z)),
		(float64(a*v) - float64(b*u)) + (float64(d*y) - float64(e*x)),
	}
}

// carriedForce returns the rate of change of a force in a frame that moves by s (the dual cross
// product).
func (s *spatial) carriedForce(force *spatial) spatial {
	a, b, c, x, y, z := s[0], s[1], s[2], force[0], force[1], force[2]
	d, e, f, u, v, w := s[3], s[4], s[5], force[3], force[4], force[5]
	return spatial{
		(float64(b*z) - float64(c*y)) + (float64(e*w) - float64(f*v)),
		(float64(c*x) - float64(a*z)) + (float64(f*u) - float64(d*w)),
		(float64(a*y) - float64(b*x)) + (float64(d*v) - float64(e*u)),
		float64(b*w) - float64(c*v), float64(c*u) - float64(a*w), float64(a*v) - float64(b*u),
	}
}

// inertia is a symmetric 6 x 6 matrix that maps motions to forces; only its lower triangle is used.
type inertia [6][6]float64

func (m *inertia) add(other *inertia) {
	for i := range m {
		for j := range i + 1 {
			m[i][j] += other[i][j]
		}
	}
}

// addSquare adds factor s s^T.
func (m *inertia) addSquare(s *spatial, factor float64) {
	for i := range m {
		own := factor * s[i]
		for j := range i + 1 {
			m[i][j] += float64(own * s[j])
		}
	}
}

// points holds the moments of point masses: the sum of the masses, the sum of mass times r, and
// that of mass times r r^T (xx, yy, zz, xy, xz, yz).
type points [10]float64

func (p *points) add(mass float64, r [3]float64) {
	x, y, z := mass*r[0], mass*r[1], mass*r[2]
	p.addAll(&points{mass, x, y, z, x * r[0], y * r[1], z * r[2], x * r[1], x * r[2], y * r[2]})
}

func (p *points) addAll(other *points) {
	for k := range p {
		p[k] += other[k]
	}
}

// times returns the momentum of the masses if they move by s.
func (p *points) times(s *spatial) spatial {
	a, b, c, d, e, f := s[0], s[1], s[2], s[3], s[4], s[5]
	mass, x, y, z, xx, yy, zz, xy, xz, yz := p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]
	trace := xx + yy + zz
	return spatial{
		(float64(y*f) - float64(z*e)) + (float64(trace*a) - (float64(xx*a) + float64(xy*b) + float64(xz*c))),
		(float64(z*d) - float64(x*f)) + (float64(trace*b) - (float64(xy*a) + float64(yy*b) + float64(yz*c))),
		(float64(x*e) - float64(y*d)) + (float64(trace*c) - (float64(xz*a) + float64(yz*b) + float64(zz*c))),
		(float64(b*z) - float64(c*y)) + float64(mass*d),
		(float64(c*x) - float64(a*z)) + float64(mass*e),
		(float64(a*y) - float64(b*x)) + float64(mass*f),
	}
}

// resisting returns the inertial force of masses that move by s with the acceleration bias.
func (p *points) resisting(s, bias *spatial) spatial {
	momentum := p.times(s)
	result := s.carriedForce(&momentum)
	change := p.times(bias)
	result.add(&change, 1)
	return result
}

// addPoints adds the inertia of masses at points.
func (m *inertia) addPoints(p *points) {
	m[0][0] += p[5] + p[6]
	m[1][0] -= p[7]
	m[1][1] += p[4] + p[6]
	m[2][0] -= p[8]
	m[2][1] -= p[9]
	m[2][2] += p[4] + p[5]
	m[3][1] += p[3]
	m[3][2] -= p[2]
	m[4][0] -= p[3]
	m[4][2] += p[1]
	m[5][0] += p[2]
	m[5][1] -= p[1]
	m[3][3] += p[0]
	m[4][4] += p[0]
	m[5][5] += p[0]
}

func (m *inertia) times(s *spatial) (product spatial) {
	for i := range m {
		for j := range i {
			product[i] += float64(m[i][j] * s[j])
			product[j] += float64(m[i][j] * s[i])
		}
		product[i] += float64(m[i][i] * s[i])
	}
	return product
}

func vector[F Float](rows []F, i int) [3]float64 {
	return [3]float64{float64(rows[3*i]), float64(rows[3*i+1]), float64(rows[3*i+2])}
}
