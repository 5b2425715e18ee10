// Package predict runs trained models on samples and measures the errors of their predictions.
package predict

import (
	"fmt"
	"maps"
	"math"
	goruntime "runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"gmnc/runtime"
	"gmnc/system"
)

// Predictor is a model behind any runtime, as its users see it.
type Predictor interface {
	// Predict returns positions and velocities of all samples, one after
	// the other, three numbers a particle. Samples may differ in size. One
	// that system.CheckInputs refuses, as with a particle in two objects,
	// is an error, whatever the session would make of it.
	Predict(samples []system.Sample) (position, velocity []float32, err error)
	// Outputs returns all outputs of the model by name, the rows of all samples
	// one after the other: the rows of "position" and "velocity" are Predict's.
	Outputs(samples []system.Sample) (map[string][]float32, error)
	Close() error
}

// predictor runs a session on pieces of the samples, workers of them at a
// time: of systems that fit together and of at most chunk, fewer large ones.
// How samples are cut does not depend on the machine, so neither do the
// results.
type predictor struct {
	session        runtime.Session
	batch          func(samples []system.Sample) runtime.Batch
	together       func(a, b *system.Sample) bool
	chunk, workers int
}

const (
	// rowChunk keeps a session busy that cuts its batches itself and runs
	// on all processors. In pieces of half the size systems (3,2,1) take 3 %
	// longer.
	rowChunk = 200
	// systemChunk is a batch whose values fit the caches of one processor.
	systemChunk = 20
	// MostEdges is the most edges of a piece of more than one system, so
	// that pieces of large systems take megabytes and not gigabytes.
	MostEdges = 100_000
)

// NewRowPredictor predicts with a session on a model in row form, one batch
// at a time: of systems of all sizes where the session takes ragged batches, as
// the engine's runtime.Mode says. Closing the predictor closes the session.
//
// The session takes all of Inputs; ForModule makes one of a module's that takes
// fewer.
func NewRowPredictor(session runtime.Session, ragged bool) Predictor {
	p := &predictor{session, nil, sameComposition, rowChunk, 1}
	if ragged {
		p.together = fitInRaggedBatch
	}
	p.batch = func(samples []system.Sample) runtime.Batch {
		batch := &system.Batch{Ragged: ragged}
		batch.Fill(samples)
		return Inputs(batch)
	}
	return p
}

// NewSystemPredictor predicts with a session on an exported file, which runs
// on one thread: small batches on all processors at a time. It gives the file
// FileInputs, or all of SystemInputs where none is named. Closing the predictor
// closes the session.
func NewSystemPredictor(session runtime.Session, inputs ...string) Predictor {
	workers := goruntime.GOMAXPROCS(0)
	batch := func(samples []system.Sample) runtime.Batch {
		if len(inputs) == 0 {
			return runtime.Batch{Inputs: SystemInputs(samples)}
		}
		return runtime.Batch{Inputs: FileInputs(samples, inputs)}
	}
	return &predictor{session, batch, sameComposition, systemChunk, workers}
}

// AtOnce is a predictor on the session of p that does not cut samples of one composition
// into small batches: up to MostEdges edges go into one run of the session. One that p wraps
// stays as it is. Both have the session in common; close p alone.
func AtOnce(p Predictor) Predictor {
	cutting, ok := p.(*predictor)
	if !ok {
		return p
	}
	whole := *cutting
	whole.chunk = math.MaxInt
	return &whole
}

func (p *predictor) Close() error { return p.session.Close() }

func (p *predictor) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	return PositionsBy(p.Outputs, samples)
}

// Positions are what Predict returns of the outputs. A file that was changed may lack some.
func Positions(samples []system.Sample, outputs map[string][]float32) (position, velocity []float32, err error) {
	position, velocity = outputs[system.Position.Name], outputs[system.Velocity.Name]
	if len(samples) > 0 && position == nil {
		return nil, nil, fmt.Errorf("the model predicts %s, and no position", strings.Join(slices.Sorted(maps.Keys(outputs)), ", "))
	}
	expected := 0
	for i := range samples {
		expected += len(samples[i].Position)
	}
	if len(position) != expected || len(velocity) != expected {
		return nil, nil, fmt.Errorf("the model returns %d numbers of positions and %d of velocities, expected %d of each for %d samples: export it again",
			len(position), len(velocity), expected, len(samples))
	}
	return position, velocity, nil
}

