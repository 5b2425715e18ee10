package verify

import (
	"math/rand/v2"
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Snapped returns copies of systems in degenerate states that are common in real data: at rest,
// in a plane, with gravity along an axis, on the plane z = 0, or with equal charges. Each copy
// has some of these. Faults that show only there would be missed in systems at random
// positions.
func Snapped(config config.Config, groups []Group, source *rand.Rand) (snapped []Group) {
	for _, group := range groups {
		group.Name += ", snapped"
		group.Kind = "random degenerate systems (such as particles at rest, or all in one plane)"
		group.Samples = slices.Clone(group.Samples)
		for i := range group.Samples {
			s := &group.Samples[i]
			if config.Planes > 0 {
				*s = onGround(*s)
			}
			axis := source.IntN(3)
			if source.IntN(2) == 0 {
				system.Velocity.Set(s, make([]float32, len(s.Velocity)))
			}
			if !shaped(config) && source.IntN(2) == 0 {
				flatten(s, axis)
			}
			if source.IntN(2) == 0 {
				alongAxis(s, 2)
			}
			if source.IntN(2) == 0 {
				equal(s, system.Charge)
			}
			asLearned(config, s)
		}
		snapped = append(snapped, group)
	}
	return snapped
}

// shaped reports whether positions of particles in the model's inputs depend on each other: on
// joints, in bodies with masses or boxes, in cells, above planes, and in a body whose frame the
// model takes.
func shaped(config config.Config) bool {
	return config.Jointed() || config.Describe().Framed || slices.ContainsFunc(config.Fields, func(name string) bool {
		return name == system.Box.Name || name == system.Gyration.Name || name == system.CellA.Name || name == system.Planes.Name
	})
}

// flatten projects a system onto the plane through the origin that is perpendicular to an axis.
func flatten(s *system.Sample, axis int) {
	for _, f := range []*system.Field{system.Position, system.Velocity} {
		values := slices.Clone(f.Of(s))
		for i := axis; i < len(values); i += 3 {
			values[i] = 0
		}
		f.Set(s, values)
	}
}

// alongAxis rotates gravity so that it points down an axis.
func alongAxis(s *system.Sample, axis int) {
	given := system.Gravity.Of(s)
	if given == nil {
		return
	}
	down := make([]float32, len(given))
	down[axis] = -float32(vector.Norm(vector.At(given, 0)))
	system.Gravity.Set(s, down)
}

// equal gives all particles the value of the first.
func equal(s *system.Sample, f *system.Field) {
	values := slices.Clone(f.Of(s))
	for i := range values {
		values[i] = values[0]
	}
	if values != nil {
		f.Set(s, values)
	}
}

// onGround rotates and moves a system so that its first plane is z = 0.
func onGround(s system.Sample) system.Sample {
	planes := system.Planes.Of(&s)
	if len(planes) < system.PlaneColumns {
		return s
	}
	normal := vector.At(planes, 0)
	length := vector.Norm(normal)
	if length == 0 {
		return s
	}
	up := vector.Plus([3]float64{}, 1/length, normal)
	m := still(s.Particles())
	m.axes[2] = up
	reference := [3]float64{1, 0, 0}
	if up[0]*up[0] > 0.5 {
		reference = [3]float64{0, 1, 0}
	}
	across := vector.Cross(up, reference)
	m.axes[0] = vector.Plus([3]float64{}, 1/vector.Norm(across), across)
	m.axes[1] = vector.Cross(up, m.axes[0])
	m.shift[2] = -float64(planes[3])
	moved := m.Sample(s)
	ground := slices.Clone(system.Planes.Of(&moved))
	copy(ground, []float32{0, 0, float32(length), 0})
	system.Planes.Set(&moved, ground)
	return moved
}
