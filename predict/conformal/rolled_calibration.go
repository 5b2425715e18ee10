package conformal

import (
	"context"
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/predict"
)

// CalibrateSteps finds the factors of a radius over the steps of a rollout of samples with
// trajectories. It also returns the coverage after ShownSteps, in which each fold is covered by
// the factors of the others.
func CalibrateSteps(ctx context.Context, rollout predict.Rollout, radius config.Radius) (*config.Radius, []Step, error) {
	radius.Steps = nil
	var factors []config.RadiusStep
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
		of, found := stepOf(radius.Level, frame.Step, r, e)
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

// mostFactor is larger than any factor by which radii grow.
const mostFactor = 1e12

// checkFactors returns an error that names the errors after a step that no radius covers.
func checkFactors(level float64, step int, f config.RadiusStep) error {
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

// stepOf finds the powers of radii after a step, except after the first, and the factors by
// which radii then cover the level of the errors. It also returns their coverage, in which each
// fold is covered by the powers and quantiles of the others.
func stepOf(level float64, step int, r Radii, e Errors) (f config.RadiusStep, c Coverage) {
	c = Coverage{Level: level, Samples: len(e.Sizes), Particles: len(e.Position)}
	fold, ofParticle := foldsOf(e.Sizes)
	position, system, errors := r.Position, r.System, rootMeanSquares(e.Position, e.Sizes)
	if step > 1 {
		f.PositionPowers, position = powersOf(c.Samples, r.Position, r.motion, e.Position, ofParticle)
		f.SystemPowers, system = powersOf(c.Samples, r.System, r.systemMotion, errors, fold)
	}
	particles, systems := over(e.Position, position), over(errors, system)
	f.Position, c.Position = quantile(particles, level), coveredOf(particles, ofParticle, level)
	f.System, c.System = quantile(systems, level), coveredOf(systems, fold, level)
	if r.Velocity != nil {
		velocity := over(e.Velocity, r.Velocity)
		share := coveredOf(velocity, ofParticle, level)
		f.Velocity, c.Velocity = quantile(velocity, level), &share
	}
	return f, c
}
