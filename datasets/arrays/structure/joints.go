package structure

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/internal/vector"
	"gmnc/system"
)

// These are the keys of the joints of rigid bodies. Joint i belongs to body i.
const (
	AxisKey     = "joint_axis"
	AnchorKey   = "joint_anchor"
	ParentKey   = "joint_parent"
	slidesKey   = "joint_slides"
	typeKey     = "joint_type"
	dampingKey  = "damping"
	frictionKey = "joint_friction"
)

// readJoints reads the joints of bodies. They are the anchors and axes [joints, 3] in the rest
// pose, the parent of each joint, -1 for the ground, and which joints slide. It also reads the
// rest pose, which is the first frame if the file lacks it.
func (s *reading) readJoints() error {
	if !s.Take(AxisKey) {
		return s.checkTorques()
	}
	if err := s.checkAlternatives(); err != nil {
		return err
	}
	axes, err := s.jointVectors(AxisKey, -1)
	if err != nil {
		return err
	}
	count := len(axes)
	anchors, err := s.jointVectors(AnchorKey, count)
	if err != nil {
		return err
	}
	s.Joints = make([]system.Joint, count)
	parents, err := s.jointNumbers(ParentKey, count)
	switch {
	case err != nil:
		return err
	case parents == nil:
		return s.Errorf(ParentKey, "is missing, though there is %s: expected the joint before each, -1 of the ground", AxisKey)
	}
	slides, err := s.jointNumbers(slidesKey, count)
	if err != nil {
		return err
	}
	types, err := s.jointNumbers(typeKey, count)
	if err != nil {
		return err
	}
	damping, err := s.jointDampings(dampingKey, types, system.Floating, count)
	if err != nil {
		return err
	}
	friction, err := s.jointDampings(frictionKey, types, system.OnBall, count)
	if err != nil {
		return err
	}
	for i, axis := range axes {
		j := &s.Joints[i]
		j.Parent, j.Anchor, j.Damping, j.Friction = int(parents[i]), anchors[i], damping[i], friction[i]
		if slides != nil && slides[i] != 0 && slides[i] != 1 {
			return s.Errorf(slidesKey, ": joint %d has %d, expected 1 of one that slides along its axis, 0 of others", i, slides[i])
		}
		j.Slides = slides != nil && slides[i] == 1
		if types != nil {
			j.Type = int(types[i])
		}
		if err := s.checkAxis(i, j, axis); err != nil {
			return err
		}
		j.Axis = unit(axis)
	}
	return s.placeBodies()
}

// unit returns the vector scaled to the length 1, or 0 if its length is 0.
func unit(v [3]float64) (u [3]float64) {
	if length := vector.Norm(v); length > 0 {
		for k := range v {
			u[k] = v[k] / length
		}
	}
	return u
}

// checkAxis reports a joint whose axis does not fit its type.
func (s *reading) checkAxis(i int, j *system.Joint, axis [3]float64) error {
	length := vector.Norm(axis)
	switch hasNone := j.Type == system.OnBall || j.Type == system.Floating; {
	case !hasNone && j.Type != system.OnAxis:
		return s.Errorf(typeKey, ": joint %d is %d, expected %d with an axis, %d for a ball joint, %d for a body that floats", i, j.Type, system.OnAxis, system.OnBall, system.Floating)
	case hasNone && length > 0:
		return s.Errorf(AxisKey, ": joint %d has the axis %v and the %s %d, expected the axis 0,0,0", i, axis, typeKey, j.Type)
	case hasNone && j.Slides:
		return s.Errorf(slidesKey, ": joint %d slides and has the %s %d, without an axis: expected 0", i, typeKey, j.Type)
	case !hasNone && !(length > 0):
		return s.Errorf(AxisKey, ": joint %d has the axis %v, expected one with a length, or a %s without", i, axis, typeKey)
	}
	return nil
}

// jointVectors reads a vector for each joint.
func (s *reading) jointVectors(key string, count int) ([][3]float64, error) {
	if !s.Take(key) {
		return nil, s.Errorf(key, "is missing, though there is %s: expected a vector of each joint", AxisKey)
	}
	flat, shape, err := s.Numbers(key)
	if err != nil {
		return nil, err
	}
	if len(shape) != 2 || shape[1] != 3 || count >= 0 && shape[0] != count {
		joints := "joints"
		if count >= 0 {
			joints = fmt.Sprintf("%d joints", count)
		}
		return nil, s.Errorf(key, "has shape %v, expected [%s, 3 axes]", shape, joints)
	}
	var all [][3]float64
	for vector := range slices.Chunk(flat, 3) {
		all = append(all, [3]float64(vector))
	}
	return all, nil
}

