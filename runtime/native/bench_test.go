package native_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/drawn"
	"gmnc/internal/resident"
	"gmnc/ir"
	"gmnc/runtime/native"
	"gmnc/sim"
	"gmnc/train"
)

// benchmarkRun measures runs of the model of the paper's tables, four layers
// of width 64.
func benchmarkRun(b *testing.B, samples []datasets.Sample, gradient bool, options native.Options) {
	benchmarkCompiled(b, samples, gradient, func(m *ir.Module) *native.Program { return compile(b, m, options) })
}

func benchmarkCompiled(b *testing.B, samples []datasets.Sample, gradient bool, compiled func(*ir.Module) *native.Program) {
	model, values := newModel(b, builder.Published, 4, 64, false)
	batch := datasets.NewBatch(samples)
	module, err := ir.OptimizeForKernels(model.Module)
	require.NoError(b, err)
	inputs := train.Inputs(batch)
	if gradient {
		module, inputs = gradientOf(b, model), train.ObjectiveInputs(batch, false)
	}
	program := compiled(module)
	run := func() {
		_, err := program.Run(values, inputs, batch.Sizes)
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
	b.ReportMetric(1e9*seconds/float64(len(batch.Senders)), "ns/edge")
}

// tables draws systems of 10 particles, as most of the paper's tables do.
func tables(count int) []datasets.Sample { return drawn.Samples(drawn.Compositions[0], count, 1) }

func BenchmarkTrainingStep(b *testing.B) { benchmarkRun(b, tables(200), true, native.Options{}) }
func BenchmarkOneSystem(b *testing.B)    { benchmarkRun(b, tables(1), false, native.Options{}) }
func BenchmarkBatch200(b *testing.B)     { benchmarkRun(b, tables(200), false, native.Options{}) }

// BenchmarkLargeSystem measures training steps on one system, of 100
// particles as a whole and of more by blocks, and the program's peak of
// memory up to then, with the batch's own.
func BenchmarkLargeSystem(b *testing.B) {
	for _, particles := range []int{100, 200, 500, 1000, 2000} {
		b.Run(strconv.Itoa(particles), func(b *testing.B) {
			benchmarkRun(b, drawn.Samples(sim.System{Particles: particles}, 1, 1), true, native.Options{})
			b.ReportMetric(resident.Peak()/1e6, "peak-MB")
		})
	}
}

// BenchmarkWithoutFusion is a training step without each of the fusions:
// what it takes longer than BenchmarkTrainingStep is what the fusion buys.
func BenchmarkWithoutFusion(b *testing.B) {
	for _, name := range native.Fusions() {
		b.Run(name, func(b *testing.B) {
			benchmarkCompiled(b, tables(200), true, func(m *ir.Module) *native.Program {
				program, err := native.Without(name, m, native.Options{})
				require.NoError(b, err)
				return program
			})
		})
	}
}
