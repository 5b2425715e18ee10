package regression

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/rotation"
	"gmnc/system"
)

// These are the widths of the kernel that are tried, in units of the median distance of two
// training samples, and the ridges.
var (
	kernelWidths = []float64{0.5, 1, 2, 4, 8}
	kernelRidges = floats.LogSpan(make([]float64, 7), 1e-7, 1e-1)
)

// kernel is a kernel ridge regression in the frame of a reference.
type kernel struct {
	scales
	reference []float64   // positions about their mean, [n*3]
	inputs    [][]float64 // inputs of training samples, in their frames
	mean      []float64   // mean displacement in the frame, [n*3]
	width     float64
	weights   *mat.Dense // [samples, n*3]
}

// kernelCandidates returns a kernel regression for each width and ridge. Samples are rotated
// onto the first.
func kernelCandidates(training []system.Sample, bars bool) (all []candidate) {
	k := kernel{scales: scalesOf(training), reference: centered(training[0].Position)}
	outputs := mat.NewDense(len(training), len(k.reference), nil)
	for i := range training {
		frame := k.frame(&training[i])
		k.inputs = append(k.inputs, k.input(&training[i], frame))
		outputs.SetRow(i, turned(displacementOf(&training[i]), frame.T()))
	}
	k.mean = centerRows(outputs)
	median := medianDistance(k.inputs)
	for _, width := range kernelWidths {
		wide := k
		wide.width = width * median
		gram := gaussians(wide.inputs, wide.width)
		for _, ridge := range kernelRidges {
			all = append(all, func() (*Model, error) {
				fitted := wide
				var err error
				fitted.weights, err = solveRidge(gram, ridge, outputs)
				return &Model{displacement: fitted.displacement, bars: bars}, err
			})
		}
	}
	return all
}

// displacement predicts the displacement in the frame and rotates it back.
func (k *kernel) displacement(s *system.Sample) []float64 {
	frame := k.frame(s)
	input := k.input(s, frame)
	sum := slices.Clone(k.mean)
	for i, other := range k.inputs {
		floats.AddScaled(sum, gaussian(input, other, k.width), k.weights.RawRowView(i))
	}
	return turned(sum, frame)
}

// gaussian returns the Gaussian kernel of a width for two inputs.
func gaussian(a, b []float64, width float64) float64 {
	distance := floats.Distance(a, b, 2) / width
	return math.Exp(-distance * distance / 2)
}

// gaussians returns the matrix of the Gaussian kernel for all inputs.
func gaussians(inputs [][]float64, width float64) *mat.SymDense {
	gram := mat.NewSymDense(len(inputs), nil)
	for i, input := range inputs {
		for j := range i + 1 {
			gram.SetSym(i, j, gaussian(input, inputs[j], width))
		}
	}
	return gram
}

// centerRows subtracts the mean of the rows from each row, and returns it.
func centerRows(rows *mat.Dense) []float64 {
	count, columns := rows.Dims()
	mean := make([]float64, columns)
	for i := range count {
		floats.AddScaled(mean, 1/float64(count), rows.RawRowView(i))
	}
	for i := range count {
		floats.Sub(rows.RawRowView(i), mean)
	}
	return mean
}

// input returns what the kernel compares: positions and velocities in the frame.
func (k *kernel) input(s *system.Sample, frame mat.Matrix) []float64 {
	velocity := make([]float64, len(s.Velocity))
	for i, v := range s.Velocity {
		velocity[i] = float64(v) * k.scales.velocity
	}
	position := centered(s.Position)
	floats.Scale(k.scales.position, position)
	return append(turned(position, frame.T()), turned(velocity, frame.T())...)
}

// frame returns the rotation that brings the reference closest to the sample, by least squares
// of positions about their means (Kabsch 1976).
func (k *kernel) frame(s *system.Sample) mat.Matrix {
	return frameOf(centered(s.Position), k.reference, true)
}

// frameOf returns the orthogonal matrix that brings the reference closest to positions about
// their mean, by least squares. If proper is true, it is a rotation; otherwise it may be a
// reflection, too.
func frameOf(position, reference []float64, proper bool) mat.Matrix {
	n := len(reference) / 3
	var covariance mat.Dense
	covariance.Mul(mat.NewDense(n, 3, position).T(), mat.NewDense(n, 3, reference))
	return rotation.Nearest(&covariance, proper)
}

// turned returns vectors [n*3] after a rotation.
func turned(vectors []float64, rotation mat.Matrix) []float64 {
	var product mat.Dense
	product.Mul(mat.NewDense(len(vectors)/3, 3, vectors), rotation.T())
	return product.RawMatrix().Data
}

func medianDistance(inputs [][]float64) float64 {
	var all []float64
	for i, input := range inputs {
		for _, other := range inputs[:i] {
			all = append(all, floats.Distance(input, other, 2))
		}
	}
	if len(all) == 0 {
		return 1
	}
	slices.Sort(all)
	return max(all[len(all)/2], math.SmallestNonzeroFloat32)
}
