package datasets

import (
	"fmt"
	"slices"
	"unsafe"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// fieldArray holds the values of a field in a split. If framed is true, it has values for every
// frame, one after the other. Otherwise the values are the same in all frames.
type fieldArray struct {
	*system.Field
	array[float32]
	framed bool
}

// now returns the values of sample i in the first of its frames.
func (a fieldArray) now(i, samples, frames int) []float32 {
	values := a.of(i, samples)
	if !a.framed {
		return values
	}
	size := len(values) / frames
	return values[:size:size]
}

// fields reads all fields that a model may be given.
func (r *splitReader) fields(neighbors array[int64]) (all []fieldArray) {
	for _, f := range system.GivenFields() {
		axes := r.axes(f, neighbors)
		if f.Named() {
			if a := r.features(f, axes); a.present {
				all = append(all, a)
			}
			continue
		}
		if !f.Flat() {
			axes = append(axes, npz.Axis{Name: columnsOf(f), Size: f.Columns})
		}
		if a, framed := r.values(f.Array(), f.PerFrame, axes); a.present {
			all = append(all, fieldArray{f, a, framed})
		}
	}
	if r.err == nil {
		r.err = r.Take(r.split+"_x0", r.samples*len(all), 2*int64(unsafe.Sizeof(system.Values{})))
	}
	return all
}

// columnsOf returns the name of the axis of a field's columns.
func columnsOf(f *system.Field) string {
	if f.Turns != system.Scalar && f.Turns != system.Planar {
		return "axes"
	}
	return f.Name
}

// axes returns the axes of a field's rows.
func (r *splitReader) axes(f *system.Field, neighbors array[int64]) []npz.Axis {
	particles := npz.Axis{Name: "particles", Size: r.particles}
	switch f.Rows {
	case system.OfParticle:
		return []npz.Axis{particles}
	case system.OfEdge:
		return []npz.Axis{particles, {Name: "neighbors", Size: r.slots(neighbors)}}
	}
	return nil
}

// slots returns the number of slots for neighbors of each particle, or -1 if there are no
// samples that say it.
func (r *splitReader) slots(neighbors array[int64]) int {
	rows := r.particles
	if !neighbors.shared {
		rows *= r.samples
	}
	if rows <= 0 {
		return -1
	}
	return len(neighbors.values) / rows
}

// values reads the array of the split or the shared array. An array that may differ from frame
// to frame may have an axis of frames before the given axes. framed reports whether it does.
func (r *splitReader) values(name string, perFrame bool, axes []npz.Axis) (values array[float32], framed bool) {
	if perFrame && r.err == nil {
		if framed = r.isFramed(name, len(axes)); framed {
			axes = slices.Concat([]npz.Axis{{Name: "frames", Size: r.frames}}, axes)
		}
	}
	return find(r, name, axes, func(key string, axes ...npz.Axis) ([]float32, error) {
		values, _, err := r.Floats(key, axes...)
		return values, err
	}), framed
}

// isFramed reports whether an array has one axis more than those given, apart from the axis of
// samples.
func (r *splitReader) isFramed(name string, axes int) bool {
	key := name
	if !r.Has(name) {
		key, axes = r.split+"_"+name, axes+1
	}
	if !r.Has(key) {
		return false
	}
	shape, err := r.Shape(key)
	if r.err = err; err != nil || len(shape) != axes+1 {
		return false
	}
	if r.frames == 0 {
		r.err = r.Errorf(key, "has %d axes, one of them of frames, and there are no frames: expected %s_positions and %s_velocities [samples, frames, particles, 3], too, or an array without that axis", len(shape), r.split, r.split)
	}
	return true
}

// features reads the columns that the data set names and joins them to rows. The rows are
// shared if all columns are. A split without samples may lack them.
func (r *splitReader) features(f *system.Field, axes []npz.Axis) fieldArray {
	names, prefix := r.data.Columns(f), prefixOf(f)
	if len(names) == 0 || r.err != nil {
		return fieldArray{}
	}
	if f.Rows == system.OfEdge && !r.Has("neighbors") && !r.Has(r.split+"_neighbors") && r.samples > 0 {
		r.err = r.Errorf(r.split+"_neighbors", "is missing, though there is the feature %s%s: expected neighbors, of the same shape", prefix, names[0])
		return fieldArray{}
	}
	columns := make([]featureColumn, len(names))
	joined := fieldArray{Field: f, array: array[float32]{present: true, shared: true}}
	for i, name := range names {
		columns[i].array, columns[i].framed = r.values(prefix+name, f.PerFrame, axes)
		if r.err == nil && !columns[i].present && r.samples > 0 {
			r.err = r.Errorf(r.split+"_"+prefix+name, "is missing: expected the same features in all splits")
		}
		joined.shared = joined.shared && columns[i].shared
		joined.framed = joined.framed || columns[i].framed
	}
	if r.err != nil {
		return fieldArray{}
	}
	frames := 1
	if joined.framed {
		frames = r.frames
	}
	if joined.shared {
		joined.values = once(r, fmt.Sprint(prefix, frames), func() []float32 { return r.join(prefix, columns, 1, frames) })
	} else {
		joined.values = r.join(prefix, columns, r.samples, frames)
	}
	return joined
}

// prefixOf returns the prefix of the names of the arrays of a field whose columns a data set
// names.
func prefixOf(f *system.Field) string {
	if f == system.EdgeFeatures {
		return system.EdgePrefix
	}
	return system.NodePrefix
}

// featureColumn holds one of the columns of a field.
type featureColumn struct {
	array[float32]
	framed bool
}

// rows returns the numbers of a sample in a frame.
func (c featureColumn) rows(sample, samples, frame, frames int) []float32 {
	values := c.of(sample, samples)
	if !c.framed {
		return values
	}
	size := len(values) / frames
	return values[frame*size : (frame+1)*size]
}

// join interleaves the columns for the given numbers of samples and frames. It repeats shared
// columns, and those that are the same in all frames.
func (r *splitReader) join(prefix string, columns []featureColumn, samples, frames int) []float32 {
	size := len(columns[0].rows(0, max(samples, 1), 0, frames)) // rows of one sample in one frame
	count := samples * frames * size * len(columns)
	if r.err = r.Take(r.split+"_"+prefix, count, 4); r.err != nil {
		return nil
	}
	joined := make([]float32, 0, count)
	rows := make([][]float32, len(columns))
	for sample := range samples {
		for frame := range frames {
			for i, column := range columns {
				rows[i] = column.rows(sample, samples, frame, frames)
			}
			for row := range size {
				for i := range columns {
					joined = append(joined, rows[i][row])
				}
			}
		}
	}
	return joined
}

// give sets the fields of sample i. Those that differ from frame to frame are also set in its
// trajectory.
func (a splitArrays) give(s *system.Sample, i, samples int) {
	frames := 0
	if s.Trajectory != nil {
		frames = s.Trajectory.Frames()
	}
	for _, field := range a.fields {
		field.Set(s, field.now(i, samples, frames))
		if field.framed {
			s.Trajectory.Given = append(s.Trajectory.Given, system.Values{Field: field.Field, Values: field.of(i, samples)})
		}
	}
}
