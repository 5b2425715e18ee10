package urdf

import (
	"cmp"
	"slices"
	"strings"

	"gmnc/internal/rotation"
)

// jointKinds lists the types of joints.
var jointKinds = []string{"fixed", "revolute", "continuous", "prismatic", "planar", "floating"}

func (p *parser) joint(a attributes) error {
	name, err := p.begin(a)
	if err != nil {
		return err
	}
	kind, err := a.text("type")
	if err != nil {
		return err
	}
	if !slices.Contains(jointKinds, kind) {
		return p.Errorf("the %s has the type %.40q, expected one of %s", p.owner, kind, strings.Join(jointKinds, ", "))
	}
	p.joints = append(p.joints, joint{name: name, kind: kind, line: p.Number, origin: frame{turn: rotation.Identity}, axis: [3]float64{1, 0, 0}})
	return nil
}

// last returns the joint that is being read.
func (p *parser) last() *joint { return &p.joints[len(p.joints)-1] }

func (p *parser) jointOrigin(a attributes) (err error) {
	p.last().origin, err = a.frame()
	return err
}

func (p *parser) parent(a attributes) (err error) {
	p.last().parent, err = a.end()
	return err
}

func (p *parser) child(a attributes) (err error) {
	p.last().child, err = a.end()
	return err
}

func (p *parser) axis(a attributes) (err error) {
	if turn, err := a.vector("rpy"); err != nil || turn != [3]float64{} {
		return cmp.Or(err, p.Errorf("the <axis> of the %s is turned by rpy, which no reader of URDF does: give its direction as xyz, and rpy as 0 0 0 or not at all", p.owner))
	}
	p.last().axis, err = a.vector("xyz")
	return err
}

func (p *parser) limit(a attributes) (err error) {
	j := p.last()
	if j.lower, err = a.number("lower", 0); err != nil {
		return err
	}
	if j.upper, err = a.number("upper", 0); err != nil {
		return err
	}
	if j.fastest, err = a.number("velocity", 0); err != nil {
		return err
	}
	j.strongest, err = a.number("effort", 0)
	return err
}

func (p *parser) mimic(a attributes) (err error) {
	follows := &follows{line: p.Number}
	if follows.joint, err = a.text("joint"); err != nil {
		return err
	}
	if follows.multiplier, err = a.number("multiplier", 1); err != nil {
		return err
	}
	follows.offset, err = a.number("offset", 0)
	p.last().follows = follows
	return err
}

func (p *parser) dynamics(a attributes) (err error) {
	j := p.last()
	if j.damping, err = a.number("damping", 0); err != nil {
		return err
	}
	if j.friction, err = a.number("friction", 0); err != nil {
		return err
	}
	if j.damping < 0 || j.friction < 0 {
		return p.Errorf("the %s has the damping %g and the friction %g, expected 0 or more", p.owner, j.damping, j.friction)
	}
	return nil
}
