// Package predict runs trained models on samples and measures the errors of their predictions.
package predict

import (
	"errors"
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

// Predictor is a model in any runtime. Its methods may be called concurrently, Close among them.
// A call that is in progress when the predictor is closed returns its predictions or an error that
// wraps runtime.ErrClosed; later calls return such an error, in all engines. All ranks call a
// predictor of Shared together, in one order.
//
// Predictions may be NaN or infinite without an error, for inputs that are too large for float32
// (see system.MostSquares) and for systems that the model refuses. CheckFinite names their samples.
type Predictor interface {
	// Predict returns the positions and velocities of all samples one after another, three
	// numbers for each particle. Samples may differ in size. A sample that system.CheckInputs
	// refuses is an error, whatever the runtime would return.
	Predict(samples []system.Sample) (position, velocity []float32, err error)
	// Outputs returns all outputs of the model by name. Rows of all samples follow one another.
	// "position" and "velocity" are those of Predict.
	Outputs(samples []system.Sample) (map[string][]float32, error)
	Close() error
}

// predictor runs a session on pieces of the samples, workers of them at a time. A piece has at
// most chunk systems that fit together, and fewer if they are large. The pieces do not depend
// on the machine, and so neither do the results.
type predictor struct {
	session        runtime.Session
	batch          func(samples []system.Sample) runtime.Batch
	together       func(a, b *system.Sample) bool
	chunk, workers int
}

const (
	// rowChunk is enough to keep a session busy that divides its batches itself and runs on all
	// processors. With pieces of half the size, systems (3,2,1) take 3 % longer.
	rowChunk = 200
	// systemChunk is a batch whose values fit in the caches of one processor.
	systemChunk = 20
	// MostEdges is the largest number of edges of a piece with more than one system. It limits
	// the memory of pieces of large systems.
	MostEdges = 100_000
)

// NewRowPredictor predicts with a session on a model in row form, one batch at a time. If
// ragged is true, the session takes batches of systems of different sizes, as the engine's
// runtime.Mode says. Closing the predictor closes the session.
//
// The session must take all of Inputs. ForModule returns such a session for a module that has
// fewer inputs.
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

// NewSystemPredictor predicts with a session on an exported file, which runs on one thread. It
// runs small batches on all processors in parallel. It gives the file the named FileInputs, or
// all of SystemInputs if none is named. Closing the predictor closes the session.
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

// AtOnce returns a predictor on the session of p that does not divide samples of one
// composition into small batches, but runs up to MostEdges edges at once. It returns other
// predictors unchanged. Both share the session, so close only p.
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

// Positions returns what Predict returns, given the outputs. It reports outputs that are
// missing, as in a file that was changed.
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

// PositionsBy implements Predict by a function that returns the outputs.
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
		if errors.Is(piece.err, runtime.ErrClosed) {
			return nil, piece.err
		}
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

// run predicts pieces, workers of them at a time. A single piece does not wait for a goroutine.
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

// withoutItself returns the rows of edges of a file's output [systems,particles,particles,k]
// without those from a particle to itself, which are zeros.
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

// Batches divides samples as NewSystemPredictor does: into small batches of one composition, in
// their order.
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

// fitInRaggedBatch reports whether two systems can be in one ragged batch: neither lists
// neighbors, or they are alike.
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
