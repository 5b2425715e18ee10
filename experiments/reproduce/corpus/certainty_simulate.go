package corpus

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// world holds particles and what acts on them. It is simulated independently of the models that
// are compared with it, in float64, by equations of its own.
type world struct {
	mass    []float64 // the mass of each particle, or 0 if it is pinned
	gravity r3.Vec
	damping float64 // the force against the motion of each particle, divided by its speed
	bars    [][2]int
	springs []tie
	pair    func(r float64) float64 // the force that pushes two particles apart, as a function of their distance; nil for none
}

// tie is a spring between two particles.
type tie struct {
	ends              [2]int
	stiffness, length float64
}

// state holds the positions and velocities of particles.
type state struct{ x, v []r3.Vec }

// moved returns a state after a time h with these velocities and accelerations.
func (s state) moved(h float64, v, a []r3.Vec) state {
	to := state{make([]r3.Vec, len(s.x)), make([]r3.Vec, len(s.x))}
	for i := range s.x {
		to.x[i], to.v[i] = r3.Add(s.x[i], r3.Scale(h, v[i])), r3.Add(s.v[i], r3.Scale(h, a[i]))
	}
	return to
}

// weight returns the inverse of a particle's mass, or 0 for a pinned particle.
func (w *world) weight(i int) float64 {
	if w.mass[i] == 0 {
		return 0
	}
	return 1 / w.mass[i]
}

// free returns the accelerations without bars.
func (w *world) free(s state) []r3.Vec {
	force := make([]r3.Vec, len(s.x))
	push := func(i, j int, law func(r float64) float64) {
		d := r3.Sub(s.x[i], s.x[j])
		r := r3.Norm(d)
		f := r3.Scale(law(r)/r, d)
		force[i], force[j] = r3.Add(force[i], f), r3.Sub(force[j], f)
	}
	for _, t := range w.springs {
		push(t.ends[0], t.ends[1], func(r float64) float64 { return t.stiffness * (t.length - r) })
	}
	for i := range s.x {
		for j := range i {
			if w.pair != nil {
				push(i, j, w.pair)
			}
		}
	}
	for i := range force {
		force[i] = r3.Scale(w.weight(i), r3.Sub(force[i], r3.Scale(w.damping, s.v[i])))
		if w.mass[i] != 0 {
			force[i] = r3.Add(force[i], w.gravity)
		}
	}
	return force
}

// accelerations returns the accelerations with bars. It solves for the tensions of all bars
// together, so that the second derivative of each squared length is 0.
func (w *world) accelerations(s state) []r3.Vec {
	a := w.free(s)
	if len(w.bars) == 0 {
		return a
	}
	sign := func(bar [2]int, i int) float64 {
		switch i {
		case bar[0]:
			return 1
		case bar[1]:
			return -1
		}
		return 0
	}
	n := len(w.bars)
	between, right := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	d := make([]r3.Vec, n)
	for k, bar := range w.bars {
		d[k] = r3.Sub(s.x[bar[0]], s.x[bar[1]])
	}
	for k, bar := range w.bars {
		u := r3.Sub(s.v[bar[0]], s.v[bar[1]])
		right.SetVec(k, -r3.Dot(d[k], r3.Sub(a[bar[0]], a[bar[1]]))-r3.Dot(u, u))
		for l, other := range w.bars {
			shared := 0.
			for i := range s.x {
				shared += float64(sign(bar, i) * sign(other, i) * w.weight(i))
			}
			between.Set(k, l, shared*r3.Dot(d[k], d[l]))
		}
	}
	var pulls mat.VecDense
	if pulls.SolveVec(between, right) != nil {
		return a // two bars of a tree are never parallel without a mass between them
	}
	for k, bar := range w.bars {
		for _, i := range bar {
			a[i] = r3.Add(a[i], r3.Scale(sign(bar, i)*w.weight(i)*pulls.AtVec(k), d[k]))
		}
	}
	return a
}

// step makes a Runge-Kutta step.
func (w *world) step(s state, h float64) state {
	a1 := w.accelerations(s)
	s2 := s.moved(h/2, s.v, a1)
	a2 := w.accelerations(s2)
	s3 := s.moved(h/2, s2.v, a2)
	a3 := w.accelerations(s3)
	s4 := s.moved(h, s3.v, a3)
	a4 := w.accelerations(s4)
	mean := func(k1, k2, k3, k4 []r3.Vec) []r3.Vec {
		all := make([]r3.Vec, len(k1))
		for i := range all {
			all[i] = r3.Scale(1./6, r3.Add(r3.Add(k1[i], k4[i]), r3.Scale(2, r3.Add(k2[i], k3[i]))))
		}
		return all
	}
	return s.moved(h, mean(s.v, s2.v, s3.v, s4.v), mean(a1, a2, a3, a4))
}

// record returns the states of frames, which are a time apart, beginning with a first state.
func (w *world) record(s state, frames, steps int, time float64) []state {
	all := []state{s}
	for range frames - 1 {
		for range steps {
			s = w.step(s, time/float64(steps))
		}
		all = append(all, s)
	}
	return all
}

// drawVector returns a vector with normally distributed components.
func drawVector(random *rand.Rand, deviation float64) r3.Vec {
	return r3.Scale(deviation, r3.Vec{X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()})
}

// hanging returns a random chain of bars with these lengths, which hangs from its first
// particle.
func hanging(random *rand.Rand, lengths ...float64) state {
	s := state{make([]r3.Vec, 1), make([]r3.Vec, 1)}
	for i, length := range lengths {
		along := r3.Unit(drawVector(random, 1))
		v := drawVector(random, 1)
		v = r3.Sub(v, r3.Scale(r3.Dot(v, along), along)) // this keeps the length
		s.x, s.v = append(s.x, r3.Add(s.x[i], r3.Scale(length, along))), append(s.v, r3.Add(s.v[i], v))
	}
	return s
}

// spread returns random particles in a cube, no two of which are nearer to each other than
// least.
func spread(random *rand.Rand, count int, half, least, speed float64) state {
	for {
		var s state
		for range count {
			coordinate := func() float64 { return half * (2*random.Float64() - 1) }
			s.x, s.v = append(s.x, r3.Vec{X: coordinate(), Y: coordinate(), Z: coordinate()}), append(s.v, drawVector(random, speed))
		}
		nearest := math.Inf(1)
		for i := range s.x {
			for j := range i {
				nearest = min(nearest, r3.Norm(r3.Sub(s.x[i], s.x[j])))
			}
		}
		if nearest > least {
			return s
		}
	}
}
