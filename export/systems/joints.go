package systems

import (
	"slices"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/system"
)

// JointsOf is how many axes of joints the equations of a function have room for.
func JointsOf(f *ir.Func) (count int) {
	for _, node := range f.Nodes {
		if node.Is(ir.JointRates) || node.Is(ir.JointMeasure) || node.Is(ir.JointPlace) || node.Is(ir.JointStart) || node.Is(ir.JointStep) || node.Is(ir.JointStopStep) {
			count = max(count, node.Int("joints"))
		}
	}
	return count
}

// lengthRounding is how far the square of an axis may be from 1, or from 0 of none.
const lengthRounding = 1e-3

// wrongJoints marks the particles on joints, bool[batch,particles,1], whose axis has not
// the length 1, or is one on joints of another type, on which a torque, a thrust, a
// friction or a damping of slides acts, too. Nothing damps bodies that float. Joints that slide have
// nothing of ones that turn, and the reverse. Limits are both 0, or the lower one is below
// the upper. Types are whole numbers.
func (e *Emitter) wrongJoints(onJoints string) string {
	zero, one := e.Floats([]float64{0}), e.Floats([]float64{1})
	want, excess := one, "" // excess is 0 where nothing is wrong
	if e.takes(system.JointType) {
		types := e.fitted(system.JointType.Name, e.PerParticle())
		other := e.Op("Min", nil, types, one)
		want = e.Op("Sub", nil, one, other)
		loads := e.Op("Mul", nil, other, e.squaresOf(zero, system.Torque, system.Thrust, system.SlideDamping, system.TurnFriction, system.SlideFriction))
		if e.takes(system.TurnDamping) {
			floats := e.Op("Max", nil, e.Op("Sub", nil, types, one), zero)
			loads = e.Op("Add", nil, loads, e.Op("Mul", nil, floats, e.squaresOf(zero, system.TurnDamping)))
		}
		whole := e.AsFloat(e.AsInt(types))
		excess = e.Op("Add", nil, loads, e.Op("Sub", nil, types, whole))
	}
	add := func(wrong string) {
		if excess != "" {
			wrong = e.Op("Add", nil, excess, wrong)
		}
		excess = wrong
	}
	for _, kind := range []struct {
		axis   *system.Field
		others []*system.Field // that joints with the axis do not have
	}{{system.SlideAxis, system.OfTurning}, {system.TurnAxis, system.OfSliding}} {
		if e.takes(kind.axis) && slices.ContainsFunc(kind.others, e.takes) {
			isThere := e.Op("Less", nil, e.Floats([]float64{lengthRounding}), e.squaresOf(zero, kind.axis))
			add(e.Op("Mul", nil, e.squaresOf(zero, kind.others...), e.AsFloat(isThere)))
		}
	}
	for _, f := range []*system.Field{system.TurnLimits, system.SlideLimits} {
		if e.takes(f) {
			limits := e.fitted(f.Name, e.PerParticle())
			less := e.Op("MatMul", nil, limits, e.Floats([]float64{1, -1}, 2, 1)) // the lower one less the upper
			isWay := e.Op("Less", nil, less, zero)
			add(e.Op("Where", nil, isWay, zero, e.squaresOf(zero, f)))
		}
	}
	off := e.Op("Abs", nil, e.Op("Sub", nil, e.squaresOf(zero, system.TurnAxis, system.SlideAxis), want))
	wrong := e.Op("Less", nil, e.Floats([]float64{lengthRounding}), off)
	if excess != "" {
		wrong = e.Op("Or", nil, wrong, e.Op("Less", nil, zero, excess))
	}
	return e.Op("And", nil, onJoints, wrong)
}

// squaresOf is the sum of zero and of the squares of fields that the model takes:
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

// takes reports whether the model takes a field, which the file may have inside.
func (e *Emitter) takes(f *system.Field) bool {
	_, baked := e.Baked[f.Name]
	return baked || emit.Find(e.Graph.Input, f.Name) != nil
}
