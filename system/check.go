package system

import (
	"fmt"
	"math"
)

// Report returns an error about one array of a sample. Its text begins with the names of the
// array and of the sample, and goes on with the format.
type Report func(array, format string, arguments ...any) error

// These are the prefixes of the names of arrays of features.
const (
	NodePrefix = "node_"
	EdgePrefix = "edge_"
)

// Checker checks samples one after another. It reuses its memory.
type Checker struct {
	// NodeFeatures and EdgeFeatures name the columns of features. Errors number the columns
	// that have no name.
	NodeFeatures, EdgeFeatures []string

	owners []owner
	seen   []int // the particle that last listed each as its neighbor, plus 1
}

// Check reports a number that is not finite, an index out of range, a particle in two objects,
// or a far image (CheckImages). The arrays of the sample must have the right lengths.
func (c *Checker) Check(s *Sample, report Report) error {
	if err := c.checkValues(s, report); err != nil {
		return err
	}
	if err := s.checkCell(report); err != nil {
		return err
	}
	if err := s.checkTrajectory(report); err != nil {
		return err
	}
	if err := c.checkIndices(s, report); err != nil {
		return err
	}
	return s.CheckImages(report)
}

// CheckInputs reports the first sample that cannot be given to a model. Such a sample has no
// particles, too many or too few numbers, a number that is not finite, an index out of range,
// a particle in two objects, or a far image. A sample that has other inputs than the first
// one is reported, too. Compositions may differ. Targets are not checked and may be absent.
func CheckInputs(samples []Sample) error {
	for i, sample := range samples {
		n := sample.Particles()
		report := func(array, format string, arguments ...any) error {
			return SampleError(i, func(i int) error { return fmt.Errorf("%s: sample %d%s", array, i, fmt.Sprintf(format, arguments...)) })
		}
		sample.TargetPosition, sample.TargetVelocity, sample.Trajectory, sample.Potential = nil, nil, nil, nil
		if n == 0 || len(sample.Position) != 3*n || len(sample.Velocity) != 3*n {
			return report("positions and velocities (x0 and v0)", " has %d and %d numbers, expected 3 of each for every particle, and one particle or more", len(sample.Position), len(sample.Velocity))
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

// checkLike checks that the sample has the same kinds of inputs and as many features as the
// first sample.
func (s *Sample) checkLike(first Sample, report Report) error {
	n := s.Particles()
	switch {
	case (s.Neighbors != nil) != (first.Neighbors != nil):
		return report("neighbors", ": expected lists of neighbors in all samples or in none")
	case len(s.Neighbors)%n != 0:
		return report("neighbors", " has %d slots, expected as many for each of %d particles", len(s.Neighbors), n)
	}
	for _, f := range table {
		if !f.IsGiven() {
			continue
		}
		values, like := f.Of(s), f.Of(&first)
		if (values != nil) != (like != nil) && !f.Named() {
			return report(f.Array(), ": expected the field in all samples or in none")
		}
		columns := f.Columns
		if f.Named() {
			columns = width(like, f.Count(&first))
		}
		if rows := f.Count(s); values != nil && len(values) != columns*rows || values == nil && columns*rows > 0 && f.Named() {
			return report(f.Array(), " has %d numbers, expected %d: %d for each %s", len(values), columns*rows, columns, f.Rows)
		}
	}
	return nil
}

// feature returns the name of the array that holds a column.
func feature(prefix string, names []string, column int) string {
	if column < len(names) {
		return prefix + names[column]
	}
	return fmt.Sprint(prefix, column)
}

// checkValues reports the first number that is not finite or that its field does not allow.
func (c *Checker) checkValues(s *Sample, report Report) error {
	for _, f := range table {
		values := f.Of(s)
		if i := indexNotFinite(values); i >= 0 {
			array, where := c.locate(f, s, i)
			return report(array, "%s: %v is not a finite float32", where, values[i])
		}
		if i := f.indexOutside(values); i >= 0 {
			array, where := c.locate(f, s, i)
			return report(array, "%s: %v, expected %s", where, values[i], f.expected())
		}
	}
	if err := s.checkPlanes(report); err != nil {
		return err
	}
	if i := indexNotFinite(s.Forces()); i >= 0 {
		return report("forces", ", particle %d, axis %c: %v is not a finite float32", i/3, "xyz"[i%3], s.Forces()[i])
	}
	if p := s.Potential; p != nil && indexNotFinite([]float32{p.Energy}) >= 0 {
		return report("energy", ": %v is not a finite float32", p.Energy)
	}
	return nil
}

// locate returns the name of the array that holds number i of a field, and where in the array it
// is.
func (c *Checker) locate(f *Field, s *Sample, i int) (array, where string) {
	columns := max(1, width(f.Of(s), f.Count(s)))
	row, column := i/columns, i%columns
	array = f.Array()
	switch f {
	case NodeFeatures:
		array = feature(NodePrefix, c.NodeFeatures, column)
	case EdgeFeatures:
		array = feature(EdgePrefix, c.EdgeFeatures, column)
	}
	switch f.Rows {
	case OfParticle:
		where = fmt.Sprintf(", particle %d", row)
	case OfEdge:
		where = fmt.Sprintf(", particle %d, neighbor slot %d", row/s.Slots(), row%s.Slots())
	}
	if f.Turns != Scalar && columns == 3 {
		where += fmt.Sprintf(", axis %c", "xyz"[column])
	}
	return array, where
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
