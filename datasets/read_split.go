package datasets

import (
	"cmp"
	"slices"
	"strings"
	"unsafe"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// splitReader reads the arrays of one split. The first array fixes the numbers of samples and
// particles, and the first error ends the reading.
type splitReader struct {
	*npz.Archive
	split              string
	data               *Data
	shared             map[string]any // what all splits share, once it is read
	samples, particles int            // -1 until they are known
	frames             int            // frames of the trajectories, or 0 if there are none
	sizes              []int64        // sizes of samples that differ in their particles, or nil
	err                error
}

func (r *splitReader) read() ([]system.Sample, error) {
	if present, err := r.present(); !present {
		return nil, err
	}
	arrays := r.arrays()
	r.readOrigin()
	if r.err != nil || r.samples == 0 {
		return nil, r.err
	}
	if err := r.Take(r.split+"_x0", r.samples, int64(unsafe.Sizeof(system.Sample{}))); err != nil {
		return nil, err
	}
	samples := make([]system.Sample, r.samples)
	for i := range samples {
		samples[i] = arrays.sample(i, r.samples)
		if err := r.addForests(&samples[i], arrays.forests, i); err != nil {
			return nil, err
		}
		if r.sizes != nil {
			if err := fit(&samples[i], int(r.sizes[i]), location{r.Path, r.split, i, r.Has}); err != nil {
				return nil, err
			}
		}
		samples[i].Hang()
	}
	return samples, nil
}

// splitArrays holds all arrays of a split.
type splitArrays struct {
	position, velocity, targetPosition, targetVelocity, forces, energy []float32

	positions, velocities []float64 // those of trajectories

	fields    []fieldArray
	bonds     array[[2]int]
	objects   []array[system.Object] // by listed kind, in the order of ListedKinds
	forests   []forest
	neighbors array[int64]
}

func (r *splitReader) arrays() (a splitArrays) {
	a.position = r.vectors("x0")
	r.sizes = r.readSizes()
	a.velocity = r.vectors("v0")
	a.targetPosition = r.vectors("xT")
	a.targetVelocity = r.vectors("vT")
	a.positions, a.velocities = r.trajectories()
	a.forces, a.energy = r.vectors("forces"), r.energies()
	particles := npz.Axis{Name: "particles", Size: r.particles}
	any := func(name string) npz.Axis { return npz.Axis{Name: name, Size: -1} }
	for _, kind := range system.ListedKinds() {
		indices := r.ints(kind.Plural, any(kind.Plural), npz.Axis{Name: "members", Size: kind.Members()})
		a.objects = append(a.objects, indexed(r, kind.Plural, indices, func(all []int64) []system.Object { return objectsOf(kind, all) }))
	}
	for _, kind := range system.ForestKinds() {
		a.forests = append(a.forests, r.forest(kind, particles))
	}
	a.bonds = indexed(r, "bonds", r.ints("bonds", any("bonds"), npz.Axis{Name: "ends", Size: 2}), pairsOf)
	a.neighbors = r.ints("neighbors", particles, any("neighbors"))
	a.fields = r.fields(a.neighbors)
	return a
}

// sample returns sample i, which has its part of each array.
func (a splitArrays) sample(i, samples int) system.Sample {
	s := system.Sample{
		Position:       part(a.position, i, samples),
		Velocity:       part(a.velocity, i, samples),
		TargetPosition: part(a.targetPosition, i, samples),
		TargetVelocity: part(a.targetVelocity, i, samples),
		Objects:        joinedObjects(a.objects, i, samples),
		Bonds:          a.bonds.of(i, samples),
		Neighbors:      a.neighbors.of(i, samples),
	}
	if a.positions != nil {
		s.Trajectory = &system.Trajectory{Particles: s.Particles(), Positions: part(a.positions, i, samples), Velocities: part(a.velocities, i, samples)}
	}
	a.give(&s, i, samples)
	if a.energy != nil {
		s.Potential = &system.Potential{Energy: a.energy[i], Forces: part(a.forces, i, samples)}
	}
	if a.neighbors.present && s.Neighbors == nil {
		s.Neighbors = []int64{} // no particle has a neighbor
	}
	return s
}

// present reports whether the split is in the file. A split that lacks a required array is an
// error.
func (r *splitReader) present() (bool, error) {
	found := slices.IndexFunc(r.Keys, func(key string) bool {
		split, name := cutSplit(key)
		return split == r.split && name != ignoredArray
	})
	if found < 0 {
		return false, nil
	}
	for _, name := range requiredArrays {
		if key := r.split + "_" + name; !r.Has(key) {
			return false, r.Errorf(key, "is missing, though %s is there: a split needs %s", r.Keys[found], strings.Join(requiredArrays, ", "))
		}
	}
	return true, nil
}

// vectors reads three numbers for each particle of each sample. It returns nil if the file
// lacks the array.
func (r *splitReader) vectors(name string) []float32 {
	key := r.split + "_" + name
	if r.err != nil || !r.Has(key) {
		return nil
	}
	values, shape, err := r.Floats(key, npz.Axis{Name: "samples", Size: r.samples}, npz.Axis{Name: "particles", Size: r.particles}, npz.Axis{Name: "axes", Size: 3})
	if err == nil && shape[0] > 0 && shape[1] == 0 {
		err = r.Errorf(key, "has shape %v, expected one particle or more", shape)
	}
	if r.err = err; err != nil {
		return nil
	}
	r.samples, r.particles = shape[0], shape[1]
	return values
}

// trajectories reads the positions and velocities of trajectories. It returns nil if the file
// lacks both, and fails if it lacks only one of them.
func (r *splitReader) trajectories() (positions, velocities []float64) {
	keys := [2]string{r.split + "_positions", r.split + "_velocities"}
	if r.err != nil || !r.Has(keys[0]) && !r.Has(keys[1]) {
		return nil, nil
	}
	frames := -1
	var both [2][]float64
	for i, key := range keys {
		if !r.Has(key) {
			r.err = r.Errorf(key, "is missing: the positions of a trajectory and its velocities belong together")
			return nil, nil
		}
		values, shape, err := r.Floats(key, npz.Axis{Name: "samples", Size: r.samples}, npz.Axis{Name: "frames", Size: frames},
			npz.Axis{Name: "particles", Size: r.particles}, npz.Axis{Name: "axes", Size: 3})
		if r.err = cmp.Or(err, r.Take(key, len(values), 8)); r.err != nil {
			return nil, nil
		}
		frames, both[i] = shape[1], make([]float64, len(values))
		for k, value := range values {
			both[i][k] = float64(value)
		}
	}
	r.frames = frames
	return both[0], both[1]
}

// energies reads a number for each sample. It returns nil if the file lacks both energies and
// forces, and fails if it lacks only one of them.
func (r *splitReader) energies() []float32 {
	energy, forces := r.split+"_energy", r.split+"_forces"
	if r.err != nil || !r.Has(energy) && !r.Has(forces) {
		return nil
	}
	for _, key := range []string{energy, forces} {
		if !r.Has(key) {
			r.err = r.Errorf(key, "is missing: the energies of samples and the forces in them belong together")
			return nil
		}
	}
	var values []float32
	values, _, r.err = r.Floats(energy, npz.Axis{Name: "samples", Size: r.samples})
	return values
}

// readOrigin reads the origin of the samples, if the file has it.
func (r *splitReader) readOrigin() {
	var origin Origin
	caseKey, startKey, spanKey := r.split+"_case", r.split+"_start", r.split+"_span"
	if r.err != nil || !r.Has(startKey) {
		return
	}
	starts := []npz.Axis{{Name: "starts", Size: -1}}
	if r.Has(caseKey) {
		if origin.Cases, r.err = r.Ints(caseKey, npz.Axis{Name: "cases", Size: -1}); r.err != nil {
			return
		}
		starts = append([]npz.Axis{{Name: "cases", Size: len(origin.Cases)}}, starts...)
	}
	if r.Has(spanKey) {
		var span []int64
		if span, r.err = r.Ints(spanKey, npz.Axis{Name: "a number", Size: 1}); r.err != nil {
			return
		}
		if origin.Span = span[0]; origin.Span < 1 {
			r.err = r.Errorf(spanKey, "is %d, expected how many frames after its start a sample ends: 1 or more", origin.Span)
			return
		}
	}
	if origin.Starts, r.err = r.Ints(startKey, starts...); r.err == nil {
		if r.data.Origins == nil {
			r.data.Origins = map[string]Origin{}
		}
		r.data.Origins[r.split] = origin
	}
}
