package system

import (
	"fmt"
	"math"
)

// Report makes an error of what is wrong with one array of a sample; text
// follows the array's name and the sample.
type Report func(array, format string, arguments ...any) error

// Prefixes of the names of features' arrays.
const (
	NodePrefix = "node_"
	EdgePrefix = "edge_"
)

// Checker checks samples one after the other; it is working space, too.
type Checker struct {
	// NodeFeatures and EdgeFeatures name the columns of features; without
	// names errors number them.
	NodeFeatures, EdgeFeatures []string

	owners []owner
	seen   []int // the particle that last listed each as its neighbour, plus 1
}

// Check reports a number that is not finite, an index out of range or a
// particle in two objects of a sample whose arrays have the right lengths.
func (c *Checker) Check(s *Sample, report Report) error {
	if err := c.checkFinite(s, report); err != nil {
		return err
	}
	if err := s.checkTrajectory(report); err != nil {
		return err
	}
	return c.checkIndices(s, report)
}

// CheckInputs reports a sample that cannot be given to a model: without
// particles, with too many or too few numbers, with one that is not finite,
// with an index out of range or a particle in two objects; or that has other
// inputs than the first. Compositions may differ, and targets may be absent:
// they are not looked at.
func CheckInputs(samples []Sample) error {
	for i, sample := range samples {
		n := sample.Particles()
		report := func(array, format string, arguments ...any) error {
			return SampleError(i, func(i int) error { return fmt.Errorf("%s: sample %d%s", array, i, fmt.Sprintf(format, arguments...)) })
		}
		sample.TargetPosition, sample.TargetVelocity, sample.Trajectory, sample.Potential = nil, nil, nil, nil
		if n == 0 || len(sample.Position) != 3*n || len(sample.Velocity) != 3*n || sample.Charge != nil && len(sample.Charge) != n {
			return report("x0", " has %d numbers, v0 %d and charge %d, expected 3, 3 and, if there are charges, 1 for each of one particle or more",
				len(sample.Position), len(sample.Velocity), len(sample.Charge))
		}
		if err := sample.checkLike(samples[0], report); err != nil {
			return err
		}
		if err := new(Checker).Check(&sample, report); err != nil {
			return err
		}
	}
	return nil
}

// checkLike checks that the sample has the kinds of inputs that the first
// has, and as many features.
func (s *Sample) checkLike(first Sample, report Report) error {
	n := s.Particles()
	switch {
	case (s.Charge != nil) != (first.Charge != nil):
		return report("charge", ": expected charges in all samples or in none")
	case (s.Neighbors != nil) != (first.Neighbors != nil):
		return report("neighbors", ": expected lists of neighbours in all samples or in none")
	case len(s.Neighbors)%n != 0:
		return report("neighbors", " has %d slots, expected as many for each of %d particles", len(s.Neighbors), n)
	case len(s.NodeFeatures) != n*width(first.NodeFeatures, first.Particles()):
		return report("node features", " has %d numbers for %d particles, expected as many for each as in the samples before", len(s.NodeFeatures), n)
	case len(s.EdgeFeatures) != len(s.Neighbors)*width(first.EdgeFeatures, len(first.Neighbors)):
		return report("edge features", " has %d numbers for %d edges, expected as many for each as in the samples before", len(s.EdgeFeatures), len(s.Neighbors))
	}
	return nil
}

// feature is the name of a column's array.
func feature(prefix string, names []string, column int) string {
	if column < len(names) {
		return prefix + names[column]
	}
	return fmt.Sprint(prefix, column)
}

func (c *Checker) checkFinite(s *Sample, report Report) error {
	for _, vectors := range []struct {
		array  string
		values []float32
	}{
		{"x0", s.Position}, {"v0", s.Velocity}, {"xT", s.TargetPosition}, {"vT", s.TargetVelocity}, {"forces", s.Forces()},
	} {
		if i := indexNotFinite(vectors.values); i >= 0 {
			return report(vectors.array, ", particle %d, axis %c: %v is not a finite float32", i/3, "xyz"[i%3], vectors.values[i])
		}
	}
	if p := s.Potential; p != nil && indexNotFinite([]float32{p.Energy}) >= 0 {
		return report("energy", ": %v is not a finite float32", p.Energy)
	}
	if i := indexNotFinite(s.Charge); i >= 0 {
		return report("charge", ", particle %d: %v is not a finite float32", i, s.Charge[i])
	}
	if i := indexNotFinite(s.NodeFeatures); i >= 0 {
		width := len(s.NodeFeatures) / s.Particles()
		return report(feature(NodePrefix, c.NodeFeatures, i%width), ", particle %d: %v is not a finite float32", i/width, s.NodeFeatures[i])
	}
	if i := indexNotFinite(s.EdgeFeatures); i >= 0 {
		width := len(s.EdgeFeatures) / len(s.Neighbors)
		edge, slots := i/width, s.Slots()
		return report(feature(EdgePrefix, c.EdgeFeatures, i%width), ", particle %d, neighbour slot %d: %v is not a finite float32", edge/slots, edge%slots, s.EdgeFeatures[i])
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
