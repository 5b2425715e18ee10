package shooting

import (
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/workerpool"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/stretches"
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

// derive computes the derivatives at the current parameters, for which the predictions are
// known.
func (f *fit) derive() error {
	if f.jointed() {
		return f.deriveBodies()
	}
	f.columns = make([][]stretches.Rows, len(f.stretches))
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
			if k < f.stretches[i].States.Size() {
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
func (f *fit) addColumn(i int, ahead, behind stretches.Rows, by float64) {
	var change stretches.Rows
	if ahead != nil && behind != nil {
		change = f.stretches[i].Difference(ahead, behind)
		for row := range change {
			change[row] /= by
		}
	}
	f.columns[i] = append(f.columns[i], change)
}

// equate sets up the normal equations of the derivatives and of the current residuals.
func (f *fit) equate() {
	f.equations = make([]normal.Equations, len(f.stretches))
	f.each(func(i int) { f.equations[i] = f.normalEquations(i, f.columns[i]) })
}

// mostStates returns the largest number of values in a first state.
func (f *fit) mostStates() (most int) {
	for i := range f.stretches {
		most = max(most, f.stretches[i].States.Size())
	}
	return most
}

// stateStep returns the step of one value of a stretch's first state.
func (f *fit) stateStep(i, k int) float64 {
	s := &f.stretches[i]
	if half := s.States.Size() / 2; k >= half {
		return f.positionStep(s, k-half) / (f.Time * float64(s.Frames()))
	}
	return f.positionStep(s, k)
}

// positionStep returns the step of a position or of an angle.
func (f *fit) positionStep(s *stretches.Stretch, k int) float64 {
	if _, turns := s.States.Channel(k); turns {
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

// normalEquations returns the normal equations of a stretch from its columns: first those of the
// state, then those of the parameters.
func (f *fit) normalEquations(i int, columns []stretches.Rows) (b normal.Equations) {
	s, left := &f.stretches[i], f.residuals(i, f.now[i])
	if left == nil {
		return b
	}
	scaled := mat.NewDense(len(columns), len(left), nil)
	for k, column := range columns {
		if column == nil {
			return b
		}
		f.scaled(i, scaled.RawRowView(k), column)
	}
	small := ridge
	if f.jointed() {
		small = exactRidge
	}
	return normal.New(scaled, left, s.States.Size(), small)
}

// sum returns the sum of the equations of all stretches, with zeros for fixed parameters.
func (f *fit) sum(damping float64) (products *mat.SymDense, slope *mat.VecDense) {
	count := len(f.at)
	products, slope = mat.NewSymDense(count, nil), mat.NewVecDense(count, nil)
	own, down := make([]*mat.SymDense, len(f.equations)), make([]*mat.VecDense, len(f.equations))
	workerpool.Each(len(own), func(i int) { own[i], down[i] = f.equations[i].Reduced(damping) })
	for i := range own {
		if own[i] != nil {
			products.AddSym(products, own[i])
			slope.AddVec(slope, down[i])
		}
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
