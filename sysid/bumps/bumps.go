// Package bumps implements small networks for one joint. They are sums of Gaussian bumps over
// its angle, its rate and the torque that its links need (radial basis functions, Broomhead and
// Lowe, 1988). They are 0 far from the states of their training data.
package bumps

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gmnc/system"
)

// Network is the network of a joint. Its inputs are divided by their standard deviations.
type Network struct {
	size    [Inputs]float64
	centers [][Inputs]float64
	weights []float64
}

const (
	// Inputs is the number of inputs: the angle, the rate and the links' torque.
	Inputs = system.NetworkInputs
	// mostBumps is the largest number of bumps of a joint, and bumpWidth the width of each, in
	// standard deviations of the inputs.
	mostBumps, bumpWidth = system.NetworkBumps, system.NetworkWidth
	// still is the ratio of an input's standard deviation to its mean up to which the deviation
	// is rounding.
	still = 1e-9
)

// Examples holds states of a joint and the torque to be learned in each [N m; N].
type Examples struct {
	States [][Inputs]float64
	Left   []float64
}

// New returns a network whose centers are spread over the given states. Each next center is the
// state that is farthest from the centers before it. All weights are 0.
func New(states [][Inputs]float64) (b Network) {
	for i := range Inputs {
		var values []float64
		for _, s := range states {
			values = append(values, s[i])
		}
		var mean float64
		if mean, b.size[i] = stat.PopMeanStdDev(values, nil); b.size[i] <= still*math.Abs(mean) {
			b.size[i] = 1
		}
	}
	far := make([]float64, len(states))
	next := 0
	for len(b.centers) < min(mostBumps, len(states)) {
		b.centers = append(b.centers, states[next])
		farthest := 0.
		for i, s := range states {
			distance := b.distance(s, states[next])
			if len(b.centers) == 1 || distance < far[i] {
				far[i] = distance
			}
		}
		for i, distance := range far {
			if distance > farthest {
				farthest, next = distance, i
			}
		}
		if farthest == 0 {
			break
		}
	}
	b.weights = make([]float64, len(b.centers))
	return b
}

// distance returns the squared distance between two states, in standard deviations.
func (b *Network) distance(x, y [Inputs]float64) (square float64) {
	for i := range x {
		d := (x[i] - y[i]) / b.size[i]
		square += d * d
	}
	return square
}

// at returns the values of the bumps at a state.
func (b *Network) at(state [Inputs]float64) []float64 {
	values := make([]float64, len(b.centers))
	for i, c := range b.centers {
		values[i] = math.Exp(-b.distance(state, c) / (2 * bumpWidth * bumpWidth))
	}
	return values
}

// Fit sets the weights by least squares, with a penalty on their squares.
func (b *Network) Fit(e Examples, penalty float64) {
	n := len(b.centers)
	normal, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i, state := range e.States {
		values := mat.NewVecDense(n, b.at(state))
		normal.SymRankOne(normal, 1, values)
		right.AddScaledVec(right, e.Left[i], values)
	}
	for i := range n {
		normal.SetSym(i, i, normal.At(i, i)+penalty*float64(len(e.States)))
	}
	var factors mat.Cholesky
	solution := mat.NewVecDense(n, nil)
	if !factors.Factorize(normal) || factors.SolveVecTo(solution, right) != nil {
		solution.Zero()
	}
	copy(b.weights, solution.RawVector().Data)
}

// Torque returns the torque that the network adds in a state.
func (b *Network) Torque(state [Inputs]float64) (torque float64) {
	for i, value := range b.at(state) {
		torque += float64(value * b.weights[i])
	}
	return torque
}

// Numbers returns the network in the form of system.FrictionNetwork.
func (b *Network) Numbers() []float64 {
	numbers := make([]float64, system.FrictionNetwork.Columns)
	for i, size := range b.size {
		numbers[i] = 1 / size
	}
	for k, center := range b.centers {
		for i, x := range center {
			numbers[Inputs+k*Inputs+i] = x / b.size[i]
		}
		numbers[Inputs+mostBumps*Inputs+k] = b.weights[k]
	}
	return numbers
}

// Off returns the mean square of the torque that the network leaves.
func (b *Network) Off(e Examples) float64 {
	left := make([]float64, len(e.Left))
	for i, state := range e.States {
		left[i] = e.Left[i] - b.Torque(state)
	}
	return floats.Dot(left, left) / float64(len(left))
}
