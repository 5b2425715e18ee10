package sim

import (
	"fmt"
	"math"

	"gmnc/system"
)

// TimeStep is the time of one integration step.
const TimeStep = 0.001

// largestKick is the largest change, in one step, that a force may make to
// a component of a particle's velocity: forces are clamped to +-0.1/dt.
const largestKick = 0.1

// Integrator advances a state in place. Beside the state it keeps the
// angular velocity of every bar.
type Integrator struct {
	state    *system.State
	timeStep float64
	force    []vector // [n], clamped
	isolated []int
	objects  []mover
}

// NewIntegrator takes over a state whose velocities are consistent with its
// rigid sticks and hinges. It reports arrays of unequal length, indices out
// of range and a particle in two objects.
func NewIntegrator(state *system.State) (*Integrator, error) {
	return newIntegrator(state, TimeStep)
}

func newIntegrator(given *system.State, timeStep float64) (*Integrator, error) {
	n := len(given.Position)
	if len(given.Velocity) != n || len(given.Charge) != n {
		return nil, fmt.Errorf("state: has %d positions, %d velocities and %d charges, want equal numbers",
			n, len(given.Velocity), len(given.Charge))
	}
	free, err := state{given}.isolated()
	if err != nil {
		return nil, err
	}
	in := &Integrator{state: given, timeStep: timeStep, force: make([]vector, n), isolated: free}
	for _, object := range given.Objects {
		in.objects = append(in.objects, dynamics[object.Kind].start(in, object.Members))
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
	for _, object := range in.objects {
		object.move(in)
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
