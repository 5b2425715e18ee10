package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/drawn"
	"gmnc/ir"
	"gmnc/runtime/native"
	"gmnc/train"
)

// benchmarkRun measures runs of the model of the paper's tables, four layers
// of width 64, on systems of 10 particles.
func benchmarkRun(b *testing.B, systems int, gradient bool, options native.Options) {
	model, values := newModel(b, builder.Published, 4, 64, false)
	batch := datasets.NewBatch(drawn.Samples(drawn.Compositions[0], systems, 1))
	module, err := ir.OptimizeForKernels(model.Module)
	require.NoError(b, err)
	inputs := train.Inputs(batch)
	if gradient {
		module, inputs = gradientOf(b, model), train.ObjectiveInputs(batch, false)
	}
	program := compile(b, module, options)
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
}

func BenchmarkTrainingStep(b *testing.B) { benchmarkRun(b, 200, true, native.Options{}) }
func BenchmarkOneSystem(b *testing.B)    { benchmarkRun(b, 1, false, native.Options{}) }
func BenchmarkBatch200(b *testing.B)     { benchmarkRun(b, 200, false, native.Options{}) }
