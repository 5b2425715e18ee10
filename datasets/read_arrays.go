package datasets

import (
	"fmt"
	"slices"
	"unsafe"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// array holds the values of one key: those of all samples of a split one after the other or, if
// it is shared, those that every sample has.
type array[T any] struct {
	values          []T
	present, shared bool
}

// of returns the values of sample i, or nil if there are none.
func (a array[T]) of(i, samples int) []T {
	if a.shared {
		return a.values
	}
	return part(a.values, i, samples)
}

// part returns the part of sample i in an array of all samples, or nil if it is empty.
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

// find reads the array of the split or the shared array. It reads a shared array only once.
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
	expected := fmt.Sprint(name, axes) // a shared array must fit the number of particles of every split
	found.values = once(r, expected, func() (values []T) {
		values, r.err = read(name, axes...)
		return values
	})
	return found
}

// ofParticles holds the names of the axes of arrays that have rows for particles or indices of
// particles.
var ofParticles = []string{"particles", "members", "ends"}

// once returns what the splits share under a name. It makes it for the first split that needs
// it.
func once[T any](r *splitReader, name string, make func() []T) []T {
	if known, ok := r.shared[name].([]T); ok {
		return known
	}
	values := make()
	r.shared[name] = values
	return values
}

// indexed converts an array of indices to an array of what they stand for.
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

// pairsOf returns successive indices as pairs.
func pairsOf(indices []int64) (pairs [][2]int) {
	for i := 0; i+1 < len(indices); i += 2 {
		pairs = append(pairs, [2]int{int(indices[i]), int(indices[i+1])})
	}
	return pairs
}

// objectsOf returns the objects whose members are successive indices.
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

// joinedObjects returns the objects of all kinds of sample i. If there is only a single kind,
// the objects are not copied.
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
