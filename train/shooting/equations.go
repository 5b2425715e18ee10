package shooting

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// parameterStep is the step by which parameters are moved to both sides for derivatives.
	// stateStep is that of states, as a share of the length of the data.
	parameterStep = 0.02
	stateStep     = 1e-3
	// ridge is a share of their diagonal that is added to the equations of states. It keeps
	// them solvable if the model does not depend on some states, such as the speed along a bar.
	// It is above the rounding errors of derivatives.
	ridge = 1e-6
	// exactRidge is the ridge for exact derivatives.
	exactRidge = 1e-12
)

// blocks holds the normal equations of a stretch: of its state, of the parameters and of both,
// with their slopes. All are nil if the stretch has no derivatives.
type blocks struct {
	states     *mat.SymDense // [states,states]
	between    *mat.Dense    // [states,parameters]
	parameters *mat.SymDense
	slope      *mat.VecDense // slope of the states
	down       *mat.VecDense // slope of the parameters
	ofState    mat.Matrix    // derivatives by the state, in units of the noise [states,rows]
}

// derive computes the derivatives at the current parameters, for which the predictions are
// known.
func (f *fit) derive() error {
	if f.jointed() {
		return f.deriveBodies()
	}
	f.columns = make([][]rows, len(f.stretches))
	own, now := f.offset, f.now
	if f.Coarse != nil {
		exact := f.Roll
		f.Roll = f.Coarse
		defer func() { f.Roll = exact }()
		var err error
		if now, err = f.roll(f.at, own); err != nil {
			return err
		}
	}
	for k := range f.mostStates() {
		ahead, err := f.roll(f.at, func(i int) []float64 { return moved(own(i), k, f.stateStep(i, k)) })
		if err != nil {
			return err
		}
		for i := range f.columns {
			if k < f.stretches[i].states.size() {
				f.addColumn(i, ahead[i], now[i], f.stateStep(i, k))
			}
		}
	}
	for k := range f.at {
		ahead, err := f.roll(moved(f.at, k, parameterStep), own)
		if err != nil {
			return err
		}
		behind, err := f.roll(moved(f.at, k, -parameterStep), own)
		if err != nil {
			return err
		}
		for i := range f.columns {
			f.addColumn(i, ahead[i], behind[i], 2*parameterStep)
		}
	}
	return nil
}

// addColumn adds a derivative of a stretch, or nil if there is none.
func (f *fit) addColumn(i int, ahead, behind rows, by float64) {
	var change rows
	if ahead != nil && behind != nil {
		change = f.stretches[i].difference(ahead, behind)
		for row := range change {
			change[row] /= by
		}
	}
	f.columns[i] = append(f.columns[i], change)
}

// equate sets up the normal equations of the derivatives and of the current residuals.
func (f *fit) equate() {
	f.equations = make([]blocks, len(f.stretches))
	f.each(func(i int) { f.equations[i] = f.blocks(i, f.columns[i]) })
}

// mostStates returns the largest number of values in a first state.
func (f *fit) mostStates() (most int) {
	for i := range f.stretches {
		most = max(most, f.stretches[i].states.size())
	}
	return most
}

// stateStep returns the step of one value of a stretch's first state.
func (f *fit) stateStep(i, k int) float64 {
	s := &f.stretches[i]
	if half := s.states.size() / 2; k >= half {
		return f.placeStep(s, k-half) / (f.Time * float64(s.frames()))
	}
	return f.placeStep(s, k)
}

// placeStep returns the step of a position or of an angle.
func (f *fit) placeStep(s *stretch, k int) float64 {
	if _, turns := s.states.channel(k); turns {
		return stateStep
	}
	return stateStep * f.length
}

// moved returns numbers of which the k-th, if there is one, is moved.
func moved(of []float64, k int, by float64) []float64 {
	if k >= len(of) {
		return of
	}
	at := append([]float64{}, of...)
	at[k] += by
	return at
}

