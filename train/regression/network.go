package regression

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/vector"
	"gmnc/run"
	"gmnc/system"
)

// These are the choices for an RBF network that validation decides. They are the size of
// velocities relative to that of positions, the width of the basis functions in units of the
// median distance of two training poses, the weight of the linear part, and the ridge.
var (
	networkVelocities = []float64{0.125, 0.25, 0.5}
	networkWidths     = []float64{0.25, 0.5, 1, 2}
	networkLinear     = []float64{1, 3, 10, 30, 100}
	networkRidges     = []float64{0.01, 0.03, 0.1, 0.3}
)

// Rounds is the number of times that an RBF network is applied on the way to its target. A bar
// that has to rotate by 60 degrees is within 0.2 of a degree of it after two rounds.
const Rounds = 3

// network is an RBF network in float64. It is the kernel ridge regression of displacements in
// the frame of a pose. Its kernel is the sum of a Gaussian and of the inner product of poses.
type network struct {
	posing
	mean, constant  []float64  // means of poses [6J] and of displacements [3J]
	centers         *mat.Dense // poses about the mean, [samples,6J]
	width           float64
	heights, linear *mat.Dense // [samples,3J], [6J,3J]
}

// FitNetwork fits the weights of the model rbf of package builder to the training samples. It
// chooses the width, the ridge, the linear part and the size of velocities by the error on the
// validation samples. It returns an error if there are no training or validation samples, if
// the node features do not name the particles, or if the body is flat.
func FitNetwork(ctx context.Context, data *datasets.Data) (*run.Run, error) {
	if err := checkSamples(data.Train, data.Valid); err != nil {
		return nil, err
	}
	for split, samples := range data.Splits() {
		if err := checkNames(split, *samples, len(data.NodeFeatures)); err != nil {
			return nil, err
		}
	}
	if err := checkExtent(&data.Train[0]); err != nil {
		return nil, err
	}
	var candidates []candidate
	for _, velocity := range networkVelocities {
		candidates = append(candidates, networkCandidates(data.Train, velocity)...)
	}
	chosen, err := best(ctx, candidates, data.Valid)
	if err != nil {
		return nil, err
	}
	config := config.Config{Model: "rbf", Form: config.Published, Layers: Rounds, Hidden: len(data.Train)}
	config = run.ModelFor(config, data)
	model, err := builder.New(config, false)
	if err != nil {
		return nil, err
	}
	return run.New(run.Config{Model: config}, run.WithShapes(model, chosen.network.weights()))
}

// networkCandidates returns a network for each width, linear part and ridge.
func networkCandidates(training []system.Sample, velocity float64) (all []candidate) {
	n := network{posing: posingOf(training, velocity)}
	n.centers = mat.NewDense(len(training), 6*n.names(), nil)
	displacements := mat.NewDense(len(training), 3*n.names(), nil)
	for i := range training {
		p := n.pose(&training[i])
		n.centers.SetRow(i, p.input)
		displacements.SetRow(i, turned(inOrder(displacementOf(&training[i]), p.order), p.frame.T()))
	}
	n.mean, n.constant = centerRows(n.centers), centerRows(displacements)
	var inner mat.SymDense
	inner.SymOuterK(1, n.centers)
	poses := rowsOf(n.centers)
	median, size := medianDistance(poses), max(mat.Trace(&inner)/float64(len(training)), math.SmallestNonzeroFloat32)
	for _, width := range networkWidths {
		wide := n
		wide.width = width * median
		values := gaussians(poses, wide.width)
		for _, linear := range networkLinear {
			var gram mat.SymDense
			gram.ScaleSym(linear/size, &inner)
			gram.AddSym(&gram, values)
			for _, ridge := range networkRidges {
				all = append(all, func() (*Model, error) { return wide.solved(&gram, linear/size, ridge, displacements) })
			}
		}
	}
	return all
}

// solved returns the network with the heights and the linear part that solve the least squares,
// for a kernel that contains linear times the inner product.
func (n network) solved(gram *mat.SymDense, linear, ridge float64, displacements *mat.Dense) (*Model, error) {
	var err error
	if n.heights, err = solveRidge(gram, ridge, displacements); err != nil {
		return nil, err
	}
	n.linear = &mat.Dense{}
	n.linear.Mul(n.centers.T(), n.heights)
	n.linear.Scale(linear, n.linear)
	return &Model{displacement: n.displacement, bars: true, network: &n}, nil
}

// displacement predicts the displacement in the frame and rotates it back.
func (n *network) displacement(s *system.Sample) []float64 {
	p := n.pose(s)
	floats.Sub(p.input, n.mean)
	var sum mat.Dense
	sum.Mul(mat.NewDense(1, len(p.input), p.input), n.linear)
	moved := sum.RawRowView(0)
	floats.Add(moved, n.constant)
	for i := range n.centers.RawMatrix().Rows {
		floats.AddScaled(moved, gaussian(p.input, n.centers.RawRowView(i), n.width), n.heights.RawRowView(i))
	}
	return outOfOrder(turned(moved, p.frame), p.order)
}

// weights returns the weights of the model rbf.
func (n *network) weights() map[string][]float32 {
	return map[string][]float32{
		builder.RBFReference: vector.Narrowed(n.reference),
		builder.RBFScales:    {float32(n.scales.position), float32(n.scales.velocity)},
		builder.RBFMean:      vector.Narrowed(n.mean),
		builder.RBFCenters:   vector.Narrowed(n.centers.RawMatrix().Data),
		builder.RBFSharpness: {float32(1 / (2 * n.width * n.width))},
		builder.RBFHeights:   vector.Narrowed(n.heights.RawMatrix().Data),
		builder.RBFLinear:    vector.Narrowed(n.linear.RawMatrix().Data),
		builder.RBFConstant:  vector.Narrowed(n.constant),
	}
}
