package native_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/runtime/native"
	"gmnc/system"
	"gmnc/train"
)

// TestSharedMemory: a training step and a prediction that run in turn in one memory, which
// grows between, have the bits that they have in their own.
func TestSharedMemory(t *testing.T) {
	model, values := newModel(t, config.Published, 2, 16, true)
	predicting, err := ir.OptimizeForKernels(model.Module)
	require.NoError(t, err)
	modules := []*ir.Module{gradientOf(t, model), predicting}
	own, shared := make([]*native.Program, len(modules)), make([]*native.Program, len(modules))
	memory := &native.Memory{}
	for i, module := range modules {
		own[i] = compile(t, module, native.Options{Workers: 2})
		shared[i] = compile(t, module, native.Options{Workers: 2, Memory: memory})
	}
	for _, samples := range [][]system.Sample{mixed(1)[2:4], mixed(12), mixed(1)[2:4]} {
		for i, module := range modules {
			inputs := train.ObjectiveInputs(system.NewBatch(samples), true)
			predict.Match(inputs, module)
			require.Empty(t, cmp.Diff(runProgram(t, own[i], values, inputs), runProgram(t, shared[i], values, inputs)))
		}
	}
}