// blocks returns the normal equations of a stretch from its columns: first those of the state,
// then those of the parameters.
func (f *fit) blocks(i int, columns []rows) (b blocks) {
	s, left := &f.stretches[i], f.residuals(i, f.now[i])
	if left == nil {
		return b
	}
	states := s.states.size()
	parameters := len(columns) - states
	scales := make([]float64, len(left))
	for row := range scales {
		scales[row] = f.scale(i, row)
	}
	scaled := mat.NewDense(len(columns), len(left), nil)
	for k, column := range columns {
		if column == nil {
			return b
		}
		for row, to := 0, scaled.RawRowView(k); row < len(left); row++ {
			to[row] = column[row] / scales[row]
		}
	}
	products := mat.NewSymDense(len(columns), nil)
	products.SymOuterK(1, scaled)
	var slopes mat.VecDense
	slopes.MulVec(scaled, mat.NewVecDense(len(left), left))
	b.parameters, b.down = mat.NewSymDense(parameters, nil), mat.NewVecDense(parameters, nil)
	for k := range parameters {
		b.down.SetVec(k, slopes.AtVec(states+k))
		for l := range k + 1 {
			b.parameters.SetSym(k, l, products.At(states+k, states+l))
		}
	}
	if states == 0 {
		return b
	}
	small := ridge
	if f.jointed() {
		small = exactRidge
	}
	b.states, b.between, b.slope = mat.NewSymDense(states, nil), mat.NewDense(states, parameters, nil), mat.NewVecDense(states, nil)
	for k := range states {
		b.slope.SetVec(k, slopes.AtVec(k))
		for l := range k + 1 {
			b.states.SetSym(k, l, products.At(k, l))
		}
		b.states.SetSym(k, k, cmp.Or(b.states.At(k, k)*(1+small), 1))
		for l := range parameters {
			b.between.Set(k, l, products.At(k, states+l))
		}
	}
	b.ofState = scaled.Slice(0, states, 0, len(left))
	return b
}

// leverages returns how much of each row the state of a stretch takes up: the diagonal of J (J'
// J)^-1 J' for the columns J. It is nil if the stretch has no such equations.
func (b *blocks) leverages() []float64 {
	if b.states == nil {
		return nil
	}
	states, count := b.ofState.Dims()
	of := make([]float64, count)
	var factors mat.Cholesky
	var solved mat.Dense
	if !factors.Factorize(b.states) || factors.SolveTo(&solved, b.ofState) != nil {
		return of
	}
	for row := range of {
		for k := range states {
			of[row] += float64(b.ofState.At(k, row) * solved.At(k, row))
		}
	}
	return of
}

// reduced returns the equations of the parameters after those of the states are eliminated,
// with a damping: the products and slopes of a stretch. They are nil if there are none.
func (b *blocks) reduced(damping float64) (products *mat.SymDense, slope *mat.VecDense) {
	if b.parameters == nil {
		return nil, nil
	}
	products, slope = mat.NewSymDense(b.parameters.SymmetricDim(), nil), mat.VecDenseCopyOf(b.down)
	products.CopySym(b.parameters)
	if b.states == nil {
		return products, slope
	}
	factors := b.factors(damping)
	if factors == nil {
		return nil, nil
	}
	var solved, taken mat.Dense
	if factors.SolveTo(&solved, b.between) != nil {
		return nil, nil
	}
	taken.Mul(b.between.T(), &solved)
	for k := range slope.Len() {
		for l := range k + 1 {
			products.SetSym(k, l, products.At(k, l)-float64((taken.At(k, l)+taken.At(l, k))/2))
		}
	}
	var ofStates mat.VecDense
	ofStates.MulVec(solved.T(), b.slope)
	slope.SubVec(slope, &ofStates)
	return products, slope
}

// factors returns the Cholesky factors of the equations of a state, with a damping, or nil if
// they have no solution.
func (b *blocks) factors(damping float64) *mat.Cholesky {
	raised := mat.NewSymDense(b.states.SymmetricDim(), nil)
	raised.CopySym(b.states)
	for k := range raised.SymmetricDim() {
		raised.SetSym(k, k, raised.At(k, k)*(1+damping))
	}
	var factors mat.Cholesky
	if !factors.Factorize(raised) {
		return nil
	}
	return &factors
}

// state returns the move of a stretch's state that goes with a move of the parameters.
func (b *blocks) state(damping float64, parameters *mat.VecDense) *mat.VecDense {
	if b.states == nil {
		return nil
	}
	factors := b.factors(damping)
	if factors == nil {
		return nil
	}
	var right mat.VecDense
	right.MulVec(b.between, parameters)
	right.AddVec(&right, b.slope)
	right.ScaleVec(-1, &right)
	var move mat.VecDense
	if factors.SolveVecTo(&move, &right) != nil {
		return nil
	}
	return &move
}

// sum returns the sum of the equations of all stretches, with zeros for fixed parameters.
func (f *fit) sum(damping float64) (products *mat.SymDense, slope *mat.VecDense) {
	count := len(f.at)
	products, slope = mat.NewSymDense(count, nil), mat.NewVecDense(count, nil)
	for i := range f.equations {
		own, down := f.equations[i].reduced(damping)
		if own == nil {
			continue
		}
		products.AddSym(products, own)
		slope.AddVec(slope, down)
	}
	for k, fixed := range f.fixed {
		if fixed {
			slope.SetVec(k, 0)
			for l := range count {
				products.SetSym(k, l, 0)
			}
		}
	}
	return products, slope
}

// finite reports whether all numbers of a symmetric matrix are finite.
func finite(m *mat.SymDense) bool {
	sum := mat.Sum(m)
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}
