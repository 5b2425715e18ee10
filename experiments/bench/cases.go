package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/experiments"
	"gmnc/export"
	"gmnc/runtime"
	"gmnc/runtime/gorgonia"
	"gmnc/runtime/native"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/onnxgo"
	"gmnc/runtime/onnxruntime"
	"gmnc/sim"
	"gmnc/train"
)

// benchCase is one thing to measure.
type benchCase struct {
	what       string
	oneCore    bool
	kernels    string  // a level, if not the machine's
	operations float64 // of a call
	published  float64 // seconds
	missing    error   // why it cannot be measured
	prepare    prepare
}

// prepare makes ready what is called again and again.
type prepare func() (ready, error)

type ready struct {
	call  func() error
	close func() error
}

// bench has what the cases share.
type bench struct {
	options Options
	model   *builder.Model
	weights map[string][]float32
	file    []byte // as exported
}

func newBench(options Options) (*bench, error) {
	model, err := builder.New(options.Model, false)
	if err != nil {
		return nil, err
	}
	b := &bench{options: options, model: model, weights: model.Draw(1)}
	b.file, err = export.Model(model.Module, b.weights, export.Info{Opset: export.DefaultOpset, Config: "{}"})
	return b, err
}

// Times of the published implementation in PyTorch 1.13.1, in seconds, on
// two cores with AVX-512 of 233 GFLOP/s each: medians with the best settings
// of threads, BLAS, allocator and vectors that were found. Of one system it
// is the traced and frozen model; in onnxruntime, its export after repair;
// of the simulator, its only form.
const (
	publishedOneSystem     = 2.0e-3
	publishedBatch         = 34e-3
	publishedFileOneSystem = 1.34e-3
	publishedFileOneThread = 52e-3
	publishedFileBatch     = 37e-3
	publishedTrajectory    = 1.64
)

// publishedSteps are training steps on a batch of 200, on both cores and on
// one.
var publishedSteps = []struct {
	system            sim.System
	allCores, oneCore float64
}{
	{sim.System{Particles: 1, Sticks: 2}, 39e-3, 41e-3},
	{tables, 131e-3, 139e-3},
	{sim.System{Particles: 5, Sticks: 3, Hinges: 3}, 453e-3, 517e-3},
}

// otherKernels are those of processors without AVX-512.
const otherKernels = "avx2"

func (b *bench) cases() []benchCase {
	var cases []benchCase
	count := b.options.Systems
	for _, oneCore := range []bool{false, true} {
		for _, p := range publishedSteps {
			published := p.allCores
			if oneCore {
				published = p.oneCore
			}
			cases = append(cases, benchCase{
				what:    fmt.Sprintf("training step, %d systems (%s)", count, p.system),
				oneCore: oneCore, published: published,
				operations: float64(count) * trainingStep(b.options.Model, p.system), prepare: b.trainingStep(p.system),
			})
		}
	}
	if kernels.Level() != otherKernels {
		cases = append(cases, benchCase{
			what:       fmt.Sprintf("training step, %d systems (%s), %s", count, tables, otherKernels),
			kernels:    otherKernels,
			operations: float64(count) * trainingStep(b.options.Model, tables), prepare: b.trainingStep(tables),
		})
	}
	one := forward(b.options.Model, tables)
	batch, name := float64(count)*one, func(runtime string, count int) string {
		if count == 1 {
			return fmt.Sprintf("%s, one system (%s)", runtime, tables)
		}
		return fmt.Sprintf("%s, %d systems (%s)", runtime, count, tables)
	}
	absent := onnxruntime.Available()
	return append(cases,
		benchCase{name("native", 1), true, "", one, publishedOneSystem, nil, b.nativeBatch(1)},
		benchCase{name("native", count), false, "", batch, publishedBatch, nil, b.nativeBatch(count)},
		benchCase{name("native", count), true, "", batch, 0, nil, b.nativeBatch(count)},
		benchCase{name("onnxruntime", 1), true, "", one, publishedFileOneSystem, absent, b.fileBatch(onnxruntime.Open, 1)},
		benchCase{name("onnxruntime", count), true, "", batch, publishedFileOneThread, absent, b.fileBatch(onnxruntime.Open, count)},
		benchCase{name("onnxruntime", count), false, "", batch, publishedFileBatch, absent, b.filePieces(onnxruntime.Open)},
		benchCase{name("onnx-go", 1), true, "", one, 0, nil, b.fileBatch(onnxgo.Open, 1)},
		benchCase{name("onnx-go", count), false, "", batch, 0, nil, b.filePieces(onnxgo.Open)},
		benchCase{fmt.Sprintf("simulate (%s), %d steps", tables, b.options.Steps), true, "", 0, publishedTrajectory, nil, b.trajectory},
	)
}

