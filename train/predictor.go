package train

import (
	"context"
	"fmt"
	"slices"

	"gmnc/datasets"
	"gmnc/runtime"
)

// Predictor is a model behind any runtime, as its users see it.
type Predictor interface {
	// Predict returns positions and velocities of all samples, one after
	// the other, three numbers a particle. Samples may differ in size. One
	// that datasets.CheckInputs refuses, as with a particle in two objects,
	// is an error, whatever the session would make of it.
	Predict(samples []datasets.Sample) (position, velocity []float32, err error)
	Close() error
}

// chunk is how many systems are predicted at a time: enough to keep a
// runtime busy, few enough for its memory.
const chunk = 100

// predictor runs a session on chunks of samples of one composition.
type predictor struct {
	session            runtime.Session
	inputs             func(samples []datasets.Sample) map[string]runtime.Tensor
	position, velocity string
}

// NewRowPredictor predicts with a session on a model in row form. Closing
// the predictor closes the session.
func NewRowPredictor(session runtime.Session) Predictor {
	inputs := func(samples []datasets.Sample) map[string]runtime.Tensor {
		return Inputs(datasets.NewBatch(samples))
	}
	return &predictor{session, inputs, "position", "velocity"}
}

// NewSystemPredictor predicts with a session on an exported file. Closing
// the predictor closes the session.
func NewSystemPredictor(session runtime.Session) Predictor {
	return &predictor{session, SystemInputs, "predicted_position", "predicted_velocity"}
}

func (p *predictor) Close() error { return p.session.Close() }

func (p *predictor) Predict(samples []datasets.Sample) (position, velocity []float32, err error) {
	if err := datasets.CheckInputs(samples); err != nil {
		return nil, nil, err
	}
	for start := 0; start < len(samples); {
		stop := start + 1
		for stop < len(samples) && stop-start < chunk && sameComposition(samples[start], samples[stop]) {
			stop++
		}
		outputs, err := p.session.Run(p.inputs(samples[start:stop]))
		if err != nil {
			return nil, nil, fmt.Errorf("samples %d to %d: %w", start, stop-1, err)
		}
		position = append(position, outputs[p.position].Float...)
		velocity = append(velocity, outputs[p.velocity].Float...)
		start = stop
	}
	return slices.Clip(position), slices.Clip(velocity), nil
}

func sameComposition(a, b datasets.Sample) bool {
	return a.Particles() == b.Particles() && len(a.Sticks) == len(b.Sticks) && len(a.Hinges) == len(b.Hinges)
}

// Errors are how far predictions are off.
type Errors struct {
	// Position summarises the samples' mean squared errors.
	Position datasets.Summary
	// Constraint is the mean over samples of the total change of the
	// lengths of sticks and hinge bars.
	Constraint float64
}

// Evaluate predicts all samples and compares with their targets.
func Evaluate(p Predictor, samples []datasets.Sample) (Errors, error) {
	return evaluate(context.Background(), p, samples)
}

// evaluate is Evaluate in pieces, between which ctx may end.
func evaluate(ctx context.Context, p Predictor, samples []datasets.Sample) (Errors, error) {
	var position []float32
	for piece := range slices.Chunk(samples, chunk) {
		if err := ctx.Err(); err != nil {
			return Errors{}, err
		}
		predicted, _, err := p.Predict(piece)
		if err != nil {
			return Errors{}, err
		}
		position = append(position, predicted...)
	}
	return Compare(samples, position)
}

// Compare compares predicted positions with the targets of the samples.
func Compare(samples []datasets.Sample, position []float32) (Errors, error) {
	squared, err := datasets.PositionErrors(samples, position)
	if err != nil {
		return Errors{}, err
	}
	constraint, err := datasets.ConstraintErrors(samples, position)
	if err != nil {
		return Errors{}, err
	}
	return Errors{datasets.Summarize(squared), datasets.Summarize(constraint).Mean}, nil
}
