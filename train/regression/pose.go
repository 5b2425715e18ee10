package regression

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/system"
)

// posing describes a body whose particles have names in a frame of its own.
type posing struct {
	scales
	reference []float64 // a body about its mean, by name: [3J]
}

// pose is the description of a body in that frame.
type pose struct {
	order []int      // the particle of each name
	frame mat.Matrix // rotation, or reflection, from the frame to space
	input []float64  // a position and a velocity for each name: [6J]
}

// posingOf returns the posing of training samples, the first of which is the reference.
// velocity is the size of velocities relative to positions of size 1.
func posingOf(training []system.Sample, velocity float64) posing {
	p := posing{scales: scalesOf(training)}
	p.scales.velocity *= velocity
	first := &training[0]
	p.reference = inOrder(centered(first.Position), orderOf(first))
	return p
}

// names returns the number of particles that have names.
func (p *posing) names() int { return len(p.reference) / 3 }

func (p *posing) pose(s *system.Sample) pose {
	order := orderOf(s)
	n := len(order)
	frame := frameOf(inOrder(centered(s.Position), order), p.reference, false)
	rows := p.scales.rows(s)
	var seen mat.Dense
	seen.Mul(rows.T(), frame) // all positions, then all velocities
	input := make([]float64, 0, 6*n)
	for _, particle := range order {
		input = append(input, seen.RawRowView(particle)...)
		input = append(input, seen.RawRowView(n+particle)...)
	}
	return pose{order, frame, input}
}

// orderOf returns the particles in the order of their names.
func orderOf(s *system.Sample) []int {
	n := s.Particles()
	order := make([]int, n)
	for i := range n {
		order[slices.Index(s.NodeFeatures[i*n:(i+1)*n], 1)] = i
	}
	return order
}

// checkNames returns an error if the node features of a sample do not name its particles. Each
// feature must be 1 for one particle and 0 for all others.
func checkNames(split string, samples []system.Sample, features int) error {
	for at := range samples {
		s := &samples[at]
		n := s.Particles()
		if features != n {
			return fmt.Errorf("%s sample %d has %d particles and %d node features: an RBF network needs one for each, as gmnc prepare mocap --joints makes them", split, at, n, features)
		}
		named := make([]bool, n)
		for i := range n {
			row := s.NodeFeatures[i*n : (i+1)*n]
			name := slices.Index(row, 1)
			if name < 0 || named[name] || slices.ContainsFunc(slices.Delete(slices.Clone(row), name, name+1), func(x float32) bool { return x != 0 }) {
				return fmt.Errorf("%s sample %d: the node features of particle %d do not name it: one is 1, which is 0 for all other particles, and the others are 0", split, at, i)
			}
			named[name] = true
		}
	}
	return nil
}

// flat is the ratio of a body's smallest extent to its largest below which rounding decides its
// orientation.
const flat = 1e-3

// checkExtent returns an error if a body lies in a plane or on a line. It has no frame of its
// own, because the reflection in the plane does not change it.
func checkExtent(s *system.Sample) error {
	var factors mat.SVD
	factors.Factorize(mat.NewDense(s.Particles(), 3, centered(s.Position)), mat.SVDNone)
	if values := factors.Values(nil); len(values) < 3 || values[2] <= flat*values[0] {
		return fmt.Errorf("the body of training sample 0 is flat: an RBF network takes its frame from four particles or more that lie in no plane; train another model on such data, such as gmn-ode")
	}
	return nil
}

// inOrder returns vectors of particles in the order of names.
func inOrder(vectors []float64, order []int) []float64 {
	all := make([]float64, 0, len(vectors))
	for _, particle := range order {
		all = append(all, vectors[3*particle:3*particle+3]...)
	}
	return all
}

// outOfOrder undoes inOrder.
func outOfOrder(vectors []float64, order []int) []float64 {
	all := make([]float64, len(vectors))
	for name, particle := range order {
		copy(all[3*particle:], vectors[3*name:3*name+3])
	}
	return all
}

func rowsOf(matrix *mat.Dense) [][]float64 {
	all := make([][]float64, matrix.RawMatrix().Rows)
	for i := range all {
		all[i] = matrix.RawRowView(i)
	}
	return all
}
