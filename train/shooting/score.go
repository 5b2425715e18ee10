package shooting

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/identify"
	"gmnc/internal/vector"
	"gmnc/internal/workerpool"
	"gmnc/system"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/states"
	"gmnc/train/shooting/stretches"
)

// Motion is the motion of a stretch by the fit, in its frames.
type Motion struct {
	// Sample is the first state, with the loads in its frames. First is its frame in the
	// recording.
	Sample system.Sample
	First  int
	Time   float64 // time of a frame
	// Positions and Velocities are [frames][n*3]. JointPositions and JointRates,
	// [frames][joints], are those of joints of one axis; they are nil otherwise.
	Positions, Velocities      [][]float32
	JointPositions, JointRates [][]float64
}

// Candidate is a field that the model may lack or have wrong: a force, a torque or a thrust.
// Each column returns its values in all frames of a motion, up to a factor that is to be found.
type Candidate struct {
	Field   *system.Field
	Columns []func(m *Motion) []float32
}

// Score says how much of the fit's residuals a candidate would explain, to first order (Rao
// 1948), while states and parameters adjust to it.
type Score struct {
	Factors, Deviations []float64 // factors of the columns and their standard deviations
	// Gain is the decrease of the sum of squares, in units of the noise that the fit estimates,
	// and Share is its ratio to the whole sum. Squared is the square of the factors over their
	// covariance: for one factor, the squared number of standard deviations from 0. Size is the
	// change of predictions relative to the motion of stretches.
	Gain, Share, Squared, Size float64
}

// mostScored is the largest number of stretches that are scored.
const mostScored = 60

// Score returns what candidates would explain. forced is the Roll of a model that takes their
// fields. It returns nil if stretches do not have first states of their own.
func (found *Fit) Score(ctx context.Context, forced Roll, candidates []Candidate) ([]Score, error) {
	if !found.Free {
		return nil, nil
	}
	f := found.of.some(mostScored)
	f.ctx, f.Roll = ctx, forced
	motions, err := f.motions()
	if err != nil {
		return nil, err
	}
	columns, err := f.responses(motions, candidates)
	if err != nil {
		return nil, err
	}
	scores := make([]Score, len(candidates))
	var own [][][]stretches.Rows
	for _, c := range candidates {
		own, columns = append(own, columns[:len(c.Columns)]), columns[len(c.Columns):]
	}
	workerpool.Each(len(candidates), func(c int) { scores[c] = f.scoreOf(own[c]) })
	return scores, nil
}

// some returns a fit of at most this number of stretches, spread over all.
func (f *fit) some(most int) *fit {
	one := *f
	one.stretches, one.weights, one.now, one.columns, one.equations, one.tracks = nil, nil, nil, nil, nil, nil
	count := len(f.stretches)
	for k := range min(most, count) {
		i := k * count / min(most, count)
		one.stretches, one.weights = append(one.stretches, f.stretches[i]), append(one.weights, f.weights[i])
		one.now, one.columns = append(one.now, f.now[i]), append(one.columns, f.columns[i])
	}
	one.equate()
	return &one
}

// motions returns the motions of the stretches at the fit. It replaces the current predictions
// with those of f.Roll.
func (f *fit) motions() ([]Motion, error) {
	motions := make([]Motion, len(f.stretches))
	for i := range f.stretches {
		s := &f.stretches[i]
		motions[i] = Motion{Sample: s.Start, First: s.First, Time: f.Time}
	}
	var err error
	if f.now, err = f.rollWith(f.at, f.offset, func(i int, positions, velocities []float32) {
		m, s := &motions[i], &f.stretches[i]
		m.Positions, m.Velocities = append(m.Positions, positions), append(m.Velocities, velocities)
		if _, jointed := s.States.(*states.Joints); jointed {
			values := s.States.Observe(vector.Widened(positions), vector.Widened(velocities))
			m.JointPositions, m.JointRates = append(m.JointPositions, values[:len(values)/2]), append(m.JointRates, values[len(values)/2:])
		}
	}); err != nil {
		return nil, err
	}
	return motions, nil
}

// moving returns the root mean square of the stretches' motion, in units of noise.
func (f *fit) moving() float64 {
	column := make([]stretches.Rows, len(f.stretches))
	for i := range column {
		if now := f.now[i]; now != nil {
			frame := now[:f.stretches[i].PerFrame()]
			column[i] = f.stretches[i].Difference(now, slices.Concat(slices.Repeat([]stretches.Rows{frame}, f.stretches[i].Frames())...))
		}
	}
	return f.size(column)
}

// size returns the root mean square of a column in units of noise.
func (f *fit) size(column []stretches.Rows) float64 {
	count := 0.
	for i := range column {
		count += float64(len(column[i]))
	}
	return math.Sqrt(f.squares(column) / max(count, 1))
}