// jointNumbers reads a number for each joint. It returns nil if the file lacks the key.
func (s *reading) jointNumbers(key string, count int) ([]int64, error) {
	if !s.Take(key) {
		return nil, nil
	}
	return s.Ints(key, npz.Axis{Name: "joints", Size: count})
}

// jointDampings reads one number for all joints or one for each. The numbers are 0 if the file
// lacks the key. Joints of type bare or greater have none of their own, and a single number
// does not apply to them.
func (s *reading) jointDampings(key string, types []int64, bare int64, count int) ([]float64, error) {
	if !s.Take(key) {
		return make([]float64, count), nil
	}
	values, shape, err := s.Numbers(key)
	forAll := len(shape) == 0
	switch {
	case err != nil:
		return nil, err
	case forAll:
		values = slices.Repeat(values, count)
	case !slices.Equal(shape, []int{count}):
		return nil, s.Errorf(key, "has shape %v, expected one number, or one of each of %d joints", shape, count)
	}
	left := 0
	for i, value := range values {
		isBare := types != nil && types[i] >= bare
		switch {
		case !(value >= 0 && value <= math.MaxFloat32):
			return nil, s.Errorf(key, ": joint %d has %v, expected a finite number from 0", i, value)
		case isBare && value > 0 && !forAll:
			return nil, s.Errorf(key, ": joint %d has %v and the %s %d, which has none: expected 0", i, value, typeKey, types[i])
		case isBare && value > 0:
			values[i] = 0
			left++
		}
	}
	if left > 0 {
		what := "joints have no axis"
		if bare == system.Floating {
			what = "bodies float"
		}
		s.Note("%s: %d of %d %s: the number is of the other joints", key, left, count, what)
	}
	return values, nil
}

// alternatives pairs the keys of joints with the fields of particles that hold the same quantity.
var alternatives = []struct {
	key   string
	field *system.Field
}{
	{AxisKey, system.TurnAxis}, {AxisKey, system.SlideAxis}, {dampingKey, system.TurnDamping}, {dampingKey, system.SlideDamping},
	{frictionKey, system.TurnFriction}, {frictionKey, system.SlideFriction},
}

// checkAlternatives reports a quantity of joints that is given both by joint and by particle.
func (s *reading) checkAlternatives() error {
	for _, both := range alternatives {
		if s.Has(both.key) && s.TakesAny(both.field.Array()) {
			return s.Errorf(both.field.Array(), "is there and %s, too: expected the one or the other", both.key)
		}
	}
	return nil
}

// checkTorques reports torques and thrusts if there is no joint axis for them to act on.
func (s *reading) checkTorques() error {
	if s.Has(system.TurnAxis.Array()) || s.Has(system.SlideAxis.Array()) {
		return nil
	}
	for _, key := range s.Keys {
		acts := keys.CutSplit(key) == system.Torque.Array() || keys.CutSplit(key) == system.Thrust.Array()
		if acts && !s.Ignores(key) {
			return s.Errorf(key, "acts on joints with an axis, and there are none: bars of trees are tied by ball joints; expected %s, %s and %s, too", AxisKey, AnchorKey, ParentKey)
		}
	}
	return nil
}

// placeBodies assigns to joints the particles of their bodies, and reads the rest pose.
func (s *reading) placeBodies() error {
	key := system.Body.Array()
	if !s.Take(key) {
		return s.Errorf(key, "is missing, though there is %s: expected the joint of each particle's body", AxisKey)
	}
	numbers, err := s.Ints(key, npz.Axis{Name: "particles", Size: s.particles})
	if err != nil {
		return err
	}
	for i, number := range numbers {
		if number < 0 || number >= int64(len(s.Joints)) {
			return s.Errorf(key, ": particle %d is in body %d, expected 0 to %d, one for each joint", i, number, len(s.Joints)-1)
		}
		s.Joints[number].Members = append(s.Joints[number].Members, i)
	}
	rest := s.first[:3*s.particles]
	if key := system.Rest.Array(); s.Take(key) {
		if rest, _, err = s.Doubles(key, npz.Axis{Name: "particles", Size: s.particles}, npz.Axis{Name: "axes", Size: 3}); err != nil {
			return err
		}
	} else {
		s.Note("%s is missing: anchors and axes of joints are taken from the first frame", key)
	}
	var single []float32
	for _, x := range rest {
		single = append(single, float32(x))
	}
	var joined system.Sample
	if err := joined.Join(single, s.Joints); err != nil {
		return s.Errorf(ParentKey, ": %v", err)
	}
	s.Objects, s.Joined = joined.Objects, joined.Given
	return nil
}
