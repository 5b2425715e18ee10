package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gmnc/builder"
	"gmnc/builder/graph"
	"gmnc/datasets/nbody"
	"gmnc/export"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/runtime/native/kernels"
	"gmnc/sim"
	"gmnc/system"
	"gmnc/train"
)

// benchCase is one thing to measure.
type benchCase struct {
	what    string
	oneCore bool
	// ownThread says that the case computes on a thread that is not Go's. Go then keeps all its
	// processors: a scheduler with a single processor takes it away from a long call and must
	// give it back.
	ownThread  bool
	kernels    string  // a level, if it is not the machine's
	operations float64 // the number of operations of a call
	missing    error   // why it cannot be measured
	prepare    prepare
}

// prepare prepares a call that is then repeated.
type prepare func() (ready, error)

type ready struct {
	call  func() error
	close func() error
}

// closesNothing is the close function of something that needs no closing.
func closesNothing() error { return nil }

// bench holds what the cases share.
type bench struct {
	options Options
	model   *graph.Model
	weights map[string][]float32
	file    []byte      // the exported file
	others  []benchCase // training steps of other models
}

func newBench(options Options) (*bench, error) {
	model, err := builder.New(options.Model, false)
	if err != nil {
		return nil, err
	}
	b := &bench{options: options, model: model, weights: model.Draw(1)}
	for _, cases := range []func() ([]benchCase, error){b.lawCases, b.tensorCases} {
		steps, err := cases()
		if err != nil {
			return nil, err
		}
		b.others = append(b.others, steps...)
	}
	b.file, err = export.Model(model.Module, b.weights, export.Info{Opset: export.DefaultOpset, Config: "{}"})
	return b, err
}

// stepCompositions holds the compositions of training steps.
var stepCompositions = []system.Composition{{1, 2}, tables, {5, 3, 3}}

// otherKernels returns the kernels for processors that lack the best instructions of this one.
func otherKernels() []string {
	all := kernels.Levels()
	return slices.DeleteFunc(all[slices.Index(all, kernels.Level())+1:], func(level string) bool { return level == "generic" })
}

func (b *bench) cases() []benchCase {
	cases := multiplyAdds()
	count := b.options.Systems
	for _, oneCore := range []bool{false, true} {
		for _, composition := range stepCompositions {
			cases = append(cases, benchCase{
				what: stepName(count, composition), oneCore: oneCore,
				operations: float64(count) * trainingStep(b.options.Model, composition), prepare: b.trainingStep(composition),
			})
		}
	}
	for _, others := range otherKernels() {
		cases = append(cases, benchCase{
			what:       stepName(count, tables) + ", " + others,
			kernels:    others,
			operations: float64(count) * trainingStep(b.options.Model, tables), prepare: b.trainingStep(tables),
		})
	}
	cases = append(append(cases, b.others...), b.runs()...)
	return append(cases, benchCase{
		what: fmt.Sprintf("simulate (%s), %d steps", tables, b.options.Steps), oneCore: true, prepare: b.trajectory,
	})
}

// runs returns predictions for one system of most tables and for a batch of them, in each
// runtime.
func (b *bench) runs() (cases []benchCase) {
	count := b.options.Systems
	one, module := forward(b.options.Model, tables), engines.ForModules().Name
	batch := float64(count) * one
	cases = append(cases,
		benchCase{what: runName(module, 1), oneCore: true, operations: one, prepare: b.moduleBatch(1)},
		benchCase{what: runName(module, count), operations: batch, prepare: b.moduleBatch(count)},
		benchCase{what: runName(module, count), oneCore: true, operations: batch, prepare: b.moduleBatch(count)},
	)
	for _, engine := range engines.All() {
		if engine.OpenFile == nil {
			continue
		}
		absent := engine.Available()
		whole := func(count int) benchCase {
			return benchCase{what: runName(engine.Name, count), oneCore: true, ownThread: engine.OpenFileThreads != nil,
				operations: float64(count) * one, missing: absent, prepare: b.fileBatch(engine, count)}
		}
		cases = append(cases, whole(1), whole(count),
			benchCase{what: runName(engine.Name, count), operations: batch, missing: absent, prepare: b.filePieces(engine)})
	}
	return cases
}

