package joints

import (
	"math"

	"gmnc/internal/articulated"
	"gmnc/ir"
	"gmnc/system"
)

// frictionLaw is friction that depends on more than the direction of motion, as system.FrictionLaw,
// system.FrictionMemory and system.FrictionNetwork say. Values are [particles,1] unless it is said.
type frictionLaw struct {
	*joints
	coulomb *ir.Value // nil for none
	// The numbers of system.FrictionLaw, nil for none.
	viscous, root, constant, load, rootLoad, stribeck, stribeckLoad, slow *ir.Value
	// memory is the direction that friction is in, length that in which it follows the motion, and
	// creep its decay; all nil for friction without memory.
	memory, length, creep *ir.Value
	network               *ir.Value // [particles, system.FrictionNetwork.Columns], nil for none
	turned                *ir.Value // how far joints have turned or slid at the start, for network
}

const (
	// lawPasses are the fixed points of a step with such friction, whose size depends on the load of
	// the links that the step before it found.
	lawPasses = 5
	// briefest is the least displacement of a memory, of 0 in rows of no body.
	briefest = 1e-9
	// short is the displacement in units of a memory's below which the share that it turns is a
	// series: the difference of an exponential function from 1 would be rounding.
	short = 0.1
)

// newFrictionLaw is the law that systems are given, nil for none.
func (j *joints) newFrictionLaw() *frictionLaw {
	given := j.Inputs.Given
	law, memory, network := given[system.FrictionLaw], given[system.FrictionMemory], given[system.FrictionNetwork]
	if law == nil && memory == nil && network == nil {
		return nil
	}
	l := &frictionLaw{joints: j, coulomb: j.friction}
	if law != nil {
		for k, into := range []**ir.Value{&l.viscous, &l.root, &l.constant, &l.load, &l.rootLoad, &l.stribeck, &l.stribeckLoad, &l.slow} {
			*into = j.Mul(j.isBody, j.Columns(law, k, k+1))
		}
		l.slow = j.Divisor(l.slow)
	}
	if memory != nil {
		l.length = j.Maximum(j.Columns(memory, 0, 1), j.Scalar(briefest))
		l.creep = j.Columns(memory, 1, 2)
	}
	if network != nil {
		l.network = j.Mul(j.isBody, network)
	}
	return l
}

// grip is how friction takes hold of joints, as joints.grip has it, and the impulse that it takes
// besides, in a step of the time h from a state [particles,2] to the rates after. The load of the
// links is links.
func (l *frictionLaw) grip(state, after, links *ir.Value, h float64) (grip, push *ir.Value) {
	q, w := l.Columns(state, 0, 1), l.Columns(state, 1, 2)
	rate, size := l.Mul(l.Scalar(0.5), l.Add(w, after)), l.Abs(links)
	level, push := l.coulomb, l.Mul(l.Scalar(0), w)
	if level == nil {
		level = push
	}
	grip = push
	if l.viscous != nil {
		fades := l.Exp(l.Neg(l.Square(l.Div(rate, l.slow))))
		level = l.Add(l.Add(level, l.constant), l.Add(l.Mul(size, l.load), l.Mul(fades, l.Add(l.stribeck, l.Mul(size, l.stribeckLoad)))))
		level = l.Maximum(level, l.Scalar(0))
		// cbrt(rate) / rate is of both signs: what drives a joint is an impulse, and what brakes it grips.
		third := l.Exp(l.Mul(l.Scalar(-1./3), l.Log(l.Add(l.Square(rate), l.slowest()))))
		root := l.Mul(l.Add(l.root, l.Mul(size, l.rootLoad)), third)
		grip = l.Mul(l.Scalar(h/(1+articulated.RateBefore)), l.Maximum(root, l.Scalar(0)))
		push = l.Mul(l.Scalar(h), l.Mul(l.Add(l.viscous, l.Minimum(root, l.Scalar(0))), rate))
	}
	if l.network != nil {
		turned := l.Add(l.turned, l.Add(q, l.Mul(l.Scalar(h/2), rate)))
		push = l.Add(push, l.Mul(l.Scalar(h), l.bumps(l.Concat(turned, rate, links))))
	}
	if l.memory == nil {
		return l.Add(grip, l.joints.grip(level, w, after, h)), push
	}
	// In a displacement x, in units of the memory's, the mean direction is z (1 - x turns) + x turns in
	// that of the motion.
	way := l.Mul(l.Scalar(h), l.Div(rate, l.length))
	turns, _ := l.turning(l.Abs(way))
	kept := l.Sub(l.Scalar(1), l.Mul(l.Abs(way), turns))
	push = l.Add(push, l.Mul(l.Scalar(h), l.Mul(level, l.Mul(l.memory, kept))))
	holds := l.Mul(l.Scalar(h*h/(1+articulated.RateBefore)), l.Div(l.Mul(level, turns), l.length))
	return l.Add(grip, holds), push
}

