package joints

import (
	"math"

	"gmnc/internal/articulated"
	"gmnc/ir"
	"gmnc/system"
)

// frictionLaw is friction that depends on more than the direction of motion, as described by
// system.FrictionLaw, system.FrictionMemory and system.FrictionNetwork. Values are
// [particles,1] unless stated otherwise.
type frictionLaw struct {
	*joints
	coulomb *ir.Value // nil if there is none
	// These are the columns of system.FrictionLaw, or nil if there are none.
	viscous, root, constant, load, rootLoad, stribeck, stribeckLoad, slow *ir.Value
	// memory is the current direction of friction, length the displacement in which it follows
	// the motion, and creep its decay rate. All are nil for friction without memory.
	memory, length, creep *ir.Value
	network               *ir.Value // [particles, system.FrictionNetwork.Columns], or nil
	turned                *ir.Value // angles or displacements of joints at the start, for network
}

const (
	// lawPasses is the number of fixed-point iterations of a step with such friction. Its size
	// depends on the load of the links from the previous iteration.
	lawPasses = 5
	// briefest is the least displacement of a memory, which is 0 in rows without a body.
	briefest = 1e-9
	// short is the displacement, in units of the memory's length, below which turning uses a
	// series. There the difference between an exponential and 1 would lose its digits.
	short = 0.1
)

// newFrictionLaw returns the friction law that systems are given, or nil if there is none.
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

// grip returns the damping coefficient by which friction acts on joints, as joints.grip does,
// and the additional impulse that friction takes. The step of length h goes from a state
// [particles,2] to the rates after. links is the load of the links.
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
		// The factor of cbrt(rate) / rate has either sign. If it drives a joint, it acts as an
		// impulse; if it brakes the joint, as a grip.
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
	// Over a displacement x, in units of the memory's length, the mean direction is z (1 - x
	// turns), plus x turns times the direction of motion.
	displacement := l.Mul(l.Scalar(h), l.Div(rate, l.length))
	turns, _ := l.turning(l.Abs(displacement))
	kept := l.Sub(l.Scalar(1), l.Mul(l.Abs(displacement), turns))
	push = l.Add(push, l.Mul(l.Scalar(h), l.Mul(level, l.Mul(l.memory, kept))))
	holds := l.Mul(l.Scalar(h*h/(1+articulated.RateBefore)), l.Div(l.Mul(level, turns), l.length))
	return l.Add(grip, holds), push
}

// turning returns (1 - (1 - exp(-x)) / x) / x, and exp(-x).
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

// remember updates the memory over a step of length h from a rate to another (Dahl, 1968).
func (l *frictionLaw) remember(w, after *ir.Value, h float64) {
	if l.memory == nil {
		return
	}
	displacement := l.Mul(l.Scalar(h/2), l.Div(l.Add(w, after), l.length))
	_, left := l.turning(l.Abs(displacement))
	direction := l.Sign(displacement)
	direction = l.Add(direction, l.Mul(l.Sub(l.memory, direction), left))
	l.memory = l.Name("memory", l.Mul(direction, l.Exp(l.Mul(l.Scalar(-h), l.creep))))
}

// begin sets the memory to the direction of motion at a rate, since nothing else is known at
// the start.
func (l *frictionLaw) begin(rate *ir.Value) {
	if l.length != nil {
		l.memory = l.Mul(l.isBody, l.Div(rate, l.Sqrt(l.Add(l.Square(rate), l.slowest()))))
	}
}

// angle returns the angles of joints, between minus and plus half a turn, or their
// displacements. first has their cosines, sines and displacements, [particles,4].
func (l *frictionLaw) angle(first *ir.Value) *ir.Value {
	cosine, sine := l.Columns(first, 0, 1), l.Columns(first, 1, 2)
	angle := l.Clamp(l.Div(l.Mul(l.Scalar(2), sine), l.Maximum(l.Add(l.Scalar(1), cosine), l.Scalar(1e-3))), -math.Pi, math.Pi)
	for range 4 { // Newton iterations, of third order
		angle = l.Add(angle, l.Sub(l.Mul(sine, l.Cos(angle)), l.Mul(cosine, l.Sin(angle))))
	}
	return l.Add(l.Mul(l.Inner(l.turn, l.turn), angle), l.Columns(first, 2, 3))
}

// bumps returns the values of the networks in states [particles,3].
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