func stepName(count int, composition system.Composition) string {
	return fmt.Sprintf("training step, %d systems (%s)", count, composition)
}

// runName returns the name of a run of systems of most tables in a runtime.
func runName(runtime string, count int) string {
	if count == 1 {
		return fmt.Sprintf("%s, one system (%s)", runtime, tables)
	}
	return fmt.Sprintf("%s, %d systems (%s)", runtime, count, tables)
}

// draw returns systems as a simulation starts with them. Their targets equal their inputs.
func draw(composition system.Composition, count int) []system.Sample {
	random := rand.New(rand.NewPCG(1, 2))
	samples := make([]system.Sample, count)
	for i := range samples {
		state := sim.NewState(composition, random)
		samples[i] = nbody.FromSimulation(sim.Sample{Input: *state, Target: *state})
	}
	return samples
}

// trainingStep returns the training step of the model on systems of a composition.
func (b *bench) trainingStep(composition system.Composition) prepare {
	return b.stepOn(b.model, draw(composition, b.options.Systems))
}

// stepOn returns everything that training does with a batch: it joins the samples, runs the
// model forwards and backwards, and makes a step of Adam.
func (b *bench) stepOn(model *graph.Model, samples []system.Sample) prepare {
	return func() (ready, error) {
		objective, err := train.Objective(model)
		if err != nil {
			return ready{}, err
		}
		options := run.DefaultOptions()
		mode, err := engines.Trainer().Level(options.Level)
		if err != nil {
			return ready{}, err
		}
		solver := runtime.Solver{LearningRate: options.LearningRate, WeightDecay: options.WeightDecay}
		trainer, err := mode.Train(objective, run.WithShapes(model, model.Draw(1)), solver)
		if err != nil {
			return ready{}, err
		}
		batch := &system.Batch{Ragged: mode.Ragged}
		step := func() error {
			batch.Fill(samples)
			_, err := runtime.Step(trainer, train.ObjectiveInputs(batch, false))
			return err
		}
		return ready{step, trainer.Close}, nil
	}
}

// moduleBatch runs a batch in the default engine for models.
func (b *bench) moduleBatch(count int) prepare { return b.runOn(b.model, draw(tables, count)) }

// runOn runs a model on samples.
func (b *bench) runOn(model *graph.Model, samples []system.Sample) prepare {
	return func() (ready, error) {
		session, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, model.Draw(1)))
		return running(session, err, predict.Inputs(system.NewBatch(samples)))
	}
}

// fileBatch runs the exported file on a whole batch.
func (b *bench) fileBatch(engine runtime.Engine, count int) prepare {
	return func() (ready, error) {
		session, err := engine.OpenFile(b.file)
		return running(session, err, runtime.Batch{Inputs: predict.SystemInputs(draw(tables, count))})
	}
}

func running(session runtime.Session, err error, batch runtime.Batch) (ready, error) {
	if err != nil {
		return ready{}, err
	}
	run := func() error {
		_, err := session.Run(batch)
		return err
	}
	return ready{run, session.Close}, nil
}

// filePieces predicts with the exported file as gmnc predict does, in small batches on all
// cores.
func (b *bench) filePieces(engine runtime.Engine) prepare {
	return func() (ready, error) {
		session, err := engine.OpenFile(b.file)
		if err != nil {
			return ready{}, err
		}
		predictor, samples := predict.NewSystemPredictor(session), draw(tables, b.options.Systems)
		predict := func() error {
			_, _, err := predictor.Predict(samples)
			return err
		}
		return ready{predict, predictor.Close}, nil
	}
}

// trajectory simulates systems, a new one in each call.
func (b *bench) trajectory() (ready, error) {
	random := rand.New(rand.NewPCG(1, 2))
	call := func() error { return simulate(sim.NewState(tables, random), sim.Settings{}, b.options.Steps) }
	return ready{call, closesNothing}, nil
}
