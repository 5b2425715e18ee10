// Package datasets turns data files into samples and samples into batches,
// the row form in which models take systems of particles. It measures the
// errors of predictions against samples, too.
package datasets

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unsafe"
)

// Sample is one system of n particles at two times: the input and, a
// prediction interval later, the target.
type Sample struct {
	Position, Velocity []float32 // [n*3] row-major
	TargetPosition     []float32 // [n*3]
	TargetVelocity     []float32 // [n*3] or nil
	Charge             []float32 // [n]
	Sticks             [][2]int  // the two ends
	Hinges             [][3]int  // the joint, then the two ends
}

// Particles returns n.
func (s Sample) Particles() int { return len(s.Position) / 3 }

// Data is a data set in its three splits, each of which may be empty.
type Data struct {
	Train, Valid, Test []Sample
}

var splitNames = []string{"train", "valid", "test"}

func (d *Data) split(name string) *[]Sample {
	return map[string]*[]Sample{"train": &d.Train, "valid": &d.Valid, "test": &d.Test}[name]
}

// Split returns the samples of "train", "valid" or "test". A split without
// samples is an error.
func (d *Data) Split(name string) ([]Sample, error) {
	split := d.split(name)
	if split == nil {
		return nil, fmt.Errorf("no split is called %q: choose one of %s", name, strings.Join(splitNames, ", "))
	}
	if len(*split) == 0 {
		var present []string
		for _, other := range splitNames {
			if len(*d.split(other)) > 0 {
				present = append(present, other)
			}
		}
		return nil, fmt.Errorf("the split %q has no samples: there are samples in [%s]", name, strings.Join(present, ", "))
	}
	return *split, nil
}

// The names after "train_" and so on: particles lists the isolated
// particles, which follow from sticks and hinges.
var (
	requiredArrays = []string{"x0", "v0", "xT", "charge"}
	optionalArrays = []string{"vT", "sticks", "hinges"}
	ignoredArray   = "particles"
)

// Read reads a data set from a .npz file with the keys
// {train,valid,test}_{x0,v0,xT,vT,charge,sticks,hinges}, where x0 and v0
// are the input's, xT and vT the target's position and velocity.
//
// For s samples of n particles x0, v0, xT and vT are [s, n, 3], charge is
// [s, n, 1], float32 or float64; sticks is [s, any, 2], hinges [s, any, 3]
// (the joint first), int32 or int64. A split may be absent; in one that is
// there vT, sticks and hinges may be absent or, sticks and hinges, without
// elements. Every number must be finite, every index in range, and no
// particle in two objects. An error names the file, the key, the sample
// and the value.
//
// Reading a file of b bytes allocates at most 16 b plus 16 MB, whatever it
// contains.
func Read(path string) (*Data, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s does not exist: check the name, or make a data set with gmnc simulate", path)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, errors.Unwrap(err))
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, errors.Unwrap(err))
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder, expected a .npz file", path)
	}
	return readData(path, file, info.Size())
}

func readData(path string, file io.ReaderAt, size int64) (*Data, error) {
	archive, err := openArchive(path, file, size)
	if err != nil {
		return nil, err
	}
	if err := checkKeys(archive); err != nil {
		return nil, err
	}
	data := new(Data)
	for _, name := range splitNames {
		if *data.split(name), err = readSplit(archive, name); err != nil {
			return nil, err
		}
	}
	return data, data.check(path)
}

func checkKeys(a *archive) error {
	names := slices.Concat(requiredArrays, optionalArrays)
	for _, key := range a.keys {
		split, name, _ := strings.Cut(key, "_")
		if !slices.Contains(splitNames, split) || !slices.Contains(names, name) && name != ignoredArray {
			return fmt.Errorf("%s holds the unknown key %.40q: known are {%s}_{%s}", a.path, key, strings.Join(splitNames, ","), strings.Join(names, ","))
		}
	}
	return nil
}

