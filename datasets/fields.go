package datasets

import "gmnc/datasets/npz"

// field is what samples have under one name, as numbers of one kind.
type field struct {
	name   string
	shape  func(Sample) []int
	floats func(Sample) []float32
	ints   func(Sample) []int64
	// identity is the address of what samples may share, nil if they do not.
	identity func(Sample) any
}

// fields are all fields of the format, in the order in which they are
// written.
func (d *Data) fields() []field {
	vectors := func(s Sample) []int { return []int{s.Particles(), 3} }
	fields := []field{
		{name: "x0", shape: vectors, floats: func(s Sample) []float32 { return s.Position }},
		{name: "v0", shape: vectors, floats: func(s Sample) []float32 { return s.Velocity }},
		{name: "xT", shape: vectors, floats: func(s Sample) []float32 { return s.TargetPosition }},
		{name: "vT", shape: vectors, floats: func(s Sample) []float32 { return s.TargetVelocity }},
		{name: "charge", shape: func(s Sample) []int { return []int{s.Particles(), 1} }, floats: func(s Sample) []float32 { return s.Charge }},
		pairField("sticks", func(s Sample) [][2]int { return s.Sticks }),
		{name: "hinges",
			shape:    func(s Sample) []int { return []int{len(s.Hinges), 3} },
			ints:     func(s Sample) []int64 { return flatten(s.Hinges, func(h [3]int) []int { return h[:] }) },
			identity: func(s Sample) any { return address(s.Hinges) }},
		pairField("bonds", func(s Sample) [][2]int { return s.Bonds }),
		{name: "neighbors",
			shape:    func(s Sample) []int { return []int{s.Particles(), s.slots()} },
			ints:     func(s Sample) []int64 { return s.Neighbors },
			identity: func(s Sample) any { return address(s.Neighbors) }},
	}
	for i, name := range d.NodeFeatures {
		fields = append(fields, field{name: nodePrefix + name,
			shape:    func(s Sample) []int { return []int{s.Particles()} },
			floats:   func(s Sample) []float32 { return column(s.NodeFeatures, i, len(d.NodeFeatures)) },
			identity: func(s Sample) any { return address(s.NodeFeatures) }})
	}
	for i, name := range d.EdgeFeatures {
		fields = append(fields, field{name: edgePrefix + name,
			shape:    func(s Sample) []int { return []int{s.Particles(), s.slots()} },
			floats:   func(s Sample) []float32 { return column(s.EdgeFeatures, i, len(d.EdgeFeatures)) },
			identity: func(s Sample) any { return address(s.EdgeFeatures) }})
	}
	return fields
}

func pairField(name string, pairs func(Sample) [][2]int) field {
	return field{name: name,
		shape:    func(s Sample) []int { return []int{len(pairs(s)), 2} },
		ints:     func(s Sample) []int64 { return flatten(pairs(s), func(p [2]int) []int { return p[:] }) },
		identity: func(s Sample) any { return address(pairs(s)) }}
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

// column is one column of rows of width numbers.
func column(rows []float32, index, width int) []float32 {
	values := make([]float32, 0, len(rows)/width)
	for i := index; i < len(rows); i += width {
		values = append(values, rows[i])
	}
	return values
}

// address is where a slice begins; that of an empty one is nil.
func address[T any](s []T) any {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// array joins the field of samples to an array, with an axis of samples
// first; ok is false where samples do not have it.
func (f field) array(key string, samples []Sample) (array npz.Array, ok bool) {
	array = npz.Array{Key: key, Shape: append([]int{len(samples)}, f.shape(samples[0])...)}
	if f.floats != nil {
		array.Floats, ok = joined(samples, f.floats)
	} else {
		array.Ints, ok = joined(samples, f.ints)
	}
	return array, ok
}

// joined is what all samples have, one after the other. Nothing is nil.
func joined[T any](samples []Sample, values func(Sample) []T) (all []T, ok bool) {
	all = make([]T, 0, len(samples)*len(values(samples[0])))
	for _, sample := range samples {
		all = append(all, values(sample)...)
	}
	return all, values(samples[0]) != nil
}
