package datasets

import (
	"fmt"
	"slices"
	"unsafe"

	"gmnc/datasets/npz"
	"gmnc/system"
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
	if r.differ() && slices.ContainsFunc(axes, func(a npz.Axis) bool { return slices.Contains(ofParticles, a.Name) }) {
		r.err = r.Errorf(name, "is one array for all samples, and %s_%s says that they differ: expected %[1]s_%[3]s", r.split, sizesArray, name)
		return array[T]{}
	}
	expected := fmt.Sprint(name, axes) // another number of particles must not pass
	found.values = once(r, expected, func() (values []T) {
		values, r.err = read(name, axes...)
		return values
	})
	return found
}

// ofParticles are axes of arrays that are of particles, or name some.
var ofParticles = []string{"particles", "members", "ends"}

// once makes what the splits share when the first of them needs it.
func once[T any](r *splitReader, name string, make func() []T) []T {
	if known, ok := r.shared[name].([]T); ok {
		return known
	}
	values := make()
	r.shared[name] = values
	return values
}

// indexed turns indices into what they mean.
func indexed[T any](r *splitReader, name string, indices array[int64], of func(all []int64) []T) array[T] {
	var one T
	if r.err == nil {
		r.err = r.Take(name, len(indices.values), int64(8+unsafe.Sizeof(one)/2))
	}
	if r.err != nil {
		return array[T]{}
	}
	made := array[T]{present: indices.present, shared: indices.shared}
	if made.shared {
		made.values = once(r, name+" as objects", func() []T { return of(indices.values) })
	} else {
		made.values = of(indices.values)
	}
	return made
}

// pairsOf makes pairs of the indices, one after the other.
func pairsOf(indices []int64) (pairs [][2]int) {
	for i := 0; i+1 < len(indices); i += 2 {
		pairs = append(pairs, [2]int{int(indices[i]), int(indices[i+1])})
	}
	return pairs
}

// objectsOf makes objects of the indices of their members, one after the
// other.
func objectsOf(kind *system.Kind, indices []int64) []system.Object {
	if indices == nil {
		return nil
	}
	count := kind.Members()
	members := make([]int, len(indices))
	for i, index := range indices {
		members[i] = int(index)
	}
	objects := make([]system.Object, len(members)/count)
	for i := range objects {
		objects[i] = kind.Of(members[i*count : (i+1)*count : (i+1)*count]...)
	}
	return objects
}

// joinedObjects are the objects of all kinds that sample i has; objects of a single kind
// are not copied.
func joinedObjects(byKind []array[system.Object], i, samples int) (objects system.Objects) {
	for _, kind := range byKind {
		own := kind.of(i, samples)
		if objects == nil {
			objects = system.Objects(own)
		} else {
			objects = append(objects[:len(objects):len(objects)], own...)
		}
	}
	return objects
}
