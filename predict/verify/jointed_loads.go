package verify

import (
	"slices"

	"gmnc/system"
)

// anyType reports whether joints may be of any type.
func (d drawing) anyType() bool { return slices.Contains(d.config.Fields, system.JointType.Name) }

// types returns types of joints for bodies, as far as the model has room for them: one floating
// joint, then ball joints, then joints about axes.
func (d drawing) types(members [][]int) []int {
	bodies := len(members)
	types, axesLeft := make([]int, bodies), d.config.Joints-bodies
	if !d.anyType() {
		return types
	}
	if on := d.config.LearnedOn; on != nil && on.Fields[system.JointType.Name] != nil {
		for i, body := range members {
			types[i] = int(on.Fields[system.JointType.Name][body[0]])
		}
		return types
	}
	for i := range types {
		switch {
		case i == 0 && axesLeft >= 5:
			types[i], axesLeft = system.Floating, axesLeft-5
		case i > 0 && axesLeft >= 2:
			types[i], axesLeft = system.OnBall, axesLeft-2
		}
	}
	return types
}

// takes reports whether a field of joints acts on the joint of a particle. Some fields act only
// on joints that turn about an axis, some only on those that slide along one, the others on
// all.
func takes(s *system.Sample, f *system.Field, particle int) bool {
	has := func(axis *system.Field) bool {
		axes := axis.Of(s)
		return axes != nil && slices.ContainsFunc(axes[3*particle:3*particle+3], func(x float32) bool { return x != 0 })
	}
	switch {
	case f == system.TurnDamping: // this acts on ball joints, too
		types := system.JointType.Of(s)
		return !has(system.SlideAxis) && (types == nil || types[particle] != system.Floating)
	case slices.Contains(system.OfTurning, f):
		return has(system.TurnAxis)
	case slices.Contains(system.OfSliding, f):
		return has(system.SlideAxis)
	}
	return true
}

// load gives a system what acts on it: all fields except those that say how it is jointed.
// Fields of joints are the same for all particles of a body.
func (d drawing) load(s *system.Sample) {
	for _, name := range d.config.Fields {
		f := system.FieldNamed(name)
		rows := f.Count(s)
		if f == system.Rest || f == system.JointAnchor || f == system.TurnAxis || f == system.SlideAxis || f == system.JointType {
			if f.Of(s) == nil { // all joints slide, or all turn
				f.Set(s, make([]float32, rows*f.Columns))
			}
			continue
		}
		values := typical(f, rows*f.Columns, d.source)
		if d.ranges != nil {
			values = d.field(f, rows, f.Columns)
		}
		if slices.Contains(system.OfEachJoint, f) {
			alike(s, f, values)
		}
		f.Set(s, values)
	}
	if !d.config.NoCharge {
		system.Charge.Set(s, typical(system.Charge, s.Particles(), d.source))
	}
	if d.config.Sparse {
		s.Neighbors = neighbors(d.source, s.Particles())
	}
	s.NodeFeatures = normal(d.source, s.Particles()*len(d.config.NodeFeatures))
	s.EdgeFeatures = edgeFeatures(d.config, s.Neighbors, d.source)
	framed(s, d.config, d.source)
	asLearned(d.config, s)
}

// alike gives the particles of a body the values of its first particle, or 0 if the field does
// not act on the body's joint. Limits are sorted in ascending order.
func alike(s *system.Sample, f *system.Field, values []float32) {
	for _, body := range s.Objects.Of(system.Body) {
		own := values[f.Columns*body[0] : f.Columns*(body[0]+1)]
		if !takes(s, f, body[0]) {
			clear(own)
		}
		slices.Sort(own)
		for _, particle := range body {
			copy(values[f.Columns*particle:], own)
		}
	}
}
