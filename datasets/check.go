package datasets

import (
	"fmt"
	"slices"

	"gmnc/system"
)

// check reports what is wrong with the data set, which was read or is to be written. at names
// the file.
func (d *Data) check(at location) error { return d.About.NameParticles(d.checkAll(at)) }

func (d *Data) checkAll(at location) error {
	empty := true
	for name, split := range d.Splits() {
		samples := *split
		empty = empty && len(samples) == 0
		at.split = name
		if err := d.checkSplit(at, samples); err != nil {
			return err
		}
		if err := d.checkGiven(at, samples); err != nil {
			return err
		}
		if len(samples) > 0 && (samples[0].Neighbors != nil) != d.Sparse() {
			return at.errorf("neighbors", ": expected lists of neighbors in all splits or in none")
		}
	}
	if empty {
		return fmt.Errorf("%s: there are no samples: expected at least one split with the keys train_x0, train_v0, train_xT", at.path)
	}
	return d.About.check(at.path, slices.Concat(d.Train, d.Valid, d.Test))
}

// checkGiven checks that the split has the same given fields as the other splits.
func (d *Data) checkGiven(at location, samples []system.Sample) error {
	for _, f := range system.GivenFields() {
		if len(samples) > 0 && !f.Named() && (f.Of(&samples[0]) != nil) != d.Has(f) {
			return at.errorf(f.Array(), ": expected the field in all splits or in none")
		}
	}
	return nil
}

// location says where a sample is in a file. Errors name it.
type location struct {
	path, split string
	sample      int
	shared      func(array string) bool // reports whether an array is one for all samples
}

func (p location) errorf(array, format string, arguments ...any) error {
	message := fmt.Sprintf(format, arguments...)
	if p.shared != nil && p.shared(array) {
		return fmt.Errorf("%s: %s%s", p.path, array, message)
	}
	return fmt.Errorf("%s: %s_%s: sample %d%s", p.path, p.split, array, p.sample, message)
}

// checkSplit checks that all samples of the split have the same arrays and are valid.
func (d *Data) checkSplit(at location, samples []system.Sample) error {
	fields := system.Fields()
	checker := system.Checker{NodeFeatures: d.NodeFeatures, EdgeFeatures: d.EdgeFeatures}
	for i := range samples {
		at.sample = i
		if err := d.checkSizes(at, fields, &samples[i], &samples[0]); err != nil {
			return err
		}
		report := at.errorf
		if err := checker.Check(&samples[i], report); err != nil {
			return err
		}
		if err := samples[i].CheckGeometry(report); err != nil {
			return err
		}
	}
	return nil
}

// checkSizes checks that the length of each array fits the number of the sample's particles,
// and that the sample has the same arrays as the first sample of the split.
func (d *Data) checkSizes(at location, fields []*system.Field, s, first *system.Sample) error {
	n := s.Particles()
	if n == 0 {
		return at.errorf("x0", ": no particles, expected one or more")
	}
	if len(d.EdgeFeatures) > 0 && len(s.Neighbors) == 0 {
		return at.errorf("neighbors", " has none, but there are features of edges: expected one slot of neighbors or more, or no such features")
	}
	sizes := [...]arraySize{
		{"positions", frameCount(s), frameCount(first)},
		{"neighbors", len(s.Neighbors), sizeIf(first.Neighbors != nil, n*s.Slots())},
	}
	for _, f := range fields {
		required := f.IsState() || f == system.TargetPosition
		columns := f.Columns
		if f.Named() {
			required, columns = true, len(d.Columns(f))
		}
		expected := sizeIf(required || f.Of(first) != nil, columns*f.Count(s))
		if err := (arraySize{f.Array(), len(f.Of(s)), expected}).check(at, n); err != nil {
			return err
		}
	}
	for _, size := range sizes {
		if err := size.check(at, n); err != nil {
			return err
		}
	}
	if have, expected := len(s.Forces()), sizeIf(first.Potential != nil, 3*n); have != expected {
		return at.errorf("forces", " has length %d, expected %d: all samples of a split have the forces on all of their particles, or none", have, expected)
	}
	return nil
}

// arraySize holds the length of an array of a sample, and the length that is expected.
type arraySize struct {
	array          string
	have, expected int
}

func (a arraySize) check(at location, particles int) error {
	if a.have == a.expected {
		return nil
	}
	return at.errorf(a.array, " has length %d, expected %d: all samples of a split have what sample 0 has, for each of their particles (%d)", a.have, a.expected, particles)
}

func sizeIf(wanted bool, size int) int {
	if !wanted {
		return 0
	}
	return size
}

// frameCount returns the number of frames of the sample's trajectory, or 0 if it has none.
func frameCount(s *system.Sample) int {
	if s.Trajectory == nil || s.Trajectory.Particles == 0 {
		return 0
	}
	return s.Trajectory.Frames()
}
