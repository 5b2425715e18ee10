package predict

import (
	"context"
	"slices"

	"gmnc/system"
)

// Errors are how far predictions are off.
type Errors struct {
	// Position summarises the samples' mean squared errors.
	Position Summary
	// Velocity summarises the mean squared errors of the velocities that a model
	// returns, in their squared unit; NaN where they were not compared. Errors
	// of a model without a true velocity say nothing.
	Velocity Summary
	// Constraint is the mean over samples of the total change of the
	// lengths of sticks and hinge bars.
	Constraint float64
	// ConstraintPerObject is the mean over samples of
	// [ConstraintErrorsPerObject].
	ConstraintPerObject float64
}

// evaluated is how many samples are evaluated between looks at the context.
const evaluated = 200

// Evaluate predicts all samples and compares with their targets: velocities,
// too, where all samples have a target velocity. When ctx ends, so does the
// evaluation, with ctx's error.
func Evaluate(ctx context.Context, p Predictor, samples []system.Sample) (Errors, error) {
	position, velocity, err := All(ctx, p, samples)
	if err != nil {
		return Errors{}, err
	}
	errs, err := Compare(samples, position)
	if err == nil && len(velocity) > 0 && system.WithoutTargetVelocity(samples) < 0 {
		errs.Velocity, err = CompareVelocities(samples, velocity)
	}
	return errs, err
}

// All is the predictor's Predict, until ctx ends, whose cause is then the error.
func All(ctx context.Context, p Predictor, samples []system.Sample) (position, velocity []float32, err error) {
	done := 0
	for part := range slices.Chunk(samples, evaluated) {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		x, v, err := p.Predict(part)
		if err != nil {
			return nil, nil, system.Renumber(err, func(i int) int { return done + i })
		}
		position, velocity = append(position, x...), append(velocity, v...)
		done += len(part)
	}
	return position, velocity, nil
}

// Compare compares predicted positions, and no velocities, with the targets of
// the samples.
func Compare(samples []system.Sample, position []float32) (Errors, error) {
	squared, err := PositionErrors(samples, position)
	if err != nil {
		return Errors{}, err
	}
	constraint, err := ConstraintErrors(samples, position)
	if err != nil {
		return Errors{}, err
	}
	perObject, err := ConstraintErrorsPerObject(samples, position)
	if err != nil {
		return Errors{}, err
	}
	return Errors{Summarize(squared), Summarize(nil), Summarize(constraint).Mean, Summarize(perObject).Mean}, nil
}

// CompareVelocities compares returned velocities with the samples' target
// velocities, which all of them have.
func CompareVelocities(samples []system.Sample, velocity []float32) (Summary, error) {
	squared, err := VelocityErrors(samples, velocity)
	return Summarize(squared), err
}
