package verify

import (
	"slices"

	"gmnc/system"
)

// anyType reports whether joints may be of any type.
func (d drawing) anyType() bool { return slices.Contains(d.config.Fields, system.JointType.Name) }

// types are types of joints of a number of bodies that the model has room for: first one
// that floats, then ball joints, then joints about axes.
func (d drawing) types(bodies int) []int {
	types, room := make([]int, bodies), d.config.Joints-bodies
	if !d.anyType() {
		return types
	}
	for i := range types {
		switch {
		case i == 0 && room >= 5:
			types[i], room = system.Floating, room-5
		case i > 0 && room >= 2:
			types[i], room = system.OnBall, room-2
		}
	}
	return types
}

// load gives a system what acts on it: all fields that do not say how it is jointed. Loads
// of joints are the same for all particles of a body.
func (d drawing) load(s *system.Sample) {
	for _, name := range d.config.Fields {
		f := system.FieldNamed(name)
		rows := f.Count(s)
		if f == system.Rest || f == system.JointAnchor || f == system.TurnAxis || f == system.SlideAxis || f == system.JointType {
			if f.Of(s) == nil { // of joints that all slide, or all turn
				f.Set(s, make([]float32, rows*f.Columns))
			}
			continue
		}
		values := usual(f, rows*f.Columns, d.source)
		if d.ranges != nil {
			values = d.field(f, rows, f.Columns)
		}
		if slices.Contains(system.OfEachJoint, f) {
			types := system.JointType.Of(s)
			for _, body := range s.Objects.Of(system.Body) {
				if acts := f == system.Torque || f == system.Thrust; acts && types != nil && types[body[0]] != system.OnAxis {
					values[body[0]] = 0 // they act about axes
				}
				for _, particle := range body {
					values[particle] = values[body[0]]
				}
			}
		}
		f.Set(s, values)
	}
	if !d.config.NoCharge {
		system.Charge.Set(s, usual(system.Charge, s.Particles(), d.source))
	}
	if d.config.Sparse {
		s.Neighbors = neighbors(d.source, s.Particles())
	}
	s.NodeFeatures = normal(d.source, s.Particles()*len(d.config.NodeFeatures))
	s.EdgeFeatures = normal(d.source, len(s.Neighbors)*len(d.config.EdgeFeatures))
	framed(s, d.config, d.source)
}
