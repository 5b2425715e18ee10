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
	// Constraint is the mean over samples of the total change of the
	// lengths of sticks and hinge bars.
	Constraint float64
	// ConstraintPerObject is the mean over samples of
	// [ConstraintErrorsPerObject].
	ConstraintPerObject float64
}

// evaluated is how many samples are evaluated between looks at the context.
const evaluated = 200

// Evaluate predicts all samples and compares with their targets. When ctx
// ends, so does the evaluation, with ctx's error.
func Evaluate(ctx context.Context, p Predictor, samples []system.Sample) (Errors, error) {
	var position []float32
	for part := range slices.Chunk(samples, evaluated) {
		if err := ctx.Err(); err != nil {
			return Errors{}, err
		}
		predicted, _, err := p.Predict(part)
		if err != nil {
			return Errors{}, err
		}
		position = append(position, predicted...)
	}
	return Compare(samples, position)
}

// Compare compares predicted positions with the targets of the samples.
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
	return Errors{Summarize(squared), Summarize(constraint).Mean, Summarize(perObject).Mean}, nil
}
