package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/identify"
	"gmnc/train/shooting/normal"
)

const (
	// vague is the standard deviation of a logarithm above which its value is tested against 0.
	vague = 0.25
	// exactPasses is the least number of passes at the end of a fit.
	exactPasses = 3
)

// assess finds at the minimum which parameters are 0, which are not determined, and the standard
// deviations of the others.
func (f *fit) assess(found *Fit) error {
	// From here on, derivatives use the model's own time steps.
	f.Coarse, f.columns = nil, nil
	if err := f.minimize(f.ctx, f.passesLeft()+exactPasses, lastMove); err != nil {
		return err
	}
	f.estimate()
	if err := f.fixAll(f.doNothing, found); err != nil {
		return err // with these fixed, values do not diverge when others are set to 0
	}
	deviations := f.deviations()
	for k := range f.at {
		if f.fixed[k] || !f.maybeZero(k, deviations) {
			continue
		}
		if err := f.vanish(k, found); err != nil {
			return err
		}
	}
	if err := f.fixAll(f.undetermined, found); err != nil {
		return err
	}
	shift, err := f.shift()
	if err != nil {
		return err
	}
	deviations = f.deviations()
	moves := slices.Concat([][]float64{shift, f.remainingShift()}, f.vanished)
	var most []float64
	if deviations != nil {
		// Of a method of first order, half the step removes half of its error.
		most = f.farthest(deviations, systematic(found.Left()), append(moves, shift))
	}
	for k := range found.Found {
		found.Found[k].At = f.at[k]
		if deviations != nil && found.Free && !f.fixed[k] {
			found.Found[k].Deviation = deviations[k]
			for _, move := range moves {
				found.Found[k].Deviation = math.Hypot(found.Found[k].Deviation, move[k])
			}
			found.Found[k].Most = most[k]
		}
	}
	found.Ended = f.ended
	return nil
}

// nearEnough is the square of a move, in units of the standard deviations that the mean square
// residual gives, below which a fit without passes left counts as ended.
const nearEnough = 25

// remainingShift returns how far the equations would still move the parameters of a fit whose passes were
// over before it ended. If that is a few standard deviations, the fit counts as ended, and the
// errors include the move. Recordings without noise end like this: their predictions are in
// float32, and only its rounding is then left.
func (f *fit) remainingShift() []float64 {
	moves := make([]float64, len(f.at))
	if f.ended || !(f.moves()*f.count() < nearEnough*f.loss(f.now)) {
		return moves
	}
	f.ended = true
	if move := f.move(0); move != nil {
		copy(moves, move.RawVector().Data)
	}
	return moves
}

// maybeZero reports whether the value of a parameter may be 0, by its standard deviation. With
// nil deviations, any value may be.
func (f *fit) maybeZero(k int, deviations []float64) bool {
	p := f.Parameters[k]
	return p.Vanishes && (f.at[k] <= p.least() || deviations == nil || !(deviations[k] < vague))
}

// others returns the parameters that are not fixed.
func (f *fit) others() (all []int) {
	for k, fixed := range f.fixed {
		if !fixed {
			all = append(all, k)
		}
	}
	return all
}

// deviations returns the standard deviations of parameters, with 0 for those that are fixed. It
// returns nil if the information has no inverse.
func (f *fit) deviations() []float64 {
	others := f.others()
	if len(others) == 0 {
		return make([]float64, len(f.at))
	}
	products, _ := f.sum(0)
	scores := f.scores()
	groups, _ := scores.Dims()
	own := mat.NewDense(groups, len(others), nil)
	for k, i := range others {
		own.SetCol(k, mat.Col(nil, i, scores))
	}
	information := normal.Part(products, others)
	if !normal.Finite(information) {
		return nil
	}
	covariance := identify.Covariance(information, own)
	if covariance == nil {
		return nil
	}
	all := make([]float64, len(f.at))
	for k, deviation := range identify.Deviations(covariance) {
		all[others[k]] = deviation
	}
	return all
}
