package train

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/median"
	"gmnc/predict"
)

const (
	fitStep = 1e-3 // step of finite differences; parameters are shares of their constants
	// sensitive is the ratio to the median sensitivity above which a particle counts as
	// chaotic.
	sensitive = 10
)

// lawFit fits the parameters of a law, and of constants learned with it, so that predictions
// are nearest to the targets of the training samples. It uses the method of Levenberg and
// Marquardt with weights. A particle at distance r from its target has the weight 1 / (1 +
// (r/s)^2), where s is the median of all r, as by Cauchy's loss. If a particle's sensitivity to
// the parameters is d times the median, its weight is also multiplied by 1 / (1 + (d/10)^2). So
// chaotic systems, which magnify the errors of time steps, do not dominate.
type lawFit struct {
	*training
	ctx     context.Context
	moving  []parameter
	targets []float32
	// predicted holds the predicted positions of the training samples. from holds their
	// distances from the targets, and scale is the median of these.
	predicted []float32
	from      []float64
	scale     float64
}

// fitLaw fits the law and leaves the parameters that it found in the trainer.
func (t *training) fitLaw(ctx context.Context) error {
	f := &lawFit{training: t, ctx: ctx, moving: t.moving()}
	for i := range t.samples {
		f.targets = append(f.targets, t.samples[i].TargetPosition...)
	}
	at := valuesOf(f.moving, t.trainer.Params())
	var err error
	if f.predicted, err = f.predict(at); err != nil {
		return err
	}
	if at, err = marquardt(f, at, reach{iterations: 15, most: 0.3}); err != nil {
		return err
	}
	_, err = f.predict(at)
	return err
}

// predict sets the trainer's parameters and returns the positions of the training samples that
// they predict.
func (f *lawFit) predict(at []float64) ([]float32, error) {
	if err := f.trainer.SetParams(withValues(f.trainer.Params(), f.moving, at)); err != nil {
		return nil, err
	}
	position, _, err := predict.All(f.ctx, f.eval, f.samples)
	return position, err
}

// distances returns the distance of each particle between two sets of positions, or infinity if
// it is NaN.
func (f *lawFit) distances(position, from []float32) []float64 {
	all := predict.Distances(position, from)
	for i, r := range all {
		if math.IsNaN(r) {
			all[i] = math.Inf(1)
		}
	}
	return all
}

// lower reports whether parameters predict positions nearer to the targets. If so, it keeps
// these predictions.
func (f *lawFit) lower(at []float64) (bool, error) {
	there, err := f.predict(at)
	if err != nil || !(cauchySum(f.distances(there, f.targets), f.scale) < cauchySum(f.from, f.scale)) {
		return false, err
	}
	f.predicted = there
	return true, nil
}

// equations returns the normal equations of the weighted squares at the current predictions.
// They are nil if more than half of the predictions are not finite.
func (f *lawFit) equations(at []float64) (curvature *mat.SymDense, slope *mat.VecDense, err error) {
	f.from = f.distances(f.predicted, f.targets)
	f.scale = cmp.Or(median.Of(f.from), math.SmallestNonzeroFloat32)
	if math.IsInf(f.scale, 1) {
		return nil, nil, nil
	}
	count := len(f.moving)
	ahead, sensitivity := make([][]float32, count), make([]float64, len(f.from))
	for k := range f.moving {
		if ahead[k], err = f.predict(movedBy(at, k, fitStep)); err != nil {
			return nil, nil, err
		}
		for i, moved := range f.distances(ahead[k], f.predicted) {
			sensitivity[i] = math.Hypot(sensitivity[i], moved)
		}
	}
	typical := sensitive * cmp.Or(median.Of(sensitivity), math.SmallestNonzeroFloat32)
	curvature, slope = mat.NewSymDense(count, nil), mat.NewVecDense(count, nil)
	row := make([]float64, count)
	for i, r := range f.from {
		weight := 1 / ((1 + float64(r/f.scale*(r/f.scale))) * (1 + float64(sensitivity[i]/typical*(sensitivity[i]/typical))))
		if !(weight > 0) {
			continue
		}
		for axis := 3 * i; axis < 3*i+3; axis++ {
			for k := range row {
				row[k] = (float64(ahead[k][axis]) - float64(f.predicted[axis])) / fitStep
			}
			gradient := mat.NewVecDense(count, row)
			curvature.SymRankOne(curvature, weight, gradient)
			slope.AddScaledVec(slope, weight*(float64(f.predicted[axis])-float64(f.targets[axis])), gradient)
		}
	}
	return curvature, slope, nil
}

// cauchySum returns the sum that the fit minimizes. A particle without a finite position counts
// as a million scales away.
func cauchySum(distances []float64, scale float64) (sum float64) {
	for _, r := range distances {
		ratio := min(r/scale, 1e6)
		sum += math.Log1p(float64(ratio * ratio))
	}
	return sum
}