// PositionsBy is Predict by what returns the outputs.
func PositionsBy(outputs func([]system.Sample) (map[string][]float32, error), samples []system.Sample) (position, velocity []float32, err error) {
	all, err := outputs(samples)
	if err != nil {
		return nil, nil, err
	}
	return Positions(samples, all)
}

func (p *predictor) Outputs(samples []system.Sample) (map[string][]float32, error) {
	if err := system.CheckInputs(samples); err != nil {
		return nil, err
	}
	pieces := p.cut(samples)
	p.run(pieces)
	first, all := 0, map[string][]float32{}
	for _, piece := range pieces {
		if piece.err != nil {
			return nil, system.SamplesError(first, first+len(piece.samples)-1, func(first, last int) error {
				return fmt.Errorf("samples %d to %d: %w", first, last, piece.err)
			})
		}
		for name, output := range piece.outputs {
			name = strings.TrimPrefix(name, system.PredictedPrefix)
			if len(output.Shape) == 4 && piece.samples[0].Neighbors == nil {
				output.Float = withoutItself(output)
			}
			all[name] = append(all[name], output.Float...)
		}
		first += len(piece.samples)
	}
	return all, nil
}

// run predicts pieces, workers of them at a time. Where there is no other to run
// meanwhile, none waits for a goroutine.
func (p *predictor) run(pieces []piece) {
	one := func(piece *piece) { piece.outputs, piece.err = p.session.Run(p.batch(piece.samples)) }
	if min(p.workers, len(pieces)) == 1 {
		for i := range pieces {
			one(&pieces[i])
		}
		return
	}
	var group errgroup.Group
	group.SetLimit(p.workers)
	for i := range pieces {
		group.Go(func() error {
			one(&pieces[i])
			return nil
		})
	}
	group.Wait()
}

// withoutItself are the rows of edges of a file's output
// [systems,particles,particles,k], in which those from a particle to itself are
// zeros.
func withoutItself(x runtime.Tensor) []float32 {
	n, width := x.Shape[1], x.Shape[3]
	var edges []float32
	for row := range len(x.Float) / max(width, 1) {
		if receiver, sender := row/n%n, row%n; receiver != sender {
			edges = append(edges, x.Float[row*width:(row+1)*width]...)
		}
	}
	return edges
}

// piece is what one run of the session predicts.
type piece struct {
	samples []system.Sample
	outputs map[string]runtime.Tensor
	err     error
}

// Batches are samples as NewSystemPredictor gives them to a file: a few of one
// composition at a time, in their order.
func Batches(samples []system.Sample) (batches [][]system.Sample) {
	p := &predictor{together: sameComposition, chunk: systemChunk}
	for _, piece := range p.cut(samples) {
		batches = append(batches, piece.samples)
	}
	return batches
}

func (p *predictor) cut(samples []system.Sample) []piece {
	var pieces []piece
	for start := 0; start < len(samples); {
		stop, edges := start+1, samples[start].Edges()
		for stop < len(samples) && stop-start < p.chunk && p.together(&samples[start], &samples[stop]) {
			if edges += samples[stop].Edges(); edges > MostEdges {
				break
			}
			stop++
		}
		pieces = append(pieces, piece{samples: samples[start:stop]})
		start = stop
	}
	return pieces
}

// fitInRaggedBatch reports whether two systems are complete, or alike.
func fitInRaggedBatch(a, b *system.Sample) bool {
	return a.Neighbors == nil && b.Neighbors == nil || sameComposition(a, b)
}

func sameComposition(a, b *system.Sample) bool {
	for _, kind := range system.ListedKinds() {
		if a.Count(kind) != b.Count(kind) {
			return false
		}
	}
	return a.Particles() == b.Particles() && len(a.Neighbors) == len(b.Neighbors)
}
