package mocap

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/rotation"
)

// maxJoints is the greatest number of joints, which keeps the poses of a short file short.
// Recordings of people have 31.
const maxJoints = 1000

// roundedDirection is the greatest difference from 1 of the length of a direction that was
// written with two digits.
const roundedDirection = 0.02

// bone holds what was read of a bone.
type bone struct {
	joint             joint
	line              int
	direction, angles []float64
	length            float64
	order             []int // order of the angles
	hasLength         bool
}

// boneLine reads a line of a bone, between begin and end.
func (p *skeletonParser) boneLine() error {
	if p.bone == nil {
		if !strings.EqualFold(p.Words[0], "begin") {
			return p.Errorf("%.40q is outside of a bone: expected begin", p.Words[0])
		}
		p.bone = &bone{line: p.Number}
		return nil
	}
	b := p.bone
	var err error
	switch word := strings.ToLower(p.Words[0]); word {
	case "end":
		p.bone = nil
		return p.endBone(b)
	case "name":
		if len(p.Words) != 2 {
			return p.Errorf("the name of a bone has %d words, expected 1", len(p.Words)-1)
		}
		b.joint.Name = p.Words[1]
	case "direction":
		b.direction, err = p.Floats(3)
	case "length":
		var length []float64
		if length, err = p.Floats(1); err == nil && length[0] < 0 {
			err = p.Errorf("the length of a bone is %g, expected 0 or more", length[0])
		} else if err == nil {
			b.length, b.hasLength = length[0], true
		}
	case "axis":
		if len(p.Words) != 5 {
			return p.Errorf("axis has %d values, expected three angles and an order, such as 0 0 20 XYZ", len(p.Words)-1)
		}
		if b.order, err = p.rotationOrder(p.Words[4]); err == nil {
			p.Words = p.Words[:4]
			b.angles, err = p.Floats(3)
		}
	case "dof":
		b.joint.rotations, err = p.degrees()
	case "begin":
		return p.Errorf("a bone begins within another: expected end")
	case "id", "limits", "bodymass", "cofmass": // do not change a pose
	default:
		if word[0] != '(' { // a line with ( continues the limits
			err = p.Errorf("a bone has no %.40q here: expected name, direction, length, axis or dof", p.Words[0])
		}
	}
	return err
}

// degrees reads the degrees of freedom of a bone, of which the first is applied first.
func (p *skeletonParser) degrees() (rotations []int, err error) {
	for _, name := range p.Words[1:] {
		axis := slices.Index([]string{"rx", "ry", "rz"}, strings.ToLower(name))
		if axis < 0 {
			return nil, p.Errorf("the degree of freedom %.40q is not supported: bones turn by rx, ry and rz only", name)
		}
		if slices.Contains(rotations, axis) {
			return nil, p.Errorf("the degree of freedom %s is there twice", name)
		}
		rotations = append(rotations, axis)
	}
	return rotations, nil
}

func (p *skeletonParser) endBone(b *bone) error {
	name := b.joint.Name
	switch {
	case name == "" || b.direction == nil || !b.hasLength || b.angles == nil:
		return p.Errorf("the bone %.40q that begins in line %d lacks its name, direction, length or axis", name, b.line)
	case b.length > 0 && math.Abs(floats.Norm(b.direction, 2)-1) > roundedDirection:
		return p.Errorf("the bone %.40q that begins in line %d has a direction of length %.4g, expected 1: its length is beside it", name, b.line, floats.Norm(b.direction, 2))
	case slices.ContainsFunc(p.Joints, func(other joint) bool { return strings.EqualFold(other.Name, name) }):
		return p.Errorf("there is a second bone %.40q", name)
	}
	if len(p.Joints) == maxJoints {
		return p.Errorf("there are more than %d bones", maxJoints-1)
	}
	b.joint.Parent = -1
	for axis := range 3 {
		b.joint.offset[axis] = b.direction[axis] * b.length
	}
	b.joint.axes = rotation.Sequence(b.order, b.angles, p.angle)
	p.byName[strings.ToLower(name)] = len(p.Joints)
	p.Joints = append(p.Joints, b.joint)
	return nil
}