// turning is (1 - (1 - exp(-x)) / x) / x, and exp(-x).
func (l *frictionLaw) turning(x *ir.Value) (turns, left *ir.Value) {
	left = l.Exp(l.Neg(x))
	far := l.Maximum(x, l.Scalar(short))
	direct := l.Div(l.Sub(l.Scalar(1), l.Div(l.Sub(l.Scalar(1), l.Exp(l.Neg(far))), far)), far)
	series := l.Scalar(1. / 720)
	near := l.Minimum(x, l.Scalar(short))
	for _, factor := range []float64{1. / 120, 1. / 24, 1. / 6, 1. / 2} {
		series = l.Sub(l.Scalar(factor), l.Mul(near, series))
	}
	return l.Select(l.Greater(x, l.Scalar(short)), direct, series), left
}

// remember moves the memory over a step of the time h from a rate to another (Dahl, 1968).
func (l *frictionLaw) remember(w, after *ir.Value, h float64) {
	if l.memory == nil {
		return
	}
	way := l.Mul(l.Scalar(h/2), l.Div(l.Add(w, after), l.length))
	_, left := l.turning(l.Abs(way))
	direction := l.Sign(way)
	direction = l.Add(direction, l.Mul(l.Sub(l.memory, direction), left))
	l.memory = l.Name("memory", l.Mul(direction, l.Exp(l.Mul(l.Scalar(-h), l.creep))))
}

// begin has the memory be of the motion at a rate, where nothing is known of it.
func (l *frictionLaw) begin(rate *ir.Value) {
	if l.length != nil {
		l.memory = l.Mul(l.isBody, l.Div(rate, l.Sqrt(l.Add(l.Square(rate), l.slowest()))))
	}
}

// angle is how far joints have turned, between minus and plus half a turn, or slid, of their
// cosines, sines and displacements [particles,4].
func (l *frictionLaw) angle(first *ir.Value) *ir.Value {
	cosine, sine := l.Columns(first, 0, 1), l.Columns(first, 1, 2)
	angle := l.Clamp(l.Div(l.Mul(l.Scalar(2), sine), l.Maximum(l.Add(l.Scalar(1), cosine), l.Scalar(1e-3))), -math.Pi, math.Pi)
	for range 4 { // Newton's, of third order
		angle = l.Add(angle, l.Sub(l.Mul(sine, l.Cos(angle)), l.Mul(cosine, l.Sin(angle))))
	}
	return l.Add(l.Mul(l.Inner(l.turn, l.turn), angle), l.Columns(first, 2, 3))
}

// bumps are the networks' values in states [particles,3].
func (l *frictionLaw) bumps(state *ir.Value) *ir.Value {
	const inputs, count = system.NetworkInputs, system.NetworkBumps
	spread, sum := make([]float64, inputs*inputs*count), make([]float64, inputs*count*count)
	for k := range count {
		for i := range inputs {
			spread[i*inputs*count+k*inputs+i] = 1
			sum[(k*inputs+i)*count+k] = 1
		}
	}
	scaled := l.Mul(state, l.Columns(l.network, 0, inputs))
	off := l.Sub(l.MatMul(scaled, l.Const(inputs, inputs*count, spread...), false, false), l.Columns(l.network, inputs, inputs*(1+count)))
	square := l.MatMul(l.Square(off), l.Const(inputs*count, count, sum...), false, false)
	const width = system.NetworkWidth
	bump := l.Exp(l.Mul(l.Scalar(-1/(2*width*width)), square))
	return l.SumColumns(l.Mul(bump, l.Columns(l.network, inputs*(1+count), inputs*(1+count)+count)))
}
