package system

import (
	"fmt"
	"slices"
)

// AnotherSize is how many times as large or small a body on joints may be as at rest: more
// than a turn changes of a sum of coordinates, and less than another unit.
const AnotherSize = 4

// Values of JointType.
const (
	OnAxis   = 0 // turns about an axis or slides along it
	OnBall   = 1 // turns about every axis through the anchor
	Floating = 2 // turns and slides along every axis
)

// The inputs of a model in joint coordinates, one number for each joint. They are how far it has
// turned or slid from the pose of rest, and how fast it does. The load is the torque about its
// axis, or the force along the axis of a joint that slides.
const (
	CoordinateInput = "q"
	RateInput       = "rate"
	LoadInput       = "torque"
)

// axesOf are how many axes a joint of each type has.
var axesOf = [...]int{OnAxis: 1, OnBall: 3, Floating: 6}

// Joint ties a rigid body to the one before it or to the ground.
type Joint struct {
	Name    string
	Parent  int   // number of the joint whose body is before; -1 of the ground
	Members []int // particles of the body, in ascending order
	Type    int   // one of JointType
	Slides  bool  // along the axis, in place of turning about it
	// Anchor and Axis, of length 1, are in the pose of rest; only a joint OnAxis has an Axis.
	Anchor, Axis [3]float64
	Damping      float64 // of the turning or sliding
	Friction     float64 // against it, at any rate
	// Limits are the least and most place, none where both are 0. Stop is the inertia with which stops
	// push back from them, and Rotor the motor's.
	Limits      [2]float64
	Stop, Rotor float64
}

// numbered is how errors call the joint.
func (j Joint) numbered(number int) string {
	if j.Name == "" {
		return fmt.Sprint("joint ", number)
	}
	return fmt.Sprintf("joint %d, %.40q", number, j.Name)
}

// OfEachJoint are the fields that are the same for all particles of a joint's body.
var OfEachJoint = []*Field{
	JointType, Torque, Thrust, TurnDamping, SlideDamping, TurnFriction, SlideFriction, TurnLimits, SlideLimits, RotorInertia, RotorMass, StopInertia, StopMass,
}

// OfTurning and OfSliding are the fields of joints that turn, and of ones that slide, each
// beside the one in its place.
var (
	OfTurning = []*Field{Torque, TurnDamping, TurnFriction, TurnLimits, RotorInertia, StopInertia}
	OfSliding = []*Field{Thrust, SlideDamping, SlideFriction, SlideLimits, RotorMass, StopMass}
)

// ofAxis are the fields of a joint that turns, and of one that slides.
var ofAxis = map[bool]struct{ axis, damping, friction, limits, stop, rotor *Field }{
	false: {TurnAxis, TurnDamping, TurnFriction, TurnLimits, StopInertia, RotorInertia},
	true:  {SlideAxis, SlideDamping, SlideFriction, SlideLimits, StopMass, RotorMass},
}

// Join gives a sample its rigid bodies: the fields of joints, and objects: the bodies, and
// trees of their first particles. rest [n*3] are the positions of all particles in the
// pose of rest. Axes, types, dampings, frictions, limits and rotors that no joint has are left out. It
// reports bodies without particles, and parents that do not come before.
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
	trees, err := Tree.Numbered(parents, nil)
	if err != nil {
		return err
	}
	rigid, err := Body.Numbered(bodies, nil)
	if err != nil {
		return err
	}
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

// Hang says of the trees of a sample with joints that they keep no distances. A body on
// which no other hangs is a tree of its own, of its first particle.
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

// Jointed reports whether the sample has rigid bodies with joints: the root of a tree
// then hangs on the ground, and its bars keep no lengths.
func (s *Sample) Jointed() bool {
	return TurnAxis.Of(s) != nil || SlideAxis.Of(s) != nil || JointType.Of(s) != nil
}

// Joints is how many axes the joints of the sample have: one each, without JointType.
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

// OfJoints gives every particle the values of its body's joint, as many of each.
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
