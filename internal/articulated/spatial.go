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

// push adds the force f at a point.
func (s *spatial) push(x, f [3]float64) {
	s[0] += float64(x[1]*f[2]) - float64(x[2]*f[1])
	s[1] += float64(x[2]*f[0]) - float64(x[0]*f[2])
	s[2] += float64(x[0]*f[1]) - float64(x[1]*f[0])
	s[3] += f[0]
	s[4] += f[1]
	s[5] += f[2]
}

func (s *spatial) dot(other *spatial) float64 {
	return float64(s[0]*other[0]) + float64(s[1]*other[1]) + float64(s[2]*other[2]) + float64(s[3]*other[3]) + float64(s[4]*other[4]) + float64(s[5]*other[5])
}

// set sets the components of a vector. Vectors are set in place and one component at a time,
// because a copy of one that was just written waits until it is in the cache.
func (s *spatial) set(a, b, c, d, e, f float64) {
	s[0], s[1], s[2], s[3], s[4], s[5] = a, b, c, d, e, f
}

// setSum sets s to a sum.
func (s *spatial) setSum(a, b *spatial) {
	s.set(a[0]+b[0], a[1]+b[1], a[2]+b[2], a[3]+b[3], a[4]+b[4], a[5]+b[5])
}

// setDifference sets s to a difference.
func (s *spatial) setDifference(a, b *spatial) {
	s.set(a[0]-b[0], a[1]-b[1], a[2]-b[2], a[3]-b[3], a[4]-b[4], a[5]-b[5])
}

// setScaled sets s to a multiple of another vector.
func (s *spatial) setScaled(other *spatial, factor float64) {
	s.set(float64(factor*other[0]), float64(factor*other[1]), float64(factor*other[2]), float64(factor*other[3]), float64(factor*other[4]), float64(factor*other[5]))
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

// setCarried sets s to the rate of change of a motion in a frame that moves by another one (the
// spatial cross product).
func (s *spatial) setCarried(frame, motion *spatial) {
	a, b, c, x, y, z := frame[0], frame[1], frame[2], motion[0], motion[1], motion[2]
	d, e, f, u, v, w := frame[3], frame[4], frame[5], motion[3], motion[4], motion[5]
	s.set(
		float64(b*z)-float64(c*y), float64(c*x)-float64(a*z), float64(a*y)-float64(b*x),
		(float64(b*w)-float64(c*v))+(float64(e*z)-float64(f*y)),
		(float64(c*u)-float64(a*w))+(float64(f*x)-float64(d*z)),
		(float64(a*v)-float64(b*u))+(float64(d*y)-float64(e*x)),
	)
}

// setCarriedForce sets s to the rate of change of a force in a frame that moves (the dual cross
// product).
func (s *spatial) setCarriedForce(frame, force *spatial) {
	a, b, c, x, y, z := frame[0], frame[1], frame[2], force[0], force[1], force[2]
	d, e, f, u, v, w := frame[3], frame[4], frame[5], force[3], force[4], force[5]
	s.set(
		(float64(b*z)-float64(c*y))+(float64(e*w)-float64(f*v)),
		(float64(c*x)-float64(a*z))+(float64(f*u)-float64(d*w)),
		(float64(a*y)-float64(b*x))+(float64(d*v)-float64(e*u)),
		float64(b*w)-float64(c*v), float64(c*u)-float64(a*w), float64(a*v)-float64(b*u),
	)
}

// inertia is a symmetric 6 x 6 matrix that maps motions to forces: the rows of its lower triangle,
// one after another.
type inertia [21]float64

func (m *inertia) add(other *inertia) {
	for k := range m {
		m[k] += other[k]
	}
}

// addSquare adds factor s s^T.
func (m *inertia) addSquare(s *spatial, factor float64) {
	k := 0
	for i := range s {
		own := factor * s[i]
		for j := range i + 1 {
			m[k] += float64(own * s[j])
			k++
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

// setMomentum sets s to the momentum of masses that have a motion.
func (s *spatial) setMomentum(p *points, motion *spatial) {
	a, b, c, d, e, f := motion[0], motion[1], motion[2], motion[3], motion[4], motion[5]
	mass, x, y, z, xx, yy, zz, xy, xz, yz := p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]
	trace := xx + yy + zz
	s.set(
		(float64(y*f)-float64(z*e))+(float64(trace*a)-(float64(xx*a)+float64(xy*b)+float64(xz*c))),
		(float64(z*d)-float64(x*f))+(float64(trace*b)-(float64(xy*a)+float64(yy*b)+float64(yz*c))),
		(float64(x*e)-float64(y*d))+(float64(trace*c)-(float64(xz*a)+float64(yz*b)+float64(zz*c))),
		(float64(b*z)-float64(c*y))+float64(mass*d),
		(float64(c*x)-float64(a*z))+float64(mass*e),
		(float64(a*y)-float64(b*x))+float64(mass*f),
	)
}

// setResisting sets s to the inertial force of masses that have a motion and an acceleration.
func (s *spatial) setResisting(p *points, motion, acceleration *spatial) {
	var own spatial
	own.setMomentum(p, motion)
	s.setCarriedForce(motion, &own)
	own.setMomentum(p, acceleration)
	s.add(&own, 1)
}

// addPoints adds the inertia of masses at points.
func (m *inertia) addPoints(p *points) {
	m[0] += p[5] + p[6]
	m[1] -= p[7]
	m[2] += p[4] + p[6]
	m[3] -= p[8]
	m[4] -= p[9]
	m[5] += p[4] + p[5]
	m[7] += p[3]
	m[8] -= p[2]
	m[9] += p[0]
	m[10] -= p[3]
	m[12] += p[1]
	m[14] += p[0]
	m[15] += p[2]
	m[16] -= p[1]
	m[20] += p[0]
}

// setProduct sets s to the momentum of an inertia that has a motion. Its sums begin with 0, so
// that none of them is -0.
func (s *spatial) setProduct(m *inertia, motion *spatial) {
	a, b, c, d, e, f := motion[0], motion[1], motion[2], motion[3], motion[4], motion[5]
	row := func(i, j, k, l, m, n float64) float64 {
		return 0 + float64(i*a) + float64(j*b) + float64(k*c) + float64(l*d) + float64(m*e) + float64(n*f)
	}
	s.set(
		row(m[0], m[1], m[3], m[6], m[10], m[15]),
		row(m[1], m[2], m[4], m[7], m[11], m[16]),
		row(m[3], m[4], m[5], m[8], m[12], m[17]),
		row(m[6], m[7], m[8], m[9], m[13], m[18]),
		row(m[10], m[11], m[12], m[13], m[14], m[19]),
		row(m[15], m[16], m[17], m[18], m[19], m[20]),
	)
}

func vector[F Float](rows []F, i int) [3]float64 {
	return [3]float64{float64(rows[3*i]), float64(rows[3*i+1]), float64(rows[3*i+2])}
}
