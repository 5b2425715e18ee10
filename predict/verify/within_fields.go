package verify

import (
	"math"

	"gmnc/system"
)

// give draws charges, features and fields in their ranges.
func (d drawing) give(s *system.Sample) {
	if !d.config.NoCharge {
		system.Charge.Set(s, d.whole(system.Charge, d.ranges.Charge, s.Particles()))
	}
	if columns := len(d.config.NodeFeatures); columns > 0 {
		s.NodeFeatures = d.field(system.NodeFeatures, s.Particles(), columns)
	}
	if columns := len(d.config.EdgeFeatures); columns > 0 {
		s.EdgeFeatures = d.field(system.EdgeFeatures, len(s.Neighbors), columns)
	}
	d.giveFields(s)
}

// giveFields draws the fields that the model takes in their ranges. Those by which it recognizes the
// system that it was trained on have the values of that system.
func (d drawing) giveFields(s *system.Sample) {
	for _, name := range d.config.Fields {
		f := system.FieldNamed(name)
		f.Set(s, d.field(f, f.Count(s), f.Columns))
	}
	straightened(s)
	rest(s)
	asLearned(d.config, s)
}

// rest sets the velocities of pinned particles to 0.
func rest(s *system.Sample) {
	for i, pinned := range system.Pinned.Of(s) {
		if pinned != 0 {
			clear(s.Velocity[3*i : 3*i+3])
		}
	}
}

// field draws rows of a field: vectors by their lengths, and each column of others in its own
// range.
func (d drawing) field(f *system.Field, rows, columns int) (values []float32) {
	if f.Turns == system.Planar {
		return plane(d.value(d.ranges.Extent), rows*columns, d.source)
	}
	var ranges []*system.Range
	for i := range d.ranges.Fields {
		if d.ranges.Fields[i].Field == f.Name {
			ranges = append(ranges, &d.ranges.Fields[i].Range)
		}
	}
	// The features of fitted models are names, all different. Boxes describe bodies, so they
	// are no random numbers in ranges.
	if len(ranges) == 0 || d.config.Describe().Fitted || f == system.Box {
		return typical(f, rows*columns, d.source)
	}
	if f == system.Pinned {
		return d.pins(rows)
	}
	for range rows {
		if f.Turns != system.Scalar {
			for _, component := range d.direction(d.value(ranges[0])) {
				values = append(values, float32(component))
			}
			continue
		}
		for column := range columns {
			values = append(values, d.whole(f, ranges[min(column, len(ranges)-1)], 1)...)
		}
	}
	return values
}

// pins returns flags that pin one particle of a system, or none: an object with several pinned
// particles cannot move at a random speed.
func (d drawing) pins(particles int) []float32 {
	pinned := make([]float32, particles)
	if at := d.source.IntN(2 * particles); at < particles && particles > 1 {
		pinned[at] = 1
	}
	return pinned
}

// whole returns count numbers in a range, whole ones for a field of whole numbers. A feature
// whose range ends in whole numbers is a name, a type or a flag, and has no values beyond the
// range.
func (d drawing) whole(f *system.Field, r *system.Range, count int) (values []float32) {
	numbered := r != nil && r.Least == math.Trunc(r.Least) && r.Most == math.Trunc(r.Most)
	for range count {
		value := d.value(r)
		if numbered && f.Named() {
			value = min(value, r.Most)
		}
		if numbered && f.Whole {
			value = math.Round(value)
		}
		if f.Least < f.Most {
			value = min(max(value, f.Least), f.Most)
		}
		values = append(values, float32(value))
	}
	return values
}