// splitReader reads the arrays of one split; the first fixes the numbers of
// samples and particles, and the first error ends it.
type splitReader struct {
	*archive
	split              string
	samples, particles int // -1 until known
	err                error
}

func readSplit(a *archive, split string) ([]Sample, error) {
	r := &splitReader{archive: a, split: split, samples: -1, particles: -1}
	if present, err := r.present(); !present {
		return nil, err
	}
	position := r.floats("x0", axis{"axes", 3})
	velocity := r.floats("v0", axis{"axes", 3})
	targetPosition := r.floats("xT", axis{"axes", 3})
	targetVelocity := r.floats("vT", axis{"axes", 3})
	charge := r.floats("charge", axis{"charge", 1})
	sticks := r.ints("sticks", axis{"ends", 2})
	hinges := r.ints("hinges", axis{"members", 3})
	if r.err != nil || r.samples == 0 {
		return nil, r.err
	}
	if err := r.take(split+"_x0", r.samples, int64(unsafe.Sizeof(Sample{}))); err != nil {
		return nil, err
	}
	if err := r.take(split+"_sticks", len(sticks)+len(hinges), 8); err != nil {
		return nil, err
	}
	pairs, triples := pairsOf(sticks), triplesOf(hinges)
	samples := make([]Sample, r.samples)
	for i := range samples {
		samples[i] = Sample{
			Position:       part(position, i, r.samples),
			Velocity:       part(velocity, i, r.samples),
			TargetPosition: part(targetPosition, i, r.samples),
			TargetVelocity: part(targetVelocity, i, r.samples),
			Charge:         part(charge, i, r.samples),
			Sticks:         part(pairs, i, r.samples),
			Hinges:         part(triples, i, r.samples),
		}
	}
	return samples, nil
}

// present tells whether the split is in the file; in part is an error.
func (r *splitReader) present() (bool, error) {
	key := func(name string) string { return r.split + "_" + name }
	all := slices.Concat(requiredArrays, optionalArrays)
	found := slices.IndexFunc(all, func(name string) bool { return r.has(key(name)) })
	if found < 0 {
		return false, nil
	}
	for _, name := range requiredArrays {
		if !r.has(key(name)) {
			return false, r.errorf(key(name), "is missing, though %s is there: a split needs %s", key(all[found]), strings.Join(requiredArrays, ", "))
		}
	}
	return true, nil
}

// floats returns nil where the array is absent.
func (r *splitReader) floats(name string, last axis) []float32 {
	key := r.split + "_" + name
	if r.err != nil || !r.has(key) {
		return nil
	}
	values, shape, err := r.archive.floats(key, axis{"samples", r.samples}, axis{"particles", r.particles}, last)
	if err == nil && shape[0] > 0 && shape[1] == 0 {
		err = r.errorf(key, "has shape %v, expected one particle or more", shape)
	}
	if r.err = err; err != nil {
		return nil
	}
	r.samples, r.particles = shape[0], shape[1]
	return values
}

// ints returns nil where the array is absent or has no elements.
func (r *splitReader) ints(name string, last axis) []int64 {
	key := r.split + "_" + name
	if r.err != nil || !r.has(key) {
		return nil
	}
	var values []int64
	values, r.err = r.archive.ints(key, axis{"samples", r.samples}, axis{name, -1}, last)
	return values
}

// part is sample i's share of an array of all samples, nil if it is empty.
func part[T any](all []T, i, samples int) []T {
	size := len(all) / samples
	if size == 0 {
		return nil
	}
	return all[i*size : (i+1)*size : (i+1)*size]
}

func pairsOf(indices []int64) [][2]int {
	pairs := make([][2]int, len(indices)/2)
	for i := range pairs {
		pairs[i] = [2]int{int(indices[2*i]), int(indices[2*i+1])}
	}
	return pairs
}

func triplesOf(indices []int64) [][3]int {
	triples := make([][3]int, len(indices)/3)
	for i := range triples {
		triples[i] = [3]int{int(indices[3*i]), int(indices[3*i+1]), int(indices[3*i+2])}
	}
	return triples
}
