package sim

import (
	"fmt"
	"math"
)

// TimeStep is the time of one integration step.
const TimeStep = 0.001

// largestKick is the largest change, in one step, that a force may make to
// a component of a particle's velocity: forces are clamped to +-0.1/dt.
const largestKick = 0.1

// Integrator advances a state in place. Beside the state it keeps the
// angular velocity of every stick and hinge bar.
type Integrator struct {
	state     *State
	timeStep  float64
	force     []vector // [n], clamped
	isolated  []int
	stickSpin []vector    // angular velocity of each stick
	hingeSpin [][2]vector // angular velocities of each hinge's bars
}

// NewIntegrator takes over a state whose velocities are consistent with its
// rigid sticks and hinges. It reports arrays of unequal length, indices out
// of range and a particle in two objects.
func NewIntegrator(state *State) (*Integrator, error) {
	return newIntegrator(state, TimeStep)
}

func newIntegrator(state *State, timeStep float64) (*Integrator, error) {
	n := len(state.Position)
	if len(state.Velocity) != n || len(state.Charge) != n {
		return nil, fmt.Errorf("state: has %d positions, %d velocities and %d charges, want equal numbers",
			n, len(state.Velocity), len(state.Charge))
	}
	isolated, err := state.isolated()
	if err != nil {
		return nil, err
	}
	in := &Integrator{
		state:     state,
		timeStep:  timeStep,
		force:     make([]vector, n),
		isolated:  isolated,
		stickSpin: make([]vector, len(state.Sticks)),
		hingeSpin: make([][2]vector, len(state.Hinges)),
	}
	for k, stick := range state.Sticks {
		in.stickSpin[k] = in.angularVelocity(stick[0], stick[1])
	}
	for k, hinge := range state.Hinges {
		in.hingeSpin[k] = [2]vector{
			in.angularVelocity(hinge[1], hinge[0]),
			in.angularVelocity(hinge[2], hinge[0]),
		}
	}
	return in, nil
}

// angularVelocity of particle i about j, r x v / |r|^2. About the middle of
// the two it is the same.
func (in *Integrator) angularVelocity(i, j int) vector {
	xi, vi := in.load(i)
	xj, vj := in.load(j)
	r, v := xi.sub(xj), vi.sub(vj)
	return r.cross(v).scale(1 / r.dot(r))
}

func (in *Integrator) load(i int) (x, v vector) {
	return load(in.state.Position[i]), load(in.state.Velocity[i])
}

func (in *Integrator) store(i int, x, v vector) {
	in.state.Position[i], in.state.Velocity[i] = x.store(), v.store()
}

// Step advances the state by one time step. All forces are computed before
// any object moves.
func (in *Integrator) Step() {
	in.computeForces()
	for _, i := range in.isolated {
		x, v := in.load(i)
		x, v = in.advance(x, v, in.force[i])
		in.store(i, x, v)
	}
	for k := range in.stickSpin {
		in.moveStick(k)
	}
	for k := range in.hingeSpin {
		in.moveHinge(k)
	}
}

// advance is one semi-implicit Euler step of a free point.
func (in *Integrator) advance(x, v, a vector) (vector, vector) {
	v = v.add(a.scale(in.timeStep))
	return x.add(v.scale(in.timeStep)), v
}

// computeForces sets force to the clamped Coulomb forces.
func (in *Integrator) computeForces() {
	clear(in.force)
	for i := range in.force {
		xi, qi := load(in.state.Position[i]), in.state.Charge[i]
		position, charge := in.state.Position[i+1:], in.state.Charge[i+1:]
		reaction := in.force[i+1:]
		var sum vector
		for j := range reaction {
			r := xi.sub(load(position[j]))
			square := r.dot(r)
			f := r.scale(qi * charge[j] / (square * math.Sqrt(square)))
			sum = sum.add(f)
			reaction[j] = reaction[j].sub(f)
		}
		in.force[i] = in.force[i].add(sum).clamp(largestKick / in.timeStep)
	}
}

// moveStick advances stick k: its centre as a free point of mass 2, its two
// ends by one rotation (Eq. theta of the paper's appendix).
func (in *Integrator) moveStick(k int) {
	i, j := in.state.Sticks[k][0], in.state.Sticks[k][1]
	xi, vi := in.load(i)
	xj, vj := in.load(j)
	fi, fj := in.force[i], in.force[j]

	r := xi.sub(xj).scale(0.5)
	w := in.stickSpin[k].add(r.cross(fi.sub(fj)).scale(in.timeStep / (2 * r.dot(r))))
	r = r.rotate(w, in.timeStep)
	tangential := w.cross(r)
	x, v := in.advance(xi.add(xj).scale(0.5), vi.add(vj).scale(0.5), fi.add(fj).scale(0.5))

	in.stickSpin[k] = w
	in.store(i, x.add(r), v.add(tangential))
	in.store(j, x.sub(r), v.sub(tangential))
}

// moveHinge advances hinge k: its joint by Eq. a0, each end by a rotation
// about the joint.
func (in *Integrator) moveHinge(k int) {
	hinge, spins := &in.state.Hinges[k], &in.hingeSpin[k]
	x, v := in.load(hinge[0])
	var bars [2]vector
	for b, end := range hinge[1:] {
		bars[b] = load(in.state.Position[end]).sub(x)
	}
	a := in.jointAcceleration(hinge, bars, *spins)
	x, v = in.advance(x, v, a)
	in.store(hinge[0], x, v)
	for b, end := range hinge[1:] {
		r := bars[b]
		w := spins[b].add(r.cross(in.force[end].sub(a)).scale(in.timeStep / r.dot(r)))
		r = r.rotate(w, in.timeStep)
		spins[b] = w
		in.store(end, x.add(r), v.add(w.cross(r)))
	}
}

// jointAcceleration solves Eq. a0, (I + e1 e1^T + e2 e2^T) a0 = a. The
// projections of a0 on e1 and e2 solve a 2 x 2 system of determinant
// 4 - (e1.e2)^2, at least 3, and give a0 = a - (e1.a0) e1 - (e2.a0) e2.
func (in *Integrator) jointAcceleration(hinge *[3]int, bars, spins [2]vector) vector {
	a := in.force[hinge[0]]
	var e [2]vector
	for b, end := range hinge[1:] {
		f, r, w := in.force[end], bars[b], spins[b]
		e[b] = r.scale(1 / r.norm())
		// f - (I - e e^T) f leaves the part of f along the bar.
		along := e[b].scale(e[b].dot(f))
		a = a.add(along).sub(w.cross(w.cross(r)))
	}
	c, p1, p2 := e[0].dot(e[1]), e[0].dot(a), e[1].dot(a)
	determinant := 4 - c*c
	a = a.sub(e[0].scale((2*p1 - c*p2) / determinant))
	return a.sub(e[1].scale((2*p2 - c*p1) / determinant))
}
