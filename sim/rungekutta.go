package sim

import (
	"math"
	"slices"

	"gmnc/internal/fields"
	"gmnc/system"
)

// rungeKutta advances the positions and velocities of all particles by the classical method of
// fourth order. Constraint forces keep rigid bars and bodies. The error of a step in lengths
// and shapes is then removed by the least-squares displacements, weighted by masses.
type rungeKutta struct {
	*articulation
	state *system.State
	Settings
	charges charges

	// At a stage of the step, each [n].
	position, velocity           [][3]float64
	force, bias, acceleration    []vector
	sumVelocity, sumAcceleration []vector // of the stages, by their weights
}

func newRungeKutta(given *system.State, settings Settings) (Integrator, error) {
	if len(settings.Planes) > 0 {
		return nil, fields.Errorf("{integrator} %s knows no planes: leave {integrator} out", settings.Method.Name)
	}
	pieces, err := newArticulation(given.Position, given.Mass, given.Pinned, given.Objects)
	if err != nil {
		return nil, err
	}
	field := func() []vector { return make([]vector, len(given.Position)) }
	return &rungeKutta{
		articulation: pieces, state: given, Settings: settings,
		charges:  newCharges(given, settings),
		position: slices.Clone(given.Position), velocity: slices.Clone(given.Velocity),
		force: field(), bias: field(), acceleration: field(), sumVelocity: field(), sumAcceleration: field(),
	}, nil
}

// stages holds the stages of the method: the share of a step before each, and its weight in the
// sum.
var stages = [4]struct{ before, weight float64 }{{0, 1. / 6}, {0.5, 1. / 3}, {0.5, 1. / 3}, {1, 1. / 6}}

// Step advances the state by one time step. If the step is too long for the lengths to be
// restored, positions become NaN.
func (in *rungeKutta) Step() {
	x, v := in.state.Position, in.state.Velocity
	clear(in.sumVelocity)
	clear(in.sumAcceleration)
	for _, stage := range stages {
		before := stage.before * in.TimeStep
		for i := range x {
			in.position[i] = load(x[i]).add(load(in.velocity[i]).scale(before)).store()
			in.velocity[i] = load(v[i]).add(in.acceleration[i].scale(before)).store()
		}
		in.accelerate()
		for i := range x {
			in.sumVelocity[i] = in.sumVelocity[i].add(load(in.velocity[i]).scale(stage.weight))
			in.sumAcceleration[i] = in.sumAcceleration[i].add(in.acceleration[i].scale(stage.weight))
		}
	}
	for i := range x {
		x[i] = load(x[i]).add(in.sumVelocity[i].scale(in.TimeStep)).store()
		v[i] = load(v[i]).add(in.sumAcceleration[i].scale(in.TimeStep)).store()
	}
	if !in.restore(x, in.bias) {
		x[0][0] = math.NaN()
	}
	in.constrain(x, v, in.bias)
}

// accelerate sets acceleration to the acceleration of the stage. Where particles have the
// acceleration a, a bar of the span r, along e, keeps its length while e.(a_outer -
// a_inner) = -|v_outer - v_inner|^2 / |r|. A body keeps its shape while a = A + B x r + w
// x (w x r). The last term, the bias, is known.
func (in *rungeKutta) accelerate() {
	x, v := in.position, in.velocity
	in.arrange(x)
	in.charges.act(x, in.force)
	in.pull(x, in.force)
	clear(in.bias)
	for i := range in.pieces {
		p := &in.pieces[i]
		if p.degrees == 6 {
			spin := p.spin(x, v)
			for _, i := range p.members {
				in.bias[i] = spin.cross(spin.cross(p.offset(x, i)))
			}
		}
	}
	for i := range in.pieces {
		if p := &in.pieces[i]; p.parent >= 0 {
			u := load(v[p.outer]).sub(load(v[p.inner]))
			p.stretch = -u.dot(u)/p.span.norm() - p.direction.dot(in.bias[p.outer].sub(in.bias[p.inner]))
		}
	}
	if in.Damping != 0 {
		for i := range in.force {
			in.force[i] = in.force[i].sub(load(v[i]).scale(in.Damping))
		}
	}
	for i, mass := range in.state.Mass {
		in.force[i] = in.force[i].scale(1 / mass)
	}
	if in.Gravity != [3]float64{} {
		for i := range in.force {
			in.force[i] = in.force[i].add(load(in.Gravity))
		}
	}
	for i := range in.force {
		in.force[i] = in.force[i].sub(in.bias[i])
	}
	in.nearest(x, in.force, in.acceleration)
	for i := range in.acceleration {
		in.acceleration[i] = in.acceleration[i].add(in.bias[i])
	}
}
