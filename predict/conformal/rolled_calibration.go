package conformal

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gmnc/builder"
	"gmnc/predict"
)

// CalibrateSteps finds the factors of a radius over the steps of a rollout, by samples
// with trajectories, and how much it covers after ShownSteps: each fold by the others.
func CalibrateSteps(ctx context.Context, rollout predict.Rollout, radius builder.Radius) (*builder.Radius, []Step, error) {
	radius.Steps = nil
	var factors []builder.RadiusStep
	var covered []Step
	shown := ShownSteps(rollout.Steps)
	err := Roll(ctx, rollout, &radius, func(frame predict.Frame, r Radii) error {
		if frame.Step == 0 {
			return nil
		}
		e, err := errorsAfter(rollout.Samples, frame.Step, frame.Position, frame.Velocity)
		if err != nil {
			return err
		}
		var of builder.RadiusStep
		if frame.Step > 1 {
			of.PositionPowers = powersOf(r.Position, r.motion, e.Position)
			of.SystemPowers = powersOf(r.System, r.systemMotion, rootMeanSquares(e.Position, e.Sizes))
		}
		found := setFactors(&of, radius.Level, r, e)
		if frame.Step == 1 {
			of.Position, of.System = 1, 1
			if r.Velocity != nil {
				of.Velocity = 1
			}
		}
		if err := checkFactors(radius.Level, frame.Step, of); err != nil {
			return err
		}
		factors = append(factors, of)
		if slices.Contains(shown, frame.Step) {
			covered = append(covered, Step{frame.Step, found})
		}
		return nil
	})
	radius.Steps = factors
	return &radius, covered, err
}

// mostFactor is more than radii grow by.
const mostFactor = 1e12

// checkFactors reports which errors after a step no radius covers.
func checkFactors(level float64, step int, f builder.RadiusStep) error {
	var beyond string
	switch {
	case !(f.Position <= mostFactor):
		beyond = "positions"
	case !(f.Velocity <= mostFactor):
		beyond = "velocities"
	case !(f.System <= mostFactor):
		beyond = "systems"
	default:
		return nil
	}
	return fmt.Errorf("after %d steps more than %.3g %% of the %s are too far off for any radius: roll fewer steps", step, 100*(1-level), beyond)
}

// setFactors sets what radii, after their powers, are to be multiplied by to cover the level
// of the errors, and returns how much they cover then: each fold by the others.
func setFactors(f *builder.RadiusStep, level float64, r Radii, e Errors) Coverage {
	c := Coverage{Level: level, Samples: len(e.Sizes), Particles: len(e.Position)}
	var fold, ofParticle []int
	for i, size := range e.Sizes {
		fold = append(fold, i*folds/len(e.Sizes))
		ofParticle = append(ofParticle, slices.Repeat([]int{fold[i]}, size)...)
	}
	position := over(e.Position, raised(f.PositionPowers, r.Position, r.motion))
	f.Position, c.Position = quantile(position, level), coveredOf(position, ofParticle, level)
	systems := over(rootMeanSquares(e.Position, e.Sizes), raised(f.SystemPowers, r.System, r.systemMotion))
	f.System, c.System = quantile(systems, level), coveredOf(systems, fold, level)
	if r.Velocity != nil {
		velocity := over(e.Velocity, r.Velocity)
		share := coveredOf(velocity, ofParticle, level)
		f.Velocity, c.Velocity = quantile(velocity, level), &share
	}
	return c
}

// raised are radii after their powers.
func raised(p *builder.RadiusPowers, sums []float32, motion []float64) []float32 {
	all := make([]float32, len(sums))
	for i, sum := range sums {
		all[i] = float32(p.Of(float64(sum), motion[i]))
	}
	return all
}

// powersOf are the powers by which sums of radii and motions follow errors, by least squares
// of their logarithms; nil where the sums alone have ranks as near to the errors' ranks.
func powersOf(sums []float32, motion, errors []float64) *builder.RadiusPowers {
	var x [][]float64
	var targets, used, alone []float64
	for i, e := range errors {
		if e > 0 && e < math.MaxFloat32 && sums[i] > 0 && motion[i] > 0 {
			x = append(x, []float64{math.Log(float64(sums[i])), math.Log(motion[i])})
			targets, used, alone = append(targets, math.Log(e)), append(used, e), append(alone, float64(sums[i]))
		}
	}
	if len(x) < fewestSamples {
		return nil
	}
	fitted, err := leastSquares(x, targets, func(int) bool { return true })
	if err != nil {
		return nil
	}
	both := make([]float64, len(x))
	for i := range x {
		both[i] = dot(fitted.Weights, x[i])
	}
	if rankCorrelation(both, used) <= rankCorrelation(alone, used) {
		return nil
	}
	return &builder.RadiusPowers{Sum: fitted.Weights[0], Motion: fitted.Weights[1]}
}
