package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
	"gmnc/system"
)

// rounding are the passes that change last bits: a product begins with what would
// be added to it, a row program multiplies and adds in one rounding, which chosen
// rows cut in other places, and the kernels of norms and of matrices of groups add
// up in another order.
var rounding = map[string]bool{"choose rows": true, "linear": true, "accumulate": true, "rows": true, "norm": true, "outer": true, "blocks": true, "add blocks": true, "last": true, "both": true}

// TestPredictionsWithoutFusions leaves out one fusion after the other, with the
// instructions of every processor: predictions have the same bits, or where sums
// are rounded otherwise the same numbers to rounding.
func TestPredictionsWithoutFusions(t *testing.T) {
	defer func(level string) { require.NoError(t, kernels.SetLevel(level)) }(kernels.Level())
	leftOut := map[string]bool{}
	for _, name := range []string{"gmn", "se3-transformer"} {
		model, values := newModelOf(t, config.Config{Model: name, Form: config.Published, Layers: 2, Hidden: 16}, true)
		module, err := ir.OptimizeForKernels(model.Module)
		require.NoError(t, err)
		batch := predict.Inputs(system.NewBatch(mixed(1)))
		predict.Match(batch, module)
		fused := fusionsOf(t, module)
		for _, level := range kernels.Levels() {
			require.NoError(t, kernels.SetLevel(level))
			want := runProgram(t, compile(t, module, native.Options{}), values, batch)
			for _, fusion := range fused {
				leftOut[fusion] = true
				program, err := native.Without(fusion, module, native.Options{})
				require.NoError(t, err)
				got := runProgram(t, program, values, batch)
				if !rounding[fusion] {
					require.Equal(t, want, got, "%s without %s, %s", name, fusion, level)
				}
				for output, value := range want {
					conformance.Compare(t, output, runtime.Widen(value), got[output], modelTolerance)
				}
			}
		}
	}
	for _, fusion := range []string{"linear", "accumulate", "rows", "edges", "silu", "times", "start", "outer", "blocks"} {
		require.True(t, leftOut[fusion], "no prediction has anything for %s", fusion)
	}
}

// fusionsOf are the passes that change the module, without the first, which kernels
// need.
func fusionsOf(t *testing.T, m *ir.Module) (names []string) {
	lowered := m.Clone()
	for i, pass := range lower.Passes() {
		changed, err := pass.Run(lowered)
		require.NoError(t, err)
		if i > 0 && changed > 0 {
			names = append(names, pass.Name)
		}
	}
	return names
}
