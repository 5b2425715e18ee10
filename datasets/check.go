package datasets

import (
	"fmt"
	"math"
)

// check holds what is true of every data set, read or to be written; at
// names the file.
func (d *Data) check(at place) error {
	empty := true
	for name, split := range d.Splits() {
		samples := *split
		empty = empty && len(samples) == 0
		at.split, at.data = name, d
		if err := d.checkSplit(at, samples); err != nil {
			return err
		}
		if len(samples) > 0 && (samples[0].Charge != nil) != d.Charged() {
			return at.errorf("charge", ": expected charges in all splits or in none")
		}
		if len(samples) > 0 && (samples[0].Neighbors != nil) != d.Sparse() {
			return at.errorf("neighbors", ": expected lists of neighbours in all splits or in none")
		}
	}
	if empty {
		return fmt.Errorf("%s: there are no samples: expected at least one split with the keys train_x0, train_v0, train_xT", at.path)
	}
	return nil
}

// place is a sample in a file, or in memory where path is empty, for errors.
type place struct {
	path, split string
	sample      int
	shared      func(array string) bool // tells whether an array has no samples
	data        *Data                   // names the features; may be nil
}

// feature is the name of a column's array.
func (p place) feature(prefix string, column int) string {
	if p.data == nil {
		return fmt.Sprint(prefix, column)
	}
	return prefix + map[string][]string{nodePrefix: p.data.NodeFeatures, edgePrefix: p.data.EdgeFeatures}[prefix][column]
}

func (p place) errorf(array, format string, arguments ...any) error {
	message := fmt.Sprintf(format, arguments...)
	switch {
	case p.shared != nil && p.shared(array):
		return fmt.Errorf("%s: %s%s", p.path, array, message)
	case p.path != "":
		array = p.path + ": " + p.split + "_" + array
	}
	return fmt.Errorf("%s: sample %d%s", array, p.sample, message)
}

// CheckInputs reports a sample that cannot be given to a model: without
// particles, with too many or too few numbers, with one that is not finite,
// with an index out of range or a particle in two objects; or that has other
// inputs than the first. Compositions may differ, and targets may be absent:
// they are not looked at.
func CheckInputs(samples []Sample) error {
	for i, sample := range samples {
		at, n := place{sample: i}, sample.Particles()
		sample.TargetPosition, sample.TargetVelocity = nil, nil
		if n == 0 || len(sample.Position) != 3*n || len(sample.Velocity) != 3*n || sample.Charge != nil && len(sample.Charge) != n {
			return at.errorf("x0", " has %d numbers, v0 %d and charge %d, expected 3, 3 and, if there are charges, 1 for each of one particle or more",
				len(sample.Position), len(sample.Velocity), len(sample.Charge))
		}
		if err := sample.checkLike(at, samples[0]); err != nil {
			return err
		}
		if err := sample.check(at, new(checker)); err != nil {
			return err
		}
	}
	return nil
}

// checkLike checks that the sample has the kinds of inputs that the first
// has, and as many features.
func (s Sample) checkLike(at place, first Sample) error {
	n := s.Particles()
	switch {
	case (s.Charge != nil) != (first.Charge != nil):
		return at.errorf("charge", ": expected charges in all samples or in none")
	case (s.Neighbors != nil) != (first.Neighbors != nil):
		return at.errorf("neighbors", ": expected lists of neighbours in all samples or in none")
	case len(s.Neighbors)%n != 0:
		return at.errorf("neighbors", " has %d slots, expected as many for each of %d particles", len(s.Neighbors), n)
	case len(s.NodeFeatures) != n*width(first.NodeFeatures, first.Particles()):
		return at.errorf("node features", " has %d numbers for %d particles, expected as many for each as in sample 0", len(s.NodeFeatures), n)
	case len(s.EdgeFeatures) != len(s.Neighbors)*width(first.EdgeFeatures, len(first.Neighbors)):
		return at.errorf("edge features", " has %d numbers for %d edges, expected as many for each as in sample 0", len(s.EdgeFeatures), len(s.Neighbors))
	}
	return nil
}

// checkSplit checks that the split is rectangular and each sample valid.
func (d *Data) checkSplit(at place, samples []Sample) error {
	work := new(checker)
	for i, sample := range samples {
		at.sample = i
		if err := d.checkSizes(at, sample, samples[0]); err != nil {
			return err
		}
		if err := sample.check(at, work); err != nil {
			return err
		}
	}
	return nil
}

// checkSizes checks all lengths against those of the split's first sample.
func (d *Data) checkSizes(at place, s, first Sample) error {
	n := first.Particles()
	if n == 0 {
		return at.errorf("x0", ": no particles, expected one or more")
	}
	if len(d.EdgeFeatures) > 0 && len(s.Neighbors) == 0 {
		return at.errorf("neighbors", " has none, but there are features of edges: expected one slot of neighbours or more, or no such features")
	}
	slots := first.slots()
	for _, size := range []struct {
		array          string
		have, expected int
	}{
		{"x0", len(s.Position), 3 * n},
		{"v0", len(s.Velocity), 3 * n},
		{"xT", len(s.TargetPosition), 3 * n},
		{"vT", len(s.TargetVelocity), sizeIf(first.TargetVelocity != nil, 3*n)},
		{"charge", len(s.Charge), sizeIf(first.Charge != nil, n)},
		{"sticks", len(s.Sticks), len(first.Sticks)},
		{"hinges", len(s.Hinges), len(first.Hinges)},
		{"bonds", len(s.Bonds), len(first.Bonds)},
		{"neighbors", len(s.Neighbors), sizeIf(first.Neighbors != nil, n*slots)},
		{"node features", len(s.NodeFeatures), n * len(d.NodeFeatures)},
		{"edge features", len(s.EdgeFeatures), n * slots * len(d.EdgeFeatures)},
	} {
		if size.have != size.expected {
			return at.errorf(size.array, " has length %d, expected %d: all samples of a split are of one composition (sample 0 has %d particles)", size.have, size.expected, n)
		}
	}
	return nil
}

func sizeIf(wanted bool, size int) int {
	if !wanted {
		return 0
	}
	return size
}

// check checks the numbers of a sample whose sizes are right.
func (s Sample) check(at place, work *checker) error {
	if err := s.checkFinite(at); err != nil {
		return err
	}
	return work.check(at, s)
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
	if i := indexNotFinite(s.NodeFeatures); i >= 0 {
		width := len(s.NodeFeatures) / s.Particles()
		return at.errorf(at.feature(nodePrefix, i%width), ", particle %d: %v is not a finite float32", i/width, s.NodeFeatures[i])
	}
	if i := indexNotFinite(s.EdgeFeatures); i >= 0 {
		width := len(s.EdgeFeatures) / len(s.Neighbors)
		edge, slots := i/width, s.slots()
		return at.errorf(at.feature(edgePrefix, i%width), ", particle %d, neighbour slot %d: %v is not a finite float32", edge/slots, edge%slots, s.EdgeFeatures[i])
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