// draw draws systems as a simulation starts with them; their targets are
// where they are.
func draw(system sim.System, count int) []datasets.Sample {
	random := rand.New(rand.NewPCG(1, 2))
	samples := make([]datasets.Sample, count)
	for i := range samples {
		state := sim.NewState(system, random)
		samples[i] = experiments.FromSimulation(sim.Sample{Input: *state, Target: *state})
	}
	return samples
}

// trainingStep is everything that training does with a batch: it joins the
// samples, runs forward and back and steps Adam.
func (b *bench) trainingStep(system sim.System) prepare {
	return func() (ready, error) {
		objective, err := train.Objective(b.model)
		if err != nil {
			return ready{}, err
		}
		params, err := gorgonia.NewParams(objective, train.WithShapes(b.model, b.weights))
		if err != nil {
			return ready{}, err
		}
		options := train.DefaultOptions()
		adam := gorgonia.NewAdam(options.LearningRate, options.WeightDecay)
		trainer, err := gorgonia.NewTrainer(objective, params, gorgonia.Level(options.Level), adam)
		if err != nil {
			return ready{}, err
		}
		samples, batch := draw(system, b.options.Systems), new(datasets.Batch)
		step := func() error {
			batch.Fill(samples)
			_, err := trainer.Step(train.ObjectiveInputs(batch, false))
			return err
		}
		return ready{step, trainer.Close}, nil
	}
}

// nativeBatch runs a batch in the native runtime.
func (b *bench) nativeBatch(count int) prepare {
	return func() (ready, error) {
		session, err := native.Open(b.model.Module, train.WithShapes(b.model, b.weights))
		some := draw(tables, min(count, b.options.Systems))
		samples := slices.Repeat(some, count/len(some)+1)[:count]
		return running(session, err, train.Inputs(datasets.NewBatch(samples)))
	}
}

type open func(file []byte) (runtime.Session, error)

// fileBatch runs the exported file on a whole batch.
func (b *bench) fileBatch(open open, count int) prepare {
	return func() (ready, error) {
		session, err := open(b.file)
		return running(session, err, train.SystemInputs(draw(tables, count)))
	}
}

func running(session runtime.Session, err error, inputs map[string]runtime.Tensor) (ready, error) {
	if err != nil {
		return ready{}, err
	}
	run := func() error {
		_, err := session.Run(inputs)
		return err
	}
	return ready{run, session.Close}, nil
}

// filePieces predicts with the exported file as gmnc predict does: in small
// batches on all cores.
func (b *bench) filePieces(open open) prepare {
	return func() (ready, error) {
		session, err := open(b.file)
		if err != nil {
			return ready{}, err
		}
		predictor, samples := train.NewSystemPredictor(session), draw(tables, b.options.Systems)
		predict := func() error {
			_, _, err := predictor.Predict(samples)
			return err
		}
		return ready{predict, predictor.Close}, nil
	}
}

// trajectory simulates systems, a new one each time.
func (b *bench) trajectory() (ready, error) {
	random := rand.New(rand.NewPCG(1, 2))
	simulate := func() error {
		integrator, err := sim.NewIntegrator(sim.NewState(tables, random))
		if err != nil {
			return err
		}
		for range b.options.Steps {
			integrator.Step()
		}
		return nil
	}
	return ready{simulate, func() error { return nil }}, nil
}
