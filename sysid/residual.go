package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Residual is a small network for each joint: a sum of Gaussian bumps over its angle, its rate
// and the torque that its links need (radial basis functions, Broomhead and Lowe, 1988). It is
// 0 where the recordings had nothing.
type Residual struct {
	// Share is the share of the squares of each joint's measured torque that the network gives,
	// on the recordings of the fit. Penalty is its ridge parameter.
	Share   []float64 `json:"share"`
	Penalty []float64 `json:"penalty"`
	// HeldOut and HeldOutWithout are the root mean square errors of smoothed torques on parts of
	// those recordings that were held out, with the network and without it, by joint [N m; N].
	HeldOut        []float64 `json:"held_out"`
	HeldOutWithout []float64 `json:"held_out_without"`

	joints []bumps
}

// bumps are the network of a joint. Its inputs are divided by their deviations.
type bumps struct {
	size    [inputs]float64
	centers [][inputs]float64
	weights []float64
}

const (
	// inputs are the angle, the rate and the links' torque.
	inputs = 3
	// mostBumps is how many a joint has, at most, and bumpWidth the width of each, in deviations
	// of the inputs.
	mostBumps, bumpWidth = 40, 0.7
	// still is the share of its mean up to which the deviation of an input is rounding.
	still = 1e-9
)

// penalties are the ridge parameters among which held-out parts choose, over the number of
// rows; with the last a network is hardly there.
var penalties = []float64{1e-4, 1e-3, 1e-2, 1e-1, 1}

// state are the inputs of a joint's network at the k-th row.
func (f *fit) state(m *motion, j, k int) [inputs]float64 {
	row := m.rows[k]
	return [inputs]float64{m.angle[j][row], m.rate[j][row], f.rigidTorque(m, j, k, f.constants)}
}

// examples are states of a joint with what the law leaves of its torque.
type examples struct {
	states [][inputs]float64
	left   []float64
}

// partLeft is a motion with what the law leaves of its torques, [joints][rows].
type partLeft struct {
	*motion
	left [][]float64
}

// partsLeft are motions with what the law leaves.
func (f *fit) partsLeft(motions []*motion) (all []partLeft) {
	for _, m := range motions {
		all = append(all, partLeft{m, f.residuals(m)})
	}
	return all
}

// examples are those of a joint in motions.
func (f *fit) examples(motions []partLeft, j int) (e examples) {
	for _, m := range motions {
		for k := range m.rows {
			e.states = append(e.states, f.state(m.motion, j, k))
		}
		e.left = append(e.left, m.left[j]...)
	}
	return e
}

// learnResidual fits the networks to what the law leaves.
func (f *fit) learnResidual() *Residual {
	r := &Residual{}
	wholes := f.partsLeft(f.motions)
	fitted, left := divided(f.motions)
	fittedParts, heldParts := f.partsLeft(fitted), f.partsLeft(left)
	for j := range f.tree.Links {
		all, seen, held := f.examples(wholes, j), f.examples(fittedParts, j), f.examples(heldParts, j)
		var torques []float64
		for _, m := range f.motions {
			for _, row := range m.rows {
				torques = append(torques, m.torque[j][row])
			}
		}
		if len(held.left) == 0 {
			seen, held = all, all
		}
		b := newBumps(all.states)
		best, least := penalties[len(penalties)-1], math.Inf(1)
		for _, penalty := range penalties {
			b.fit(seen, penalty)
			if off := b.off(held); off < least {
				best, least = penalty, off
			}
		}
		b.fit(all, best)
		var given float64
		for _, state := range all.states {
			torque := b.torque(state)
			given += torque * torque / float64(len(all.states))
		}
		r.joints = append(r.joints, b)
		r.Share, r.Penalty = append(r.Share, given/squared(torques)), append(r.Penalty, best)
		r.HeldOut, r.HeldOutWithout = append(r.HeldOut, math.Sqrt(least)), append(r.HeldOutWithout, math.Sqrt(squared(held.left)))
	}
	return r
}

// newBumps spreads centers over states: each next one is the state farthest from those before.
func newBumps(states [][inputs]float64) (b bumps) {
	for i := range inputs {
		var values []float64
		var mean float64
		for _, s := range states {
			mean += s[i] / float64(len(states))
		}
		for _, s := range states {
			values = append(values, s[i]-mean)
		}
		if b.size[i] = math.Sqrt(squared(values)); b.size[i] <= still*math.Abs(mean) {
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

// distance is the square of the distance of two states, in deviations.
func (b *bumps) distance(x, y [inputs]float64) (square float64) {
	for i := range x {
		d := (x[i] - y[i]) / b.size[i]
		square += d * d
	}
	return square
}

// at are the bumps at a state.
func (b *bumps) at(state [inputs]float64) []float64 {
	values := make([]float64, len(b.centers))
	for i, c := range b.centers {
		values[i] = math.Exp(-b.distance(state, c) / (2 * bumpWidth * bumpWidth))
	}
	return values
}

// fit finds the weights of least squares with a penalty on theirs.
func (b *bumps) fit(e examples, penalty float64) {
	n := len(b.centers)
	normal, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i, state := range e.states {
		values := mat.NewVecDense(n, b.at(state))
		normal.SymRankOne(normal, 1, values)
		right.AddScaledVec(right, e.left[i], values)
	}
	for i := range n {
		normal.SetSym(i, i, normal.At(i, i)+penalty*float64(len(e.states)))
	}
	var factors mat.Cholesky
	solution := mat.NewVecDense(n, nil)
	if !factors.Factorize(normal) || factors.SolveVecTo(solution, right) != nil {
		solution.Zero()
	}
	copy(b.weights, solution.RawVector().Data)
}

// torque is what the network adds in a state.
func (b *bumps) torque(state [inputs]float64) (torque float64) {
	for i, value := range b.at(state) {
		torque += float64(value * b.weights[i])
	}
	return torque
}

// off is the mean square of what the network leaves.
func (b *bumps) off(e examples) float64 {
	left := make([]float64, len(e.left))
	for i, state := range e.states {
		left[i] = e.left[i] - b.torque(state)
	}
	return squared(left)
}
