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
	fitIterations = 15
	fitStep       = 1e-3 // of differences, as parameters are shares of their constants
	fitMost       = 0.3  // that a parameter moves by in an iteration
	fitEnd        = 1e-4 // below which moving ends
	fitTries      = 6    // of one iteration, each with ten times the damping
	// sensitive is how many times the median of what parameters move a particle by counts
	// as chaotic.
	sensitive = 10
)

// lawFit takes the parameters of a law, and of constants learned with it, to where predictions are nearest to the targets of
// the training samples, by the method of Levenberg and Marquardt with weights. A particle
// of distance r from its target counts for 1 / (1 + (r/s)^2), with s the median of all r, as
// by Cauchy's loss. One that parameters move by d times the median counts for
// 1 / (1 + (d/10)^2): chaotic systems, which magnify what steps leave out, do not decide.
type lawFit struct {
	*training
	ctx     context.Context
	moving  []parameter
	targets []float32
}

// fitLaw leaves the trainer with the parameters that were found.
func (t *training) fitLaw(ctx context.Context) error {
	f := &lawFit{training: t, ctx: ctx, moving: t.moving()}
	for i := range t.samples {
		f.targets = append(f.targets, t.samples[i].TargetPosition...)
	}
	weights, damping := t.trainer.Params(), 1e-2
	at := make([]float64, len(f.moving))
	for k, p := range f.moving {
		at[k] = float64(weights[p.name].Float[p.number])
	}
	predicted, err := f.predict(at)
	if err != nil {
		return err
	}
	for range fitIterations {
		from := f.distances(predicted, f.targets)
		scale := cmp.Or(median.Of(from), math.SmallestNonzeroFloat32)
		if math.IsInf(scale, 1) {
			break // more than half of the predictions are lost
		}
		curvature, slope, err := f.equations(at, predicted, from, scale)
		if err != nil {
			return err
		}
		moved := 0.
		for range fitTries {
			next, step := f.step(at, curvature, slope, damping)
			if step == 0 {
				break
			}
			there, err := f.predict(next)
			if err != nil {
				return err
			}
			if cauchySum(f.distances(there, f.targets), scale) < cauchySum(from, scale) {
				at, predicted, damping, moved = next, there, damping/10, step
				break
			}
			damping *= 10
		}
		if moved < fitEnd {
			break
		}
	}
	_, err = f.predict(at)
	return err
}

// predict are the positions of the training samples by parameters, which the trainer has
// then.
func (f *lawFit) predict(at []float64) ([]float32, error) {
	weights := f.trainer.Params()
	for k, p := range f.moving {
		weights[p.name].Float[p.number] = float32(at[k])
	}
	if err := f.trainer.SetParams(weights); err != nil {
		return nil, err
	}
	position, _, err := predict.All(f.ctx, f.eval, f.samples)
	return position, err
}

// distances are how far particles are from places; infinite where they are nowhere.
func (f *lawFit) distances(position, from []float32) []float64 {
	all := predict.Distances(position, from)
	for i, r := range all {
		if math.IsNaN(r) {
			all[i] = math.Inf(1)
		}
	}
	return all
}

// equations are the normal equations of the weighted squares about predictions, whose
// distances from the targets are given.
func (f *lawFit) equations(at []float64, predicted []float32, from []float64, scale float64) (curvature *mat.SymDense, slope *mat.VecDense, err error) {
	count := len(f.moving)
	ahead, sensitivity := make([][]float32, count), make([]float64, len(from))
	for k := range f.moving {
		next := append([]float64(nil), at...)
		next[k] += fitStep
		if ahead[k], err = f.predict(next); err != nil {
			return nil, nil, err
		}
		for i, moved := range f.distances(ahead[k], predicted) {
			sensitivity[i] = math.Hypot(sensitivity[i], moved)
		}
	}
	usual := sensitive * cmp.Or(median.Of(sensitivity), math.SmallestNonzeroFloat32)
	curvature, slope = mat.NewSymDense(count, nil), mat.NewVecDense(count, nil)
	row := make([]float64, count)
	for i, r := range from {
		weight := 1 / ((1 + float64(r/scale*(r/scale))) * (1 + float64(sensitivity[i]/usual*(sensitivity[i]/usual))))
		if !(weight > 0) {
			continue
		}
		for axis := 3 * i; axis < 3*i+3; axis++ {
			for k := range row {
				row[k] = (float64(ahead[k][axis]) - float64(predicted[axis])) / fitStep
			}
			gradient := mat.NewVecDense(count, row)
			curvature.SymRankOne(curvature, weight, gradient)
			slope.AddScaledVec(slope, weight*(float64(predicted[axis])-float64(f.targets[axis])), gradient)
		}
	}
	return curvature, slope, nil
}

// step are the next parameters, and the most that one of them moves by; 0 where the
// equations have no solution.
func (f *lawFit) step(at []float64, curvature *mat.SymDense, slope *mat.VecDense, damping float64) (next []float64, most float64) {
	damped := mat.NewSymDense(len(at), nil)
	damped.CopySym(curvature)
	for k := range at {
		damped.SetSym(k, k, cmp.Or(float64((1+damping)*curvature.At(k, k)), 1))
	}
	var factors mat.Cholesky
	move := mat.NewVecDense(len(at), nil)
	if !factors.Factorize(damped) || factors.SolveVecTo(move, slope) != nil {
		return at, 0
	}
	for k := range at {
		most = max(most, math.Abs(move.AtVec(k)))
	}
	shorter := min(1, fitMost/most)
	for k := range at {
		next = append(next, at[k]-float64(shorter*move.AtVec(k)))
	}
	return next, min(most, fitMost)
}

// cauchySum is what the fit makes smaller. A particle that is nowhere counts as one a
// million scales away.
func cauchySum(distances []float64, scale float64) (sum float64) {
	for _, r := range distances {
		ratio := min(r/scale, 1e6)
		sum += math.Log1p(float64(ratio * ratio))
	}
	return sum
}
