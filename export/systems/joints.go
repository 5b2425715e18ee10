package systems

import (
	"slices"

	"gmnc/export/emit"
	"gmnc/system"
)

// excesses returns, for each rule of joints, a value that is above 0 where a joint breaks the
// rule, and 0 elsewhere. It has a row for each particle by which a body can hang:
// float[batch,particles,1]. It is "" if nothing can break the rule.
var excesses = map[*system.Rule]func(e *Emitter, zero string) string{
	system.JointAxes: (*Emitter).wrongAxes,
	system.JointLoads: func(e *Emitter, zero string) string {
		other := e.Op("Min", nil, e.fitted(system.JointType.Name, e.PerParticle()), e.Floats([]float64{1}))
		return e.Op("Mul", nil, other, e.squaresOf(zero, system.LoadsOnAxes...))
	},
	system.JointAfloat: func(e *Emitter, zero string) string {
		types := e.fitted(system.JointType.Name, e.PerParticle())
		floats := e.Op("Max", nil, e.Op("Sub", nil, types, e.Floats([]float64{1})), zero)
		return e.Op("Mul", nil, floats, e.squaresOf(zero, system.TurnDamping))
	},
	system.SlidingAlone: func(e *Emitter, zero string) string { return e.otherSquares(zero, system.SlideAxis, system.OfTurning) },
	system.TurningAlone: func(e *Emitter, zero string) string { return e.otherSquares(zero, system.TurnAxis, system.OfSliding) },
	system.TurnRange:    func(e *Emitter, zero string) string { return e.emptyRange(zero, system.TurnLimits) },
	system.SlideRange:   func(e *Emitter, zero string) string { return e.emptyRange(zero, system.SlideLimits) },
}

// wrongJoints marks the particles on joints, bool[batch,particles,1], whose joint breaks a rule
// of joints, or has a type that is not an integer.
func (e *Emitter) wrongJoints(onJoints string) string {
	zero := e.Floats([]float64{0})
	excess := zero
	add := func(more string) {
		switch {
		case more == "" || more == zero:
		case excess == zero:
			excess = more
		default:
			excess = e.Op("Add", nil, excess, more)
		}
	}
	for _, rule := range system.Rules() {
		if of := excesses[rule]; of != nil && rule.Holds(e.takes) {
			add(of(e, zero))
		}
	}
	if e.takes(system.JointType) {
		types := e.fitted(system.JointType.Name, e.PerParticle())
		add(e.Op("Sub", nil, types, e.AsFloat(e.AsInt(types))))
	}
	return e.Op("And", nil, onJoints, e.Op("Less", nil, zero, excess))
}

// wrongAxes returns by how much the squares of axes differ from 1, or from 0 on joints of other
// types, beyond rounding.
func (e *Emitter) wrongAxes(zero string) string {
	one := e.Floats([]float64{1})
	want := one
	if e.takes(system.JointType) {
		other := e.Op("Min", nil, e.fitted(system.JointType.Name, e.PerParticle()), one)
		want = e.Op("Sub", nil, one, other)
	}
	off := e.Op("Abs", nil, e.Op("Sub", nil, e.squaresOf(zero, system.TurnAxis, system.SlideAxis), want))
	return e.Op("Max", nil, e.Op("Sub", nil, off, e.Floats([]float64{system.AxisRounding})), zero)
}

// otherSquares returns the squares of the other kind's fields on joints that have this axis.
func (e *Emitter) otherSquares(zero string, axis *system.Field, others []*system.Field) string {
	if !slices.ContainsFunc(others, e.takes) {
		return ""
	}
	isThere := e.Op("Less", nil, e.Floats([]float64{system.AxisRounding}), e.squaresOf(zero, axis))
	return e.Op("Mul", nil, e.squaresOf(zero, others...), e.AsFloat(isThere))
}

// emptyRange returns the squares of limits of which the lower one is not below the upper one.
func (e *Emitter) emptyRange(zero string, limits *system.Field) string {
	less := e.Op("MatMul", nil, e.fitted(limits.Name, e.PerParticle()), e.Floats([]float64{1, -1}, 2, 1)) // the lower one minus the upper one
	return e.Op("Where", nil, e.Op("Less", nil, less, zero), zero, e.squaresOf(zero, limits))
}

// squaresOf returns the sum of zero and of the squares of fields that the model takes:
// float[batch,particles,1].
func (e *Emitter) squaresOf(zero string, fields ...*system.Field) string {
	sum := zero
	for _, f := range fields {
		if !e.takes(f) {
			continue
		}
		squares := e.Along("ReduceSumSquare", e.fitted(f.Name, e.PerParticle()), 1, 2)
		if sum != zero {
			squares = e.Op("Add", nil, sum, squares)
		}
		sum = squares
	}
	return sum
}

// takes reports whether the model takes a field, as an input or baked into the file.
func (e *Emitter) takes(f *system.Field) bool {
	_, baked := e.Baked[f.Name]
	return baked || emit.Find(e.Graph.Input, f.Name) != nil
}
