package robots

import (
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// ofJoints lists the fields that have one row for each joint in arrays, under other names.
var ofJoints = []*system.Field{system.JointAnchor, system.TurnAxis, system.SlideAxis, system.TurnDamping, system.SlideDamping, system.TurnFriction, system.SlideFriction}

// structure returns the arrays of a robot's bodies, joints, masses and gravity, under the names
// that arrays.From reads.
func (c Config) structure() ([]npz.Array, error) {
	like, err := c.template()
	if err != nil {
		return nil, err
	}
	n, joints := len(c.Robot.Rest), c.joints()
	bodies, parents, slides := make([]int64, n), make([]int64, len(joints)), make([]int64, len(joints))
	var anchors, axes, damping, friction []float32
	for number, j := range joints {
		parents[number], damping, friction = int64(j.Parent), append(damping, float32(j.Damping)), append(friction, float32(j.Friction))
		if j.Slides {
			slides[number] = 1
		}
		for k := range 3 {
			anchors, axes = append(anchors, float32(j.Anchor[k])), append(axes, float32(j.Axis[k]))
		}
		for _, member := range j.Members {
			bodies[member] = int64(number)
		}
	}
	all := []npz.Array{
		{Key: "length_unit", Text: "m"}, {Key: "velocity_unit", Text: "m/s"}, {Key: "up", Text: "z"},
		{Key: "source", Text: c.Name}, {Key: "names", Text: datasets.Named(c.names())},
		{Key: "bodies", Shape: []int{n}, Ints: bodies},
		{Key: "joint_parent", Shape: []int{len(joints)}, Ints: parents},
		{Key: "joint_slides", Shape: []int{len(joints)}, Ints: slides},
		{Key: "joint_anchor", Shape: []int{len(joints), 3}, Floats: anchors},
		{Key: "joint_axis", Shape: []int{len(joints), 3}, Floats: axes},
		{Key: "damping", Shape: []int{len(joints)}, Floats: damping},
		{Key: "joint_friction", Shape: []int{len(joints)}, Floats: friction},
	}
	for _, f := range system.GivenFields() {
		values := f.Of(&like)
		if values == nil || slices.Contains(ofJoints, f) {
			continue
		}
		shape := []int{len(values)}
		if f.Rows == system.OfParticle && f.Columns > 1 {
			shape = []int{n, f.Columns}
		}
		all = append(all, npz.Array{Key: f.Array(), Shape: shape, Floats: values})
	}
	return all, nil
}
