package native_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/resident"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/runtime/native/lower"
	"gmnc/system"
	"gmnc/train"
)

// benchmarkRun measures runs of the model of the paper's tables, four layers
// of width 64.
func benchmarkRun(b *testing.B, samples []system.Sample, gradient bool, options native.Options) {
	benchmarkCompiled(b, samples, gradient, func(m *ir.Module) *native.Program { return compile(b, m, options) })
}

func benchmarkCompiled(b *testing.B, samples []system.Sample, gradient bool, compiled func(*ir.Module) *native.Program) {
	model, values := newModel(b, config.Published, 4, 64, false)
	batch := system.NewBatch(samples)
	module, err := ir.OptimizeForKernels(model.Module)
	require.NoError(b, err)
	inputs := predict.Inputs(batch)
	if gradient {
		module, inputs = gradientOf(b, model), train.ObjectiveInputs(batch, false)
	}
	seconds := measureRuns(b, compiled(module), values, inputs)
	b.ReportMetric(1e9*seconds/float64(len(batch.Senders)), "ns/edge")
}

// measureRuns measures runs of a program, and returns the seconds of one.
func measureRuns(b *testing.B, program *native.Program, values weights, inputs runtime.Batch) float64 {
	run := func() {
		_, err := program.Run(values, inputs)
		require.NoError(b, err)
	}
	run()
	b.ReportAllocs()
	for b.Loop() {
		run()
	}
	seconds := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(1e3*seconds, "ms/step")
	b.ReportMetric(1/seconds, "steps/s")
	return seconds
}

// tables draws systems of 10 particles, as most of the paper's tables do.
func tables(count int) []system.Sample { return fixtures.Samples(fixtures.Compositions[0], count, 1) }

func BenchmarkTrainingStep(b *testing.B) { benchmarkRun(b, tables(200), true, native.Options{}) }
func BenchmarkOneSystem(b *testing.B)    { benchmarkRun(b, tables(1), false, native.Options{}) }
func BenchmarkBatch200(b *testing.B)     { benchmarkRun(b, tables(200), false, native.Options{}) }

// BenchmarkTensors measures training steps of the tensor field networks of the
// paper's tables.
func BenchmarkTensors(b *testing.B) {
	for _, name := range []string{"tfn", "se3-transformer"} {
		b.Run(name, func(b *testing.B) {
			model, values := newModelOf(b, config.Config{Model: name, Form: config.Published, Layers: 4, Hidden: 64}, false)
			objective, err := train.ObjectiveOf(model, train.Loss{})
			require.NoError(b, err)
			program := compile(b, gradientsOf(b, model, objective), native.Options{})
			measureRuns(b, program, values, train.ObjectiveInputs(system.NewBatch(tables(100)), false))
		})
	}
}

// law is GMN-ODE with the steps that most of table laws has.
var law = config.Config{Model: "gmn-ode", Form: config.Published, Layers: 12, Hidden: 64}

// BenchmarkSession measures runs of a session, and of a predictor for one
// system, which puts the batch together as well: what users have.
func BenchmarkSession(b *testing.B) {
	published := config.Config{Model: "gmn", Form: config.Published, Layers: 4, Hidden: 64}
	for _, config := range []config.Config{published, law} {
		model, values := newModelOf(b, config, false)
		session, err := native.Open(model.Module, run.WithShapes(model, values))
		require.NoError(b, err)
		for _, count := range []int{1, 200} {
			batch := predict.Inputs(system.NewBatch(tables(count)))
			b.Run(fmt.Sprint(config.Model, "/", count), func(b *testing.B) {
				for b.Loop() {
					_, err := session.Run(batch)
					require.NoError(b, err)
				}
			})
		}
		samples, predictor := tables(1), predict.NewRowPredictor(predict.ForModule(session, model.Module), true)
		b.Run(config.Model+"/predictor", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _, err := predictor.Predict(samples)
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkMixedSizes measures training steps on systems of 1 to 20 particles,
// padded to the largest and without padding.
func BenchmarkMixedSizes(b *testing.B) {
	samples := mixed(30)
	for _, padded := range []bool{true, false} {
		name := map[bool]string{true: "padded", false: "ragged"}[padded]
		b.Run(name, func(b *testing.B) {
			model, values := newModel(b, config.Published, 4, 64, padded)
			program := compile(b, gradientOf(b, model), native.Options{})
			batch := &system.Batch{Ragged: !padded}
			for b.Loop() {
				batch.Fill(samples)
				_, err := program.Run(values, train.ObjectiveInputs(batch, padded))
				require.NoError(b, err)
			}
			b.ReportMetric(float64(len(batch.Senders)), "edges")
		})
	}
}

// BenchmarkLargeSystem measures training steps on one system, of 100
// particles as a whole and of more by blocks, and the program's peak of
// memory up to then, with the batch's own.
func BenchmarkLargeSystem(b *testing.B) {
	for _, particles := range []int{100, 200, 500, 1000, 2000} {
		b.Run(strconv.Itoa(particles), func(b *testing.B) {
			benchmarkRun(b, fixtures.Samples(system.Composition{particles}, 1, 1), true, native.Options{})
			b.ReportMetric(resident.Peak()/1e6, "peak-MB")
		})
	}
}

// BenchmarkWithoutFusion is a training step without each of the passes but the
// first, which kernels need:
// what it takes longer than BenchmarkTrainingStep is what the fusion buys.
func BenchmarkWithoutFusion(b *testing.B) {
	for _, pass := range lower.Passes()[1:] {
		b.Run(pass.Name, func(b *testing.B) {
			benchmarkCompiled(b, tables(200), true, func(m *ir.Module) *native.Program {
				program, err := native.Without(pass.Name, m, native.Options{})
				require.NoError(b, err)
				return program
			})
		})
	}
}
