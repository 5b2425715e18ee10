package train

import (
	"context"
	"fmt"
	goruntime "runtime"
	"slices"

	"golang.org/x/sync/errgroup"

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

// predictor runs a session on pieces of the samples, workers of them at a
// time: of one composition and of at most chunk systems, fewer large ones. How
// samples are cut does not depend on the machine, so neither do the results.
type predictor struct {
	session            runtime.Session
	inputs             func(samples []datasets.Sample) map[string]runtime.Tensor
	position, velocity string
	chunk, workers     int
}

const (
	// rowChunk keeps a session busy that cuts its batches itself and runs
	// on all processors.
	rowChunk = 100
	// systemChunk is a batch whose values fit the caches of one processor.
	systemChunk = 20
	// pieceEdges is the most edges of a piece of more than one system, so
	// that pieces of large systems take megabytes and not gigabytes.
	pieceEdges = 100_000
)

// NewRowPredictor predicts with a session on a model in row form, one batch
// at a time. Closing the predictor closes the session.
func NewRowPredictor(session runtime.Session) Predictor {
	inputs := func(samples []datasets.Sample) map[string]runtime.Tensor {
		return Inputs(datasets.NewBatch(samples))
	}
	return &predictor{session, inputs, "position", "velocity", rowChunk, 1}
}

// NewSystemPredictor predicts with a session on an exported file, which runs
// on one thread: small batches on all processors at a time. Closing the
// predictor closes the session.
func NewSystemPredictor(session runtime.Session) Predictor {
	return NewBakedPredictor(session, nil)
}

// NewBakedPredictor is NewSystemPredictor for a file that has some inputs
// inside. The samples must agree with these.
func NewBakedPredictor(session runtime.Session, baked []string) Predictor {
	workers := goruntime.GOMAXPROCS(0)
	inputs := func(samples []datasets.Sample) map[string]runtime.Tensor {
		all := SystemInputs(samples)
		for _, name := range baked {
			delete(all, name)
		}
		return all
	}
	return &predictor{session, inputs, "predicted_position", "predicted_velocity", systemChunk, workers}
}

func (p *predictor) Close() error { return p.session.Close() }

func (p *predictor) Predict(samples []datasets.Sample) (position, velocity []float32, err error) {
	if err := datasets.CheckInputs(samples); err != nil {
		return nil, nil, err
	}
	pieces := p.cut(samples)
	var group errgroup.Group
	group.SetLimit(p.workers)
	for i := range pieces {
		group.Go(func() error {
			pieces[i].outputs, pieces[i].err = p.session.Run(p.inputs(pieces[i].samples))
			return nil
		})
	}
	group.Wait()
	first := 0
	for _, piece := range pieces {
		if piece.err != nil {
			return nil, nil, fmt.Errorf("samples %d to %d: %w", first, first+len(piece.samples)-1, piece.err)
		}
		position = append(position, piece.outputs[p.position].Float...)
		velocity = append(velocity, piece.outputs[p.velocity].Float...)
		first += len(piece.samples)
	}
	return slices.Clip(position), slices.Clip(velocity), nil
}

// piece is what one run of the session predicts.
type piece struct {
	samples []datasets.Sample
	outputs map[string]runtime.Tensor
	err     error
}

func (p *predictor) cut(samples []datasets.Sample) []piece {
	var pieces []piece
	for start := 0; start < len(samples); {
		stop := start + 1
		most := min(p.chunk, pieceEdges/max(1, samples[start].Edges()))
		for stop < len(samples) && stop-start < most && sameComposition(samples[start], samples[stop]) {
			stop++
		}
		pieces = append(pieces, piece{samples: samples[start:stop]})
		start = stop
	}
	return pieces
}

func sameComposition(a, b datasets.Sample) bool {
	return a.Particles() == b.Particles() && len(a.Sticks) == len(b.Sticks) && len(a.Hinges) == len(b.Hinges) &&
		len(a.Neighbors) == len(b.Neighbors)
}

// Errors are how far predictions are off.
type Errors struct {
	// Position summarises the samples' mean squared errors.
	Position datasets.Summary
	// Constraint is the mean over samples of the total change of the
	// lengths of sticks and hinge bars.
	Constraint float64
	// ConstraintPerObject is the mean over samples of
	// [datasets.ConstraintErrorsPerObject].
	ConstraintPerObject float64
}

// Evaluate predicts all samples and compares with their targets.
func Evaluate(p Predictor, samples []datasets.Sample) (Errors, error) {
	return evaluate(context.Background(), p, samples)
}

// evaluated is how many samples are evaluated between looks at the context.
const evaluated = 200

// evaluate is Evaluate in parts, between which ctx may end.
func evaluate(ctx context.Context, p Predictor, samples []datasets.Sample) (Errors, error) {
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
func Compare(samples []datasets.Sample, position []float32) (Errors, error) {
	squared, err := datasets.PositionErrors(samples, position)
	if err != nil {
		return Errors{}, err
	}
	constraint, err := datasets.ConstraintErrors(samples, position)
	if err != nil {
		return Errors{}, err
	}
	perObject, err := datasets.ConstraintErrorsPerObject(samples, position)
	if err != nil {
		return Errors{}, err
	}
	return Errors{datasets.Summarize(squared), datasets.Summarize(constraint).Mean, datasets.Summarize(perObject).Mean}, nil
}
