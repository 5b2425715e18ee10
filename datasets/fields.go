package datasets

import (
	"slices"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// field describes an array of the format: its name, and the shape and the numbers of each
// sample. Either floats or ints is set.
type field struct {
	name   string
	shape  func(system.Sample) []int
	floats func(system.Sample) []float32
	ints   func(system.Sample) []int64
	// identity returns the address of what samples may share, or nil if they share nothing.
	identity func(system.Sample) any
}

// fields returns all fields of the format in the order in which they are written.
func (d *Data) fields() []field {
	vectors := func(s system.Sample) []int { return []int{s.Particles(), 3} }
	fields := []field{
		{name: "x0", shape: vectors, floats: func(s system.Sample) []float32 { return s.Position }},
		{name: "v0", shape: vectors, floats: func(s system.Sample) []float32 { return s.Velocity }},
		{name: "xT", shape: vectors, floats: func(s system.Sample) []float32 { return s.TargetPosition }},
		{name: "vT", shape: vectors, floats: func(s system.Sample) []float32 { return s.TargetVelocity }},
		{name: "positions", shape: frameShape, floats: func(s system.Sample) []float32 {
			return rounded(s, func(t system.Trajectory) []float64 { return t.Positions })
		}},
		{name: "velocities", shape: frameShape, floats: func(s system.Sample) []float32 {
			return rounded(s, func(t system.Trajectory) []float64 { return t.Velocities })
		}},
		{name: "forces", shape: vectors, floats: func(s system.Sample) []float32 { return s.Forces() }},
		{name: "energy", shape: func(system.Sample) []int { return nil }, floats: energyOf},
	}
	for _, f := range system.GivenFields() {
		if !f.Named() && !(f == system.Mass && slices.Contains(d.NodeFeatures, MassFeature)) {
			fields = append(fields, givenField(f))
		}
	}
	for _, kind := range system.ListedKinds() {
		fields = append(fields, objectField(kind))
	}
	for _, kind := range system.ForestKinds() {
		if d.has(kind) {
			fields = append(fields, forestField(kind))
		}
	}
	fields = append(fields,
		field{name: "bonds",
			shape:    func(s system.Sample) []int { return []int{len(s.Bonds), 2} },
			ints:     func(s system.Sample) []int64 { return flatten(s.Bonds, func(b [2]int) []int { return b[:] }) },
			identity: func(s system.Sample) any { return address(s.Bonds) }},
		field{name: "neighbors",
			shape:    func(s system.Sample) []int { return []int{s.Particles(), s.Slots()} },
			ints:     func(s system.Sample) []int64 { return s.Neighbors },
			identity: func(s system.Sample) any { return address(s.Neighbors) }})
	for _, f := range []*system.Field{system.NodeFeatures, system.EdgeFeatures} {
		names := d.Columns(f)
		for i, name := range names {
			feature := givenField(f)
			feature.name = prefixOf(f) + name
			feature.floats = func(s system.Sample) []float32 { return column(framesOf(f, s), i, len(names)) }
			fields = append(fields, feature)
		}
	}
	return fields
}

// givenField returns the array of a field of the table.
func givenField(f *system.Field) field {
	return field{
		name:     f.Array(),
		shape:    func(s system.Sample) []int { return shapeOf(f, s) },
		floats:   func(s system.Sample) []float32 { return framesOf(f, s) },
		identity: func(s system.Sample) any { return address(framesOf(f, s)) },
	}
}

// framesOf returns the values of a field in all frames, or its only values if they do not
// change.
func framesOf(f *system.Field, s system.Sample) []float32 {
	if s.Trajectory != nil {
		if values := s.Trajectory.Given.Of(f); values != nil {
			return values
		}
	}
	return f.Of(&s)
}

// shapeOf returns the shape that the values of framesOf have in a file.
func shapeOf(f *system.Field, s system.Sample) (shape []int) {
	if s.Trajectory != nil && s.Trajectory.Given.Of(f) != nil {
		shape = append(shape, s.Trajectory.Frames())
	}
	switch f.Rows {
	case system.OfParticle:
		shape = append(shape, s.Particles())
	case system.OfEdge:
		shape = append(shape, s.Particles(), s.Slots())
	}
	if !f.Named() && !f.Flat() {
		shape = append(shape, f.Columns)
	}
	return shape
}

// frameShape returns the shape of a sample's trajectory, or nil if it has none.
func frameShape(s system.Sample) []int {
	if s.Trajectory == nil {
		return nil
	}
	return []int{s.Trajectory.Frames(), s.Particles(), 3}
}

// rounded returns numbers of a sample's trajectory as float32, or nil if it has none.
func rounded(s system.Sample, of func(system.Trajectory) []float64) []float32 {
	if s.Trajectory == nil {
		return nil
	}
	numbers := of(*s.Trajectory)
	values := make([]float32, len(numbers))
	for i, number := range numbers {
		values[i] = float32(number)
	}
	return values
}

// energyOf returns the energy of a sample, or nil if its potential is not known.
func energyOf(s system.Sample) []float32 {
	if s.Potential == nil {
		return nil
	}
	return []float32{s.Potential.Energy}
}

// objectField returns the array of the members of all objects of a kind. Its identity is the
// members of the first object, which samples share if they were read from one array.
func objectField(kind *system.Kind) field {
	return field{name: kind.Plural,
		shape: func(s system.Sample) []int { return []int{s.Objects.Count(kind), kind.Members()} },
		ints: func(s system.Sample) []int64 {
			return flatten(s.Objects.Of(kind), func(members []int) []int { return members })
		},
		identity: func(s system.Sample) any { return firstObject(kind, s) }}
}

// forestField returns the array of trees or bodies, which holds a number for each particle.
func forestField(kind *system.Kind) field {
	return field{name: kind.Array(),
		shape:    func(s system.Sample) []int { return []int{s.Particles()} },
		ints:     func(s system.Sample) []int64 { return s.Objects.Numbers(kind, s.Particles()) },
		identity: func(s system.Sample) any { return firstObject(kind, s) }}
}

// firstObject returns the address of the members of the first object of a kind, or nil if there
// is none.
func firstObject(kind *system.Kind, s system.Sample) any {
	if objects := s.Objects.Of(kind); len(objects) > 0 {
		return address(objects[0])
	}
	return nil
}

func flatten[T any](objects []T, members func(T) []int) []int64 {
	var flat []int64
	for _, object := range objects {
		for _, member := range members(object) {
			flat = append(flat, int64(member))
		}
	}
	return flat
}

// column returns one column of rows of width numbers.
func column(rows []float32, index, width int) []float32 {
	values := make([]float32, 0, len(rows)/width)
	for i := index; i < len(rows); i += width {
		values = append(values, rows[i])
	}
	return values
}

// address returns the address of the first element of a slice, or nil if the slice is empty.
func address[T any](s []T) any {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// array joins the field of the samples to one array whose first axis is the samples. ok is
// false if no sample has the field.
func (f field) array(key string, samples []system.Sample) (array npz.Array, ok bool) {
	shapes := make([][]int, len(samples))
	for i, sample := range samples {
		shapes[i] = f.shape(sample)
	}
	most := largest(shapes)
	array = npz.Array{Key: key, Shape: append([]int{len(samples)}, most...)}
	if f.floats != nil {
		array.Floats, ok = joined(samples, shapes, most, f.floats, 0)
	} else {
		array.Ints, ok = joined(samples, shapes, most, f.ints, -1)
	}
	return array, ok
}

// joined returns the values of all samples, one after the other, each padded to the shape most.
// ok is false if no sample has any.
func joined[T any](samples []system.Sample, shapes [][]int, most []int, values func(system.Sample) []T, left T) (all []T, ok bool) {
	ok = slices.ContainsFunc(samples, func(s system.Sample) bool { return values(s) != nil })
	all = make([]T, 0, len(samples)*len(values(samples[0])))
	for i := 0; ok && i < len(samples); i++ {
		all = append(all, padded(values(samples[i]), shapes[i], most, left)...)
	}
	return all, ok
}
