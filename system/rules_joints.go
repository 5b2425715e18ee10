package system

import (
	"math"
	"slices"
)

// AxisRounding is how much the squared length of a joint's axis may differ from 1, or from 0 if
// there is no axis.
const AxisRounding = 1e-3

// These are the rules of bodies on joints.
var (
	JointBodies = &Rule{Name: "every particle is in a body", Reads: []*Field{Rest}, Broken: func(in Inputs) bool {
		hangs := in.hanging()
		for i := range in.Tree {
			if in.Body[i] == 0 && (in.Tree[i] == 0 || !hangs[i]) {
				return true
			}
		}
		return false
	}}
	JointRoots = &Rule{Name: "parents lead to the ground", Reads: []*Field{Rest}, Broken: func(in Inputs) bool {
		for i := range in.Tree {
			at, steps := i, 0
			for ; in.before(at) != at; steps++ {
				if at = in.before(at); steps > len(in.Tree) {
					return true // a circle
				}
			}
		}
		return false
	}}
	JointCapacity = &Rule{Name: "no more axes of joints than the model takes", Reads: []*Field{Rest}, Broken: func(in Inputs) bool {
		axes := 0
		for i := range in.ofJoints {
			axes += axesOf[min(max(int(in.first(JointType, i)), OnAxis), Floating)]
		}
		return in.Capacity.Joints > 0 && axes > in.Capacity.Joints
	}}
	JointAxes = &Rule{Name: "joints of one axis have one of length 1", Reads: []*Field{Rest}, Broken: brokenByJoint(func(in Inputs, i int) bool {
		want := 1.
		if in.first(JointType, i) != OnAxis {
			want = 0
		}
		return !(math.Abs(in.squares(i, TurnAxis, SlideAxis)-want) <= AxisRounding)
	})}
	JointLoads = &Rule{Name: "loads act about axes", Reads: []*Field{Rest, JointType}, Broken: brokenByJoint(func(in Inputs, i int) bool {
		return in.first(JointType, i) != OnAxis && in.squares(i, LoadsOnAxes...) > 0
	})}
	JointAfloat = &Rule{Name: "nothing damps bodies that float", Reads: []*Field{Rest, JointType, TurnDamping}, Broken: brokenByJoint(func(in Inputs, i int) bool {
		return in.first(JointType, i) > OnBall && in.squares(i, TurnDamping) > 0
	})}
	SlidingAlone = &Rule{Name: "joints that slide have nothing of ones that turn", Reads: []*Field{Rest, SlideAxis}, Broken: brokenByJoint(func(in Inputs, i int) bool {
		return in.squares(i, SlideAxis) > AxisRounding && in.squares(i, OfTurning...) > 0
	})}
	TurningAlone = &Rule{Name: "joints that turn have nothing of ones that slide", Reads: []*Field{Rest, TurnAxis}, Broken: brokenByJoint(func(in Inputs, i int) bool {
		return in.squares(i, TurnAxis) > AxisRounding && in.squares(i, OfSliding...) > 0
	})}
	TurnRange  = emptyRangeOf(TurnLimits)
	SlideRange = emptyRangeOf(SlideLimits)
	SameBody   = &Rule{Name: "the particles of a body say the same of its joint", Reads: []*Field{Rest}, Broken: func(in Inputs) bool {
		for _, f := range OfBodies() {
			values := in.Of(f)
			for i := range values {
				if joint := in.before(i / f.Columns); in.Body[i/f.Columns] != 0 && values[i] != values[joint*f.Columns+i%f.Columns] {
					return true
				}
			}
		}
		return false
	}}
	SameSize = &Rule{Name: "bodies are about as large as at rest", Reads: []*Field{Position, Rest}, Broken: func(in Inputs) bool {
		now, rest := in.sizes(Position), in.sizes(Rest)
		for i, size := range now {
			if size > AnotherSize*rest[i] || rest[i] > AnotherSize*size {
				return true
			}
		}
		return false
	}}
	JointExtent = &Rule{Name: "the particles of a body are not all at one place", Reads: []*Field{Position, Rest}, Broken: func(in Inputs) bool {
		sizes := in.sizes(Position)
		for i := range in.ofJoints {
			if sizes[i] == 0 {
				return true
			}
		}
		return false
	}}
)

// jointRules holds all rules of joints.
var jointRules = []*Rule{
	JointBodies, JointRoots, JointCapacity, JointAxes, JointLoads, JointAfloat, SlidingAlone, TurningAlone, TurnRange, SlideRange, SameBody, SameSize, JointExtent,
}

// LoadsOnAxes are the fields that act only on joints with one axis.
var LoadsOnAxes = []*Field{Torque, Thrust, SlideDamping, TurnFriction, SlideFriction}

// OfBodies returns the fields that must be the same for all particles of a body on joints.
func OfBodies() []*Field { return append([]*Field{JointAnchor, TurnAxis, SlideAxis}, OfEachJoint...) }

// emptyRangeOf is the rule for limits: both are 0, or the lower one is below the upper one.
func emptyRangeOf(limits *Field) *Rule {
	return &Rule{Name: limits.Name + " are a lower and an upper one", Reads: []*Field{Rest, limits}, Broken: brokenByJoint(func(in Inputs, i int) bool {
		bounds := in.Of(limits)[2*i : 2*i+2]
		return !(bounds[0] < bounds[1]) && slices.ContainsFunc(bounds, isThere)
	})}
}

// brokenByJoint breaks a rule if broken is true for some joint, which is given by the particle
// of its body that is in a tree.
func brokenByJoint(broken func(in Inputs, i int) bool) func(Inputs) bool {
	return func(in Inputs) bool {
		for i := range in.ofJoints {
			if broken(in, i) {
				return true
			}
		}
		return false
	}
}

// ofJoints yields the particles by which bodies hang.
func (in Inputs) ofJoints(yield func(i int) bool) {
	for i, is := range in.Tree {
		if is != 0 && !yield(i) {
			return
		}
	}
}

// before returns the particle on which a particle hangs.
func (in Inputs) before(i int) int { return int(in.HangsOn[i]) - in.First }

// hanging marks the particles by which bodies of two or more particles hang.
func (in Inputs) hanging() []bool {
	marks := make([]bool, len(in.Body))
	for i, is := range in.Body {
		if is != 0 {
			marks[in.before(i)] = true
		}
	}
	return marks
}

// first returns the first number of a particle in a field, or 0 if the field is absent.
func (in Inputs) first(f *Field, i int) float32 {
	if values := in.Of(f); values != nil {
		return values[i*f.Columns]
	}
	return 0
}

// squares returns the sum of the squares of a particle's numbers in the given fields.
func (in Inputs) squares(i int, fields ...*Field) (sum float64) {
	for _, f := range fields {
		if values := in.Of(f); values != nil {
			for _, value := range values[i*f.Columns : (i+1)*f.Columns] {
				sum += float64(float64(value) * float64(value))
			}
		}
	}
	return sum
}

// sizes returns the size of each body according to a field, in the row of the particle by which
// the body hangs. It is the sum of all absolute differences between the other particles and
// that one.
func (in Inputs) sizes(f *Field) []float64 {
	values, sizes := in.Of(f), make([]float64, len(in.Body))
	for i, is := range in.Body {
		for axis := 0; is != 0 && axis < f.Columns; axis++ {
			joint := in.before(i)
			sizes[joint] += math.Abs(float64(values[i*f.Columns+axis]) - float64(values[joint*f.Columns+axis]))
		}
	}
	return sizes
}
