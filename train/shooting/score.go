package shooting

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/articulated"
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

const (
	// mostScored is the largest number of stretches that are scored.
	mostScored = 60
	// responding is the change of predictions, relative to the motion, with which derivatives
	// by candidates are taken. It may be off by the factor tooFar.
	responding = 1e-3
	tooFar     = 5
)

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

// responses returns the derivatives of predictions by the factors of all candidates, for each
// stretch.
func (f *fit) responses(motions []Motion, candidates []Candidate) (columns [][]stretches.Rows, err error) {
	if f.jointed() {
		return f.bodyResponses(motions, candidates)
	}
	for _, c := range candidates {
		for _, values := range c.Columns {
			column, err := f.response(motions, c.Field, values)
			if err != nil {
				return nil, err
			}
			columns = append(columns, column)
		}
	}
	return columns, nil
}

// bodyResponses is responses by the equations of joints.
func (f *fit) bodyResponses(motions []Motion, candidates []Candidate) ([][]stretches.Rows, error) {
	var columns [][]stretches.Rows
	for _, c := range candidates {
		for range c.Columns {
			columns = append(columns, make([]stretches.Rows, len(f.stretches)))
		}
	}
	f.each(func(i int) {
		s := &f.stretches[i]
		nominal := f.frameLoads(f.at, s)
		var acted []func(frame int) *articulated.ChainLoad
		for _, c := range candidates {
			for _, values := range c.Columns {
				own := *s
				own.Start = acting(s.Start, s.Records, c.Field, values(&motions[i]), 1)
				acted = append(acted, f.frameLoads(f.at, &own))
			}
		}
		by := func(frame int) (moves []*articulated.ChainLoad) {
			without := nominal(frame)
			for _, with := range acted {
				moves = append(moves, with(frame).Less(without))
			}
			return moves
		}
		for k, column := range f.along(i, s.Joints().Chain.NewTangent(len(columns)), by) {
			columns[k][i] = column
		}
	})
	return columns, f.ctx.Err()
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
	f.equate()
	return motions, nil
}

// response returns the derivative of predictions by the factor of a field, for each stretch. It
// is nil for stretches that have none.
func (f *fit) response(motions []Motion, field *system.Field, values func(m *Motion) []float32) ([]stretches.Rows, error) {
	starts := make([]system.Sample, len(f.stretches))
	acts := make([][]float32, len(f.stretches))
	for i := range f.stretches {
		starts[i], acts[i] = f.stretches[i].Start, values(&motions[i])
	}
	defer func() {
		for i := range starts {
			f.stretches[i].Start = starts[i]
		}
	}()
	step, moving := 1., f.moving()
	for range 8 {
		for i := range starts {
			f.stretches[i].Start = acting(starts[i], f.stretches[i].Records, field, acts[i], step)
		}
		ahead, err := f.roll(f.at, f.offset)
		if err != nil {
			return nil, err
		}
		column := make([]stretches.Rows, len(starts))
		for i := range column {
			if ahead[i] != nil && f.now[i] != nil {
				column[i] = f.stretches[i].Difference(ahead[i], f.now[i])
				floats.Scale(1/step, column[i])
			}
		}
		size := step * f.size(column)
		switch {
		case size == 0 || math.IsNaN(size) || moving == 0:
			return column, nil
		case size > tooFar*responding*moving || size < responding*moving/tooFar:
			step *= responding * moving / size
		default:
			return column, nil
		}
	}
	return make([]stretches.Rows, len(starts)), nil
}

// acting returns a first state with more of a field in all frames. If the field is constant in
// the sample, the values are added to that constant.
func acting(start system.Sample, records [2][]float64, field *system.Field, values []float32, step float64) system.Sample {
	t := system.Trajectory{Particles: start.Particles(), Positions: records[0], Velocities: records[1]}
	same := field.Of(&start)
	all := make([]float32, len(values))
	for k := range all {
		if len(same) > 0 {
			all[k] = same[k%len(same)]
		}
	}
	if old := start.Trajectory; old != nil {
		for _, given := range old.Given {
			if given.Field == field {
				copy(all, given.Values)
			} else {
				t.Given = append(t.Given, given)
			}
		}
	}
	for k, value := range values {
		all[k] += float32(step * float64(value))
	}
	t.Given = append(t.Given, system.Values{Field: field, Values: all})
	return start.Along(&t)
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

// scoreOf returns the score of columns.
func (f *fit) scoreOf(columns [][]stretches.Rows) (score Score) {
	parameters, count := len(f.at), len(columns)
	score.Factors, score.Deviations = make([]float64, count), slices.Repeat([]float64{math.Inf(1)}, count)
	products, slope := mat.NewSymDense(parameters+count, nil), mat.NewVecDense(parameters+count, nil)
	ofStretches, downs := make([]*mat.SymDense, len(f.stretches)), make([]*mat.VecDense, len(f.stretches))
	for i := range f.stretches {
		of := slices.Clone(f.columns[i])
		for _, column := range columns {
			of = append(of, column[i])
		}
		b := f.normalEquations(i, of)
		one, down := b.Reduced(0)
		if one == nil {
			continue
		}
		products.AddSym(products, one)
		slope.AddVec(slope, down)
		ofStretches[i], downs[i] = one, down
	}
	// The columns of this matrix are how all parameters move with each factor.
	directions := mat.NewDense(parameters+count, count, nil)
	for k := range count {
		along, _ := normal.Profile(products, parameters+k, f.others())
		directions.SetCol(k, along)
	}
	information := identify.Within(products, directions)
	var down, factors, scaled mat.VecDense
	down.MulVec(directions.T(), slope)
	if !normal.Finite(information) || factors.SolveVec(information, &down) != nil {
		return score
	}
	factors.ScaleVec(-1, &factors)
	// These are the scores of groups at the factors, where they add up to 0.
	var move mat.VecDense
	move.MulVec(directions, &factors)
	numbers, groups := f.groups()
	left := mat.NewDense(groups, parameters+count, nil)
	for i, one := range ofStretches {
		if one == nil {
			continue
		}
		var after mat.VecDense
		after.MulVec(one, &move)
		after.AddVec(&after, downs[i])
		for k := range parameters + count {
			left.Set(numbers[i], k, left.At(numbers[i], k)+after.AtVec(k))
		}
	}
	var scores mat.Dense
	scores.Mul(left, directions)
	covariance := identify.Covariance(information, &scores)
	if covariance == nil || scaled.SolveVec(covariance, &factors) != nil {
		return score
	}
	copy(score.Factors, factors.RawVector().Data)
	score.Deviations = identify.Deviations(covariance)
	score.Squared, score.Gain = mat.Dot(&factors, &scaled), -mat.Dot(&factors, &down)
	score.Share = score.Gain / max(f.loss(f.now), math.SmallestNonzeroFloat64)
	change := make([]stretches.Rows, len(f.stretches))
	for i := range change {
		if f.now[i] == nil {
			continue
		}
		change[i] = make(stretches.Rows, len(f.now[i]))
		for k := range columns {
			if columns[k][i] != nil {
				floats.AddScaled(change[i], score.Factors[k], columns[k][i])
			}
		}
	}
	score.Size = f.size(change) / max(f.moving(), math.SmallestNonzeroFloat64)
	return score
}
