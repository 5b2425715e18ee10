package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// TestKernel runs every operator on floats by itself, twice into memory
// that is not zero.
func TestKernel(t *testing.T) {
	cases, err := conformance.Ops(3)
	require.NoError(t, err)
	ran := map[ir.OpName]bool{}
	for _, c := range cases {
		node := c.Module.Main.Output("y").Node
		args, possible := arguments(node, c)
		if !possible {
			continue
		}
		ran[node.Op.Name] = true
		t.Run(c.Name, func(t *testing.T) {
			kernel, err := native.NewKernel(node, c.Sizes)
			require.NoError(t, err)
			want := c.Want["y"]
			result := make([]float32, len(want.Float))
			for i := range result {
				result[i] = 7
			}
			for range 2 {
				kernel.Run(result, args...)
				conformance.Compare(t, "y", want, runtime.Floats(result, want.Shape...), c.Tolerance)
			}
		})
	}
	for _, op := range ir.Ops() {
		if op.Samples[0].Args != nil && op.Samples[0].Args[0].DType == ir.Float {
			require.True(t, ran[op.Name], "%s has not run", op.Name)
		}
	}
}

// arguments returns the arguments of the node; a Kernel needs floats, and rows in all of
// them.
func arguments(node *ir.Node, c conformance.Case) (args []runtime.Tensor, possible bool) {
	for _, arg := range node.Args {
		value := c.Batch.Inputs[arg.Name]
		if value.Size() == 0 {
			return nil, false
		}
		args = append(args, value)
		possible = possible || value.Float != nil
	}
	return args, possible && len(c.Want["y"].Float) > 0
}
