package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/ir"
)

// TestSharedPrograms: the steps of a model share the instructions of their row programs.
func TestSharedPrograms(t *testing.T) {
	programs := func(steps int) (distinct, calls int) {
		model, err := builder.New(builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: steps, Hidden: 4}, false)
		require.NoError(t, err)
		cheaper, err := ir.OptimizeForKernels(model.Module)
		require.NoError(t, err)
		p, err := lowered(cheaper)
		require.NoError(t, err)
		for _, c := range p.calls[within] {
			if c.node.Callee != nil {
				calls++
			}
		}
		return len(p.programs), calls
	}
	few, callsOfFew := programs(6)
	many, callsOfMany := programs(12)
	require.Equal(t, few, many)
	require.Greater(t, callsOfMany, callsOfFew)
}
