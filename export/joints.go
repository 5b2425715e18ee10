package export

import (
	"slices"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// jointsOf is how many axes of joints the equations of a function have room for.
func jointsOf(f *ir.Func) (count int) {
	for _, node := range f.Nodes {
		if node.Is(ir.JointRates) || node.Is(ir.JointMeasure) || node.Is(ir.JointPlace) || node.Is(ir.JointStart) || node.Is(ir.JointStep) || node.Is(ir.JointStopStep) {
			count = max(count, node.Int("joints"))
		}
	}
	return count
}

// alone marks the first particles of bodies of which no particle is in a tree, which are
// trees of their own in a system with joints: int64[batch, particles].
func (e *emitter) alone(s sameBody, ofTree string) string {
	// In the tree, or earlier in the body.
	either := e.Op("Max", nil, e.unsqueeze(ofTree, 1), e.before())
	none := e.Op("Equal", nil, e.sumLast(e.Op("Mul", nil, s.same, either)), e.Ints([]int64{0}))
	return e.Op("Mul", nil, s.numbered, e.asInt(none))
}

// beyondJoints marks the particles on joints, given as 1 or 0 [batch, particles], in
// systems whose joints have more axes than the equations of the model have room for.
func (e *emitter) beyondJoints(onJoints string) string {
	count := onJoints
	if e.takes(system.JointType) { // 1, 3 or 6 axes
		types := e.asInt(e.ofField(system.JointType))
		more := e.asInt(e.Op("Less", nil, e.Ints([]int64{1}), types))
		axes := e.Op("Add", nil, e.Op("Add", nil, types, types), e.Op("Add", nil, more, e.Ints([]int64{1})))
		count = e.Op("Mul", nil, onJoints, axes)
	}
	count = e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, count, e.Ints([]int64{1}, 1))
	return e.Op("Greater", nil, e.Op("Mul", nil, onJoints, count), e.Ints([]int64{int64(e.joints)}))
}

// lengthRounding is how far the square of an axis may be from 1, or from 0 of none.
const lengthRounding = 1e-3

// wrongJoints adds the checks that particles on joints, given as 1 or 0 [batch,
// particles], have one axis of length 1, or none on joints of another type, on which
// no torque and no thrust acts. Joints that slide have nothing of ones that turn alone, and
// the reverse. Limits are both 0, or the lower one is below the upper. Types are whole
// numbers.
func (e *emitter) wrongJoints(onJoints string) {
	toFloat := map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}
	zero, one := e.Floats([]float64{0}), e.Floats([]float64{1})
	want, excess := one, "" // excess is 0 where nothing is wrong
	if e.takes(system.JointType) {
		types := e.ofField(system.JointType)
		other := e.Op("Min", nil, types, one)
		want = e.Op("Sub", nil, one, other)
		loads := e.Op("Mul", nil, other, e.squaresOf(zero, system.Torque, system.Thrust))
		whole := e.Op("Cast", toFloat, e.asInt(types))
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
			add(e.Op("Mul", nil, e.squaresOf(zero, kind.others...), e.Op("Cast", toFloat, isThere)))
		}
	}
	for _, f := range []*system.Field{system.TurnLimits, system.SlideLimits} {
		if e.takes(f) {
			limits := e.fitted(f.Name, e.perParticle())
			less := e.Op("MatMul", nil, limits, e.Floats([]float64{1, -1}, 2, 1)) // the lower one less the upper
			isWay := e.Op("Less", nil, e.Op("Squeeze", nil, less, e.Ints([]int64{2}, 1)), zero)
			add(e.Op("Where", nil, isWay, zero, e.squaresOf(zero, f)))
		}
	}
	off := e.Op("Abs", nil, e.Op("Sub", nil, e.squaresOf(zero, system.TurnAxis, system.SlideAxis), want))
	wrong := e.asInt(e.Op("Not", nil, e.Op("Less", nil, off, e.Floats([]float64{lengthRounding}))))
	if excess != "" {
		wrong = e.Op("Add", nil, wrong, e.asInt(e.Op("Less", nil, zero, excess)))
	}
	e.faultyParticles(e.flat(e.Op("Mul", nil, onJoints, wrong)))
}

// squaresOf is the sum of zero and of the squares of fields that the model takes:
// float[batch, particles].
func (e *emitter) squaresOf(zero string, fields ...*system.Field) string {
	sum := zero
	for _, f := range fields {
		if !e.takes(f) {
			continue
		}
		squares := e.sumSquares(e.fitted(f.Name, e.perParticle()), 0, 2)
		if sum != zero {
			squares = e.Op("Add", nil, sum, squares)
		}
		sum = squares
	}
	return sum
}

// takes reports whether the model takes a field.
func (e *emitter) takes(f *system.Field) bool { return find(e.graph.Input, f.Name) != nil }

// ofField is a field of one column: float[batch, particles].
func (e *emitter) ofField(f *system.Field) string {
	return e.Op("Squeeze", nil, e.fitted(f.Name, e.perParticle()), e.Ints([]int64{2}, 1))
}
