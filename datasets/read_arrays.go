package datasets

import (
	"fmt"
	"slices"

	"gmnc/datasets/npz"
)

// array is what one key holds: of all samples of a split one after the
// other, or shared, which is of each.
type array[T any] struct {
	values          []T
	present, shared bool
}

// of is sample i's share, nil if it is empty.
func (a array[T]) of(i, samples int) []T {
	if a.shared {
		return a.values
	}
	return part(a.values, i, samples)
}

// part is sample i's share of an array of all samples, nil if it is empty.
func part[T any](all []T, i, samples int) []T {
	size := len(all) / samples
	if size == 0 {
		return nil
	}
	return all[i*size : (i+1)*size : (i+1)*size]
}

// floats reads an array of the split or, if there is none, the shared one.
func (r *splitReader) floats(name string, axes ...npz.Axis) array[float32] {
	return find(r, name, axes, func(key string, axes ...npz.Axis) ([]float32, error) {
		values, _, err := r.Floats(key, axes...)
		return values, err
	})
}

func (r *splitReader) ints(name string, axes ...npz.Axis) array[int64] {
	return find(r, name, axes, r.Ints)
}

// find reads an array of the split or the shared one, which is read once.
func find[T any](r *splitReader, name string, axes []npz.Axis, read func(key string, axes ...npz.Axis) ([]T, error)) array[T] {
	key := r.split + "_" + name
	if r.err != nil || !r.Has(key) && !r.Has(name) {
		return array[T]{}
	}
	found := array[T]{present: true, shared: r.Has(name)}
	if !found.shared {
		found.values, r.err = read(key, slices.Concat([]npz.Axis{{Name: "samples", Size: r.samples}}, axes)...)
		return found
	}
	expected := fmt.Sprint(name, axes) // another number of particles must not pass
	found.values = once(r, expected, func() (values []T) {
		values, r.err = read(name, axes...)
		return values
	})
	return found
}

// once makes what the splits share when the first of them needs it.
func once[T any](r *splitReader, name string, make func() []T) []T {
	if known, ok := r.shared[name].([]T); ok {
		return known
	}
	values := make()
	r.shared[name] = values
	return values
}

// indexed turns indices into objects.
func indexed[T [2]int | [3]int](r *splitReader, name string, indices array[int64]) array[T] {
	if r.err == nil {
		r.err = r.Take(name, len(indices.values), 8)
	}
	if r.err != nil {
		return array[T]{}
	}
	objects := array[T]{present: indices.present, shared: indices.shared}
	if objects.shared {
		objects.values = once(r, name+" as objects", func() []T { return objectsOf[T](indices.values) })
	} else {
		objects.values = objectsOf[T](indices.values)
	}
	return objects
}

// objectsOf makes pairs or triples of the indices, one after the other.
func objectsOf[T [2]int | [3]int](indices []int64) []T {
	if indices == nil {
		return nil
	}
	var object T
	members := len(object)
	objects := make([]T, len(indices)/members)
	for i, index := range indices {
		objects[i/members][i%members] = int(index)
	}
	return objects
}

// edgeFeatures reads a number for each slot of the neighbour lists.
func (r *splitReader) edgeFeatures(neighbors array[int64]) array[float32] {
	if names := r.data.EdgeFeatures; len(names) > 0 && !neighbors.present && r.err == nil {
		r.err = r.Errorf(r.split+"_neighbors", "is missing, though there is the feature %s%s: expected neighbors, of the same shape", edgePrefix, names[0])
	}
	rows := r.particles
	if !neighbors.shared {
		rows *= r.samples
	}
	slots := len(neighbors.values) / max(rows, 1)
	return r.features(edgePrefix, r.data.EdgeFeatures, npz.Axis{Name: "particles", Size: r.particles}, npz.Axis{Name: "neighbors", Size: slots})
}

// features reads the columns and joins them to rows. They are shared if all
// columns are.
func (r *splitReader) features(prefix string, names []string, axes ...npz.Axis) array[float32] {
	if len(names) == 0 || r.err != nil {
		return array[float32]{}
	}
	columns := make([]array[float32], len(names))
	joined := array[float32]{present: true, shared: true}
	for i, name := range names {
		columns[i] = r.floats(prefix+name, axes...)
		if r.err == nil && !columns[i].present {
			r.err = r.Errorf(r.split+"_"+prefix+name, "is missing: expected the same features in all splits")
		}
		joined.shared = joined.shared && columns[i].shared
	}
	if r.err != nil {
		return array[float32]{}
	}
	if joined.shared {
		joined.values = once(r, prefix, func() []float32 { return r.join(prefix, columns, 1) })
	} else {
		joined.values = r.join(prefix, columns, r.samples)
	}
	return joined
}

// join interleaves columns of as many samples, repeating shared ones.
func (r *splitReader) join(prefix string, columns []array[float32], samples int) []float32 {
	size := 0 // rows of a sample
	for _, column := range columns {
		if !column.shared || samples == 1 {
			size = len(column.values) / max(samples, 1)
		}
	}
	if r.err = r.Take(r.split+"_"+prefix, samples*size*len(columns), 4); r.err != nil {
		return nil
	}
	joined := make([]float32, 0, samples*size*len(columns))
	for sample := range samples {
		for row := range size {
			for _, column := range columns {
				at := row
				if !column.shared {
					at += sample * size
				}
				joined = append(joined, column.values[at])
			}
		}
	}
	return joined
}
