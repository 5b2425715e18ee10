package train

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/builder"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

const (
	// curvatureStep is how far parameters of constants are moved for the curvature of
	// the loss: a thousandth of a positive value.
	curvatureStep = 1e-3
	// curvatureSamples are how many training samples it is taken of at most.
	curvatureSamples = 400
)

// parameter is one of a constant's.
type parameter struct {
	of     builder.Constant
	number int
}

// constantErrors stores the standard errors of all learned constants with the best
// weights. With L the mean squared error of n coordinates and H its curvature by all
// parameters of constants, by central differences of its gradient g, each has two parts.
// One is the root of the diagonal of 2 L / n H^-1, the other H^-1 g, which training
// would still have gone; their squares are added.
func (t *training) constantErrors(ctx context.Context, best *run.Run) error {
	var moving []parameter
	for _, c := range t.model.Config.Learn {
		for i := range c.Start {
			if c.Held == nil || c.Held[i] == "" {
				moving = append(moving, parameter{c, i})
			}
		}
	}
	if len(moving) == 0 || len(t.samples) == 0 {
		return nil
	}
	samples := t.samples[:min(len(t.samples), curvatureSamples)]
	curvature := mat.NewSymDense(len(moving), nil)
	var loss float64
	gradient := mat.NewVecDense(len(moving), nil)
	for i, p := range moving {
		ahead, above, err := t.slopes(ctx, best, samples, moving, p, curvatureStep)
		if err != nil {
			return err
		}
		behind, below, err := t.slopes(ctx, best, samples, moving, p, -curvatureStep)
		if err != nil {
			return err
		}
		for k := range moving {
			// both halves of the symmetric matrix are differences: their mean
			half := (ahead[k] - behind[k]) / (4 * curvatureStep)
			if k == i {
				half *= 2
			}
			curvature.SetSym(i, k, curvature.At(i, k)+half)
			gradient.SetVec(k, gradient.AtVec(k)+(ahead[k]+behind[k])/float64(2*len(moving)))
		}
		// of a parabola, what the loss is in the middle
		middle := float64((above+below)/2) - float64(curvature.At(i, i)*curvatureStep*curvatureStep/2)
		loss = max(loss, middle)
	}
	var inverse mat.SymDense
	var factors mat.Cholesky
	if !factors.Factorize(curvature) || factors.InverseTo(&inverse) != nil {
		return nil // some are not told by the data at all
	}
	var left mat.VecDense
	left.MulVec(&inverse, gradient)
	coordinates := 0
	for i := range samples {
		coordinates += len(samples[i].Position) * max(1, t.options.Unroll)
	}
	for _, c := range t.model.Config.Learn {
		errors := make([]float64, len(c.Start))
		for i, p := range moving {
			if p.of.Name == c.Name {
				errors[p.number] = math.Hypot(math.Sqrt(2*loss/float64(coordinates)*inverse.At(i, i)), left.AtVec(i))
			}
		}
		best.SetStandardErrors(c, errors)
	}
	return best.WriteWeights(t.job.Store)
}

// slopes returns the slopes of the loss by all moving parameters where one is moved, and
// the loss there.
func (t *training) slopes(ctx context.Context, best *run.Run, samples []system.Sample, moving []parameter, p parameter, by float32) (slopes []float64, loss float64, err error) {
	weights := map[string]runtime.Tensor{}
	for name, value := range best.Weights {
		weights[name] = runtime.Floats(slices.Clone(value.Float), value.Shape...)
	}
	weights[p.of.Param()].Float[p.number] += by
	trainer, err := t.mode.Train(t.objective, weights, runtime.Solver{LearningRate: t.options.LearningRate, Decays: t.options.Decays(), Ranks: t.job.Ranks})
	if err != nil {
		return nil, 0, err
	}
	defer trainer.Close()
	slopes = make([]float64, len(moving))
	var batch system.Batch
	for part := range slices.Chunk(samples, t.options.Batch) {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		batch.Fill(part)
		gradients, err := trainer.Gradients(t.inputs(&batch, part))
		if err != nil {
			return nil, 0, err
		}
		share := float64(len(part)) / float64(len(samples))
		loss += float64(share * gradients.Loss)
		for k, of := range moving {
			slopes[k] += float64(share * float64(gradients.ByParam[of.of.Param()].Float[of.number]))
		}
	}
	return slopes, loss, nil
}