// squares returns the sum of the squares of a column in units of noise.
func (f *fit) squares(column []stretches.Rows) (sum float64) {
	for i := range column {
		for row, value := range column[i] {
			value /= f.scale(i, row)
			sum += float64(value * value)
		}
	}
	return sum
}

// scoreOf returns the score of a candidate, given the derivatives of predictions by its factors.
func (f *fit) scoreOf(columns [][]stretches.Rows) (score Score) {
	count := len(columns)
	score.Factors, score.Deviations = make([]float64, count), slices.Repeat([]float64{math.Inf(1)}, count)
	equations := f.scoreEquations(columns)
	directions := equations.directions(count, f.others())
	information := identify.Within(equations.products, directions)
	var gradient, factors, scaled mat.VecDense
	gradient.MulVec(directions.T(), equations.gradient)
	if !normal.Finite(information) || factors.SolveVec(information, &gradient) != nil {
		return score
	}
	factors.ScaleVec(-1, &factors)
	numbers, groups := f.groups()
	var move mat.VecDense
	move.MulVec(directions, &factors)
	var scores mat.Dense
	scores.Mul(equations.gradientsAfter(&move, numbers, groups), directions)
	covariance := identify.Covariance(information, &scores)
	if covariance == nil || scaled.SolveVec(covariance, &factors) != nil {
		return score
	}
	copy(score.Factors, factors.RawVector().Data)
	score.Deviations = identify.Deviations(covariance)
	score.Squared, score.Gain = mat.Dot(&factors, &scaled), -mat.Dot(&factors, &gradient)
	score.Share = score.Gain / max(f.loss(f.now), math.SmallestNonzeroFloat64)
	score.Size = f.size(f.change(columns, score.Factors)) / max(f.moving(), math.SmallestNonzeroFloat64)
	return score
}

// scoreEquations holds the normal equations of the parameters of a fit, followed by the factors of
// a candidate, where the first states are eliminated.
type scoreEquations struct {
	products *mat.SymDense // sum over the stretches
	gradient *mat.VecDense // of half the loss, summed over the stretches
	// ofStretches and gradients are those of each stretch; nil for one without equations.
	ofStretches []*mat.SymDense
	gradients   []*mat.VecDense
}

// scoreEquations returns the equations for a candidate.
func (f *fit) scoreEquations(columns [][]stretches.Rows) scoreEquations {
	unknowns := len(f.at) + len(columns)
	e := scoreEquations{
		mat.NewSymDense(unknowns, nil), mat.NewVecDense(unknowns, nil),
		make([]*mat.SymDense, len(f.stretches)), make([]*mat.VecDense, len(f.stretches)),
	}
	for i := range f.stretches {
		derivatives := slices.Clone(f.columns[i])
		for _, column := range columns {
			derivatives = append(derivatives, column[i])
		}
		b := f.normalEquations(i, derivatives)
		if e.ofStretches[i], e.gradients[i] = b.Reduced(0); e.ofStretches[i] != nil {
			e.products.AddSym(e.products, e.ofStretches[i])
			e.gradient.AddVec(e.gradient, e.gradients[i])
		}
	}
	return e
}

// directions returns a matrix whose columns are how all parameters move with each of the last count
// ones, the factors.
func (e scoreEquations) directions(count int, others []int) *mat.Dense {
	unknowns := e.gradient.Len()
	directions := mat.NewDense(unknowns, count, nil)
	for k := range count {
		direction, _ := normal.Profile(e.products, unknowns-count+k, others)
		directions.SetCol(k, direction)
	}
	return directions
}

// gradientsAfter returns the gradients of half the loss of each group [groups, parameters] after a
// move of the parameters. At the factors of a candidate they add up to 0. numbers has the group of
// each stretch.
func (e scoreEquations) gradientsAfter(move *mat.VecDense, numbers []int, groups int) *mat.Dense {
	unknowns := e.gradient.Len()
	all := mat.NewDense(groups, unknowns, nil)
	for i, products := range e.ofStretches {
		if products == nil {
			continue
		}
		var after mat.VecDense
		after.MulVec(products, move)
		after.AddVec(&after, e.gradients[i])
		for k := range unknowns {
			all.Set(numbers[i], k, all.At(numbers[i], k)+after.AtVec(k))
		}
	}
	return all
}

// change returns the change of predictions by the factors of columns, for each stretch.
func (f *fit) change(columns [][]stretches.Rows, factors []float64) []stretches.Rows {
	change := make([]stretches.Rows, len(f.stretches))
	for i := range change {
		if f.now[i] == nil {
			continue
		}
		change[i] = make(stretches.Rows, len(f.now[i]))
		for k := range columns {
			if columns[k][i] != nil {
				floats.AddScaled(change[i], factors[k], columns[k][i])
			}
		}
	}
	return change
}
