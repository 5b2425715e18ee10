package system

import (
	"fmt"
	"slices"
)

// AnotherSize is the factor by which the size of a body may differ from its size at rest. The
// size is a sum of coordinates, which a rotation changes by less than this factor, and another
// unit of length by more.
const AnotherSize = 4

// These are the values of JointType.
const (
	OnAxis   = 0 // turns about an axis or slides along it
	OnBall   = 1 // turns about every axis through the anchor
	Floating = 2 // turns and slides along every axis
)

// These are the inputs of a model in joint coordinates, one number for each joint: its
// displacement from the pose of rest (an angle or a length), its rate, and its load. The load
// is the torque about the axis, or the force along the axis of a prismatic joint.
const (
	CoordinateInput = "q"
	RateInput       = "rate"
	LoadInput       = "torque"
	// MemoryInput is the direction that friction with memory is in, between -1 and 1.
	MemoryInput = "memory"
)

// axesOf is the number of axes of each type of joint.
var axesOf = [...]int{OnAxis: 1, OnBall: 3, Floating: 6}

// Joint connects a rigid body to the previous one or to the ground.
type Joint struct {
	Name    string
	Parent  int   // number of the joint whose body is before; -1 of the ground
	Members []int // particles of the body, in ascending order
	Type    int   // one of JointType
	Slides  bool  // along the axis, in place of turning about it
	// Anchor and Axis, which has a length of 1, are in the pose of rest. Only a joint OnAxis
	// has an Axis.
	Anchor, Axis [3]float64
	Damping      float64 // of the turning or sliding
	Friction     float64 // against it, at any rate
	// Limits are the least and the largest displacement; there are none if both are 0. Stop is
	// the inertia through which a stop pushes the joint back, and Rotor is the inertia of the
	// motor.
	Limits      [2]float64
	Stop, Rotor float64
}

// numbered is the name of the joint in errors.
func (j Joint) numbered(number int) string {
	if j.Name == "" {
		return fmt.Sprint("joint ", number)
	}
	return fmt.Sprintf("joint %d, %.40q", number, j.Name)
}

// OfEachJoint are the fields that have the same values for all particles of a joint's body.
var OfEachJoint = []*Field{
	JointType, Torque, Thrust, TurnDamping, SlideDamping, TurnFriction, SlideFriction, TurnLimits, SlideLimits, RotorInertia, RotorMass, StopInertia, StopMass,
	FrictionLaw, FrictionMemory, FrictionNetwork, Drive,
}

// OfTurning and OfSliding are the fields of revolute and of prismatic joints. Fields at the
// same index correspond to each other.
var (
	OfTurning = []*Field{Torque, TurnDamping, TurnFriction, TurnLimits, RotorInertia, StopInertia}
	OfSliding = []*Field{Thrust, SlideDamping, SlideFriction, SlideLimits, RotorMass, StopMass}
)

// ofAxis holds the fields of a revolute joint (false) and of a prismatic one (true).
var ofAxis = map[bool]struct{ axis, damping, friction, limits, stop, rotor *Field }{
	false: {TurnAxis, TurnDamping, TurnFriction, TurnLimits, StopInertia, RotorInertia},
	true:  {SlideAxis, SlideDamping, SlideFriction, SlideLimits, StopMass, RotorMass},
}

// Join gives a sample its rigid bodies: the fields of the joints, the bodies as objects, and
// trees of the bodies' first particles. rest [n*3] are the positions of all particles in the
// pose of rest. Join leaves out the axes, types, dampings, frictions, limits and rotors that no
// joint has. It reports bodies without particles, particles of two bodies, and parents that do
// not come before their children.
func (s *Sample) Join(rest []float32, joints []Joint) error {
	n := len(rest) / 3
	values := map[*Field][]float32{Rest: rest}
	for _, f := range append([]*Field{JointAnchor, TurnAxis, SlideAxis}, OfEachJoint...) {
		values[f] = make([]float32, n*f.Columns)
	}
	parents, bodies := slices.Repeat([]int64{none}, n), slices.Repeat([]int64{none}, n)
	for number, joint := range joints {
		switch {
		case len(joint.Members) == 0:
			return fmt.Errorf("%s: its body has no particles", joint.numbered(number))
		case joint.Parent >= number || joint.Parent < none:
			return fmt.Errorf("%s: its parent is %d, expected one before it, or -1 for the ground", joint.numbered(number), joint.Parent)
		case joint.Parent >= 0:
			parents[joint.Members[0]] = int64(joints[joint.Parent].Members[0])
		}
		of := ofAxis[joint.Slides]
		for _, i := range joint.Members {
			if bodies[i] != none {
				return fmt.Errorf("%s: its body has particle %d, which the body of joint %d has already: expected each particle once", joint.numbered(number), i, bodies[i])
			}
			bodies[i] = int64(number)
			values[JointType][i], values[of.damping][i] = float32(joint.Type), float32(joint.Damping)
			values[of.friction][i] = float32(joint.Friction)
			values[of.stop][i], values[of.rotor][i] = float32(joint.Stop), float32(joint.Rotor)
			for k := range 3 {
				values[JointAnchor][3*i+k], values[of.axis][3*i+k] = float32(joint.Anchor[k]), float32(joint.Axis[k])
			}
			for k, limit := range joint.Limits {
				values[of.limits][2*i+k] = float32(limit)
			}
		}
	}
	trees, _ := Tree.Numbered(parents, nil) // no error: parents come before their children
	rigid, _ := Body.Numbered(bodies, nil)
	s.Objects = slices.Concat(trees, rigid)
	for _, f := range Fields() {
		given := values[f]
		nothing := !slices.ContainsFunc(given, func(value float32) bool { return value != 0 })
		if given == nil || nothing && f != Rest && f != JointAnchor {
			continue
		}
		f.Set(s, given)
	}
	s.Hang()
	return nil
}

// Hang marks the trees of a sample with joints as trees that keep no distances. A body on which
// no other hangs becomes a tree of its own first particle.
func (s *Sample) Hang() {
	if !s.Jointed() {
		return
	}
	var trees, others Objects
	joints := s.Objects.Joints()
	for i, object := range s.Objects {
		switch {
		case object.Kind == Tree:
			object.Hangs = true
			trees = append(trees, object)
			continue
		case object.Kind == Body && joints[i] == none:
			trees = append(trees, Object{Kind: Tree, Members: object.Members[:1:1], Parents: []int{none}, Hangs: true})
		}
		others = append(others, object)
	}
	s.Objects = append(trees, others...)
}

// Jointed reports whether the sample has rigid bodies with joints. The root of a tree then
// hangs on the ground, and its bars keep no lengths.
func (s *Sample) Jointed() bool {
	return TurnAxis.Of(s) != nil || SlideAxis.Of(s) != nil || JointType.Of(s) != nil
}

// Joints returns the number of axes of all joints of the sample. Without JointType each joint
// has one.
func (s *Sample) Joints() (count int) {
	if !s.Jointed() {
		return 0
	}
	types := JointType.Of(s)
	for _, members := range s.Objects.Of(Body) {
		kind := OnAxis
		if types != nil {
			kind = min(max(int(types[members[0]]), OnAxis), Floating)
		}
		count += axesOf[kind]
	}
	return count
}

// OfJoints gives every particle the values of its body's joint, an equal number for each joint.
func OfJoints(n int, joints []Joint, values []float32) []float32 {
	columns := len(values) / max(1, len(joints))
	all := make([]float32, n*columns)
	for number, joint := range joints {
		for _, i := range joint.Members {
			copy(all[i*columns:], values[number*columns:(number+1)*columns])
		}
	}
	return all
}
