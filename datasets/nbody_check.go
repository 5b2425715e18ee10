package datasets

import (
	"fmt"
	"math"
)

// check holds what is true of every data set, read or to be written; path
// is for errors only.
func (d *Data) check(path string) error {
	empty := true
	for _, name := range splitNames {
		samples := *d.split(name)
		empty = empty && len(samples) == 0
		if err := checkSplit(path, name, samples); err != nil {
			return err
		}
	}
	if empty {
		return fmt.Errorf("%s: there are no samples: expected at least one split with the keys train_x0, train_v0, train_xT, train_charge", path)
	}
	return nil
}

// place is a sample in a file, or in memory where path is empty, for errors.
type place struct {
	path, split string
	sample      int
}

func (p place) errorf(array, format string, arguments ...any) error {
	if p.path != "" {
		array = p.path + ": " + p.split + "_" + array
	}
	return fmt.Errorf("%s: sample %d%s", array, p.sample, fmt.Sprintf(format, arguments...))
}

// CheckInputs reports a sample that cannot be given to a model: without
// particles, with too many or too few numbers, with one that is not finite,
// with an index out of range or a particle in two objects. Compositions may
// differ, and targets may be absent: they are not looked at.
func CheckInputs(samples []Sample) error {
	for i, sample := range samples {
		at, n := place{sample: i}, sample.Particles()
		sample.TargetPosition, sample.TargetVelocity = nil, nil
		if n == 0 || len(sample.Position) != 3*n || len(sample.Velocity) != 3*n || len(sample.Charge) != n {
			return at.errorf("x0", " has %d numbers, v0 %d and charge %d, expected 3, 3 and 1 for each of one particle or more",
				len(sample.Position), len(sample.Velocity), len(sample.Charge))
		}
		if err := sample.checkFinite(at); err != nil {
			return err
		}
		if err := sample.checkObjects(at, make([]owner, n)); err != nil {
			return err
		}
	}
	return nil
}

// checkSplit checks that the split is rectangular and each sample valid.
func checkSplit(path, split string, samples []Sample) error {
	var owners []owner
	for i, sample := range samples {
		at := place{path, split, i}
		if i == 0 {
			owners = make([]owner, sample.Particles())
		}
		if err := sample.checkSizes(at, samples[0]); err != nil {
			return err
		}
		if err := sample.checkFinite(at); err != nil {
			return err
		}
		if err := sample.checkObjects(at, owners); err != nil {
			return err
		}
	}
	return nil
}

// checkSizes checks all lengths against those of the split's first sample.
func (s Sample) checkSizes(at place, first Sample) error {
	n := first.Particles()
	if n == 0 {
		return at.errorf("x0", ": no particles, expected one or more")
	}
	targetVelocity := 0
	if first.TargetVelocity != nil {
		targetVelocity = 3 * n
	}
	for _, size := range []struct {
		array          string
		have, expected int
	}{
		{"x0", len(s.Position), 3 * n},
		{"v0", len(s.Velocity), 3 * n},
		{"xT", len(s.TargetPosition), 3 * n},
		{"vT", len(s.TargetVelocity), targetVelocity},
		{"charge", len(s.Charge), n},
		{"sticks", len(s.Sticks), len(first.Sticks)},
		{"hinges", len(s.Hinges), len(first.Hinges)},
	} {
		if size.have != size.expected {
			return at.errorf(size.array, " has length %d, expected %d: all samples of a split are of one composition (sample 0 has %d particles)", size.have, size.expected, n)
		}
	}
	return nil
}

func (s Sample) checkFinite(at place) error {
	for _, vectors := range []struct {
		array  string
		values []float32
	}{
		{"x0", s.Position}, {"v0", s.Velocity}, {"xT", s.TargetPosition}, {"vT", s.TargetVelocity},
	} {
		if i := indexNotFinite(vectors.values); i >= 0 {
			return at.errorf(vectors.array, ", particle %d, axis %c: %v is not a finite float32", i/3, "xyz"[i%3], vectors.values[i])
		}
	}
	if i := indexNotFinite(s.Charge); i >= 0 {
		return at.errorf("charge", ", particle %d: %v is not a finite float32", i, s.Charge[i])
	}
	return nil
}

// indexNotFinite returns the index of the first NaN or infinity, else -1.
func indexNotFinite(values []float32) int {
	for i, value := range values {
		if !(math.Abs(float64(value)) <= math.MaxFloat32) {
			return i
		}
	}
	return -1
}

// owner is the object that a particle belongs to; the zero value is none.
type owner struct {
	kind  string
	index int
}

// checkObjects checks the indices; owners is working space for n particles.
func (s Sample) checkObjects(at place, owners []owner) error {
	clear(owners)
	for i, stick := range s.Sticks {
		if err := claim(at, owners, "sticks", owner{"stick", i}, stick[:]); err != nil {
			return err
		}
	}
	for i, hinge := range s.Hinges {
		if err := claim(at, owners, "hinges", owner{"hinge", i}, hinge[:]); err != nil {
			return err
		}
	}
	return nil
}

func claim(at place, owners []owner, array string, object owner, particles []int) error {
	for _, particle := range particles {
		if particle < 0 || particle >= len(owners) {
			return at.errorf(array, ", %s %d: particle %d is out of range, expected 0 to %d", object.kind, object.index, particle, len(owners)-1)
		}
		if taken := owners[particle]; taken != (owner{}) {
			return at.errorf(array, ", %s %d: particle %d is in %s %d already, expected each particle in at most one object, once", object.kind, object.index, particle, taken.kind, taken.index)
		}
		owners[particle] = object
	}
	return nil
}
