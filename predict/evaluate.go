package predict

import (
	"context"
	"slices"

	"gmnc/system"
)

// Errors describes how far predictions are off.
type Errors struct {
	// Position summarizes the samples' mean squared errors.
	Position Summary
	// Velocity summarizes the mean squared errors of the returned velocities, in their squared
	// unit. It is NaN if they were not compared. It is meaningless for a model without a true
	// velocity.
	Velocity Summary
	// Constraint is the mean over samples of [ConstraintErrors].
	Constraint float64
	// ConstraintPerObject is the mean over samples of
	// [ConstraintErrorsPerObject].
	ConstraintPerObject float64
}

// evaluated is the number of samples that are evaluated between checks of the context.
const evaluated = 200

// Evaluate predicts all samples and compares the predictions with the targets. It also compares
// velocities if all samples have a target velocity. If ctx ends, Evaluate returns its error.
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

// All predicts all samples. If ctx ends, All returns its cause.
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

// Compare compares predicted positions with the targets of the samples. It compares no
// velocities.
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

// CompareVelocities compares returned velocities with the samples' target velocities. All
// samples must have one.
func CompareVelocities(samples []system.Sample, velocity []float32) (Summary, error) {
	squared, err := VelocityErrors(samples, velocity)
	return Summarize(squared), err
}
