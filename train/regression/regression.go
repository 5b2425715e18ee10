// Package regression fits models in closed form to samples of one kind of system whose particles
// always have the same numbers, such as the joints of a skeleton. These are baselines that know the
// identity of each particle.
package regression

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/predict"
	"gmnc/system"
)

// These are the forms of models.
const (
	// Linear is the linear equivariant map with a weight for each pair of particles: x_i +
	// sum_j (A_ij (x_j - mean of x) + B_ij v_j). It is fitted by least squares with a ridge.
	Linear = "linear map"
	// Kernel is the kernel ridge regression of displacements, with a Gaussian kernel, in a
	// frame that rotates and moves with the system.
	Kernel = "kernel regression"
	// KernelBars is Kernel followed by setting the bars to their lengths in the input.
	KernelBars = "kernel regression, bars set to their lengths"
	// Network is the RBF network that FitNetwork fits. It is a model that can be exported.
	Network = "RBF network"
)

// Model is a fitted model. It predicts positions and no velocities.
type Model struct {
	displacement func(s *system.Sample) []float64 // [n*3]
	bars         bool                             // whether bars are set to their lengths
	network      *network                         // the network of FitNetwork; nil for other forms
}

// candidate fits a model with one choice of what validation decides.
type candidate func() (*Model, error)

// Fit fits the form to the training samples. It chooses the ridge, and the width of the kernel,
// by the error on the validation samples. It returns an error if there are no training or
// validation samples, if samples differ in size, or if the form is unknown.
func Fit(ctx context.Context, form string, training, validation []system.Sample) (*Model, error) {
	if err := checkSamples(training, validation); err != nil {
		return nil, err
	}
	var candidates []candidate
	switch form {
	case Linear:
		candidates = linearCandidates(training)
	case Kernel, KernelBars:
		candidates = kernelCandidates(training, form == KernelBars)
	default:
		return nil, fmt.Errorf("there is no regression %q: choose %s, %s or %s", form, Linear, Kernel, KernelBars)
	}
	return best(ctx, candidates, validation)
}

// checkSamples returns an error if there are no training or validation samples, or if some
// differ in size.
func checkSamples(training, validation []system.Sample) error {
	if len(training) == 0 || len(validation) == 0 {
		return fmt.Errorf("%d training and %d validation samples: a regression needs one of each or more", len(training), len(validation))
	}
	particles := training[0].Particles()
	return cmp.Or(checkSizes("training", training, particles), checkSizes("validation", validation, particles))
}

// checkSizes returns an error if a sample has another number of particles.
func checkSizes(split string, samples []system.Sample, particles int) error {
	for i := range samples {
		if n := samples[i].Particles(); n != particles {
			return fmt.Errorf("%s sample %d has %d particles, another one %d: a regression needs the same particles in all", split, i, n, particles)
		}
	}
	return nil
}

// best returns the candidate with the lowest validation error. If ctx ends, so does the search,
// with ctx's error.
func best(ctx context.Context, candidates []candidate, validation []system.Sample) (*Model, error) {
	var chosen *Model
	least := math.Inf(1)
	for _, fit := range candidates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		model, err := fit()
		if err != nil {
			return nil, err
		}
		positions, _, err := model.Predict(validation)
		if err != nil {
			return nil, err
		}
		errs, err := predict.Compare(validation, positions)
		if err != nil {
			return nil, err
		}
		if errs.Position.Mean < least {
			chosen, least = model, errs.Position.Mean
		}
	}
	if chosen == nil {
		return nil, fmt.Errorf("no regression has a finite error on the %d validation samples", len(validation))
	}
	return chosen, nil
}

// Predict returns the positions of all samples, three numbers for each particle.
func (m *Model) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for i := range samples {
		s := &samples[i]
		predicted := m.displacement(s)
		for at, x := range s.Position {
			predicted[at] += float64(x)
		}
		if m.bars {
			setLengths(s, predicted)
		}
		for _, x := range predicted {
			position = append(position, float32(x))
		}
	}
	return position, nil, nil
}

// Outputs returns the positions by name.
func (m *Model) Outputs(samples []system.Sample) (map[string][]float32, error) {
	position, _, err := m.Predict(samples)
	return map[string][]float32{system.Position.Name: position}, err
}

// Close does nothing.
func (m *Model) Close() error { return nil }

// solveRidge solves (gram + ridge 1) w = right.
func solveRidge(gram *mat.SymDense, ridge float64, right mat.Matrix) (*mat.Dense, error) {
	n := gram.SymmetricDim()
	sum := mat.NewSymDense(n, nil)
	sum.CopySym(gram)
	for i := range n {
		sum.SetSym(i, i, sum.At(i, i)+ridge)
	}
	var factors mat.Cholesky
	if !factors.Factorize(sum) {
		return nil, fmt.Errorf("a regression on %d numbers has no solution with the ridge %g: are positions finite?", n, ridge)
	}
	var w mat.Dense
	return &w, factors.SolveTo(&w, right)
}

// centered returns positions about their mean.
func centered(position []float32) []float64 {
	n := len(position) / 3
	var mean [3]float64
	for i, x := range position {
		mean[i%3] += float64(x) / float64(n)
	}
	all := make([]float64, len(position))
	for i, x := range position {
		all[i] = float64(x) - mean[i%3]
	}
	return all
}

// scales are the factors that give positions about their mean, and velocities, a root mean
// square of 1.
type scales struct{ position, velocity float64 }

func scalesOf(samples []system.Sample) scales {
	var position, velocity, count float64
	for i := range samples {
		for at, x := range centered(samples[i].Position) {
			v := float64(samples[i].Velocity[at])
			position, velocity, count = position+float64(x*x), velocity+float64(v*v), count+1
		}
	}
	scale := func(squares float64) float64 {
		if squares == 0 {
			return 1
		}
		return math.Sqrt(count / squares)
	}
	return scales{scale(position), scale(velocity)}
}

// displacementOf returns the displacements of a sample's particles from input to target, [n*3].
func displacementOf(s *system.Sample) []float64 {
	all := make([]float64, len(s.Position))
	for i, x := range s.Position {
		all[i] = float64(s.TargetPosition[i]) - float64(x)
	}
	return all
}
