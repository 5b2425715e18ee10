package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/ir"
)

// TestSharedPrograms: the steps of a model share the instructions of their row programs.
func TestSharedPrograms(t *testing.T) {
	programs := func(steps int) (distinct, calls int) {
		model, err := builder.New(config.Config{Model: "gmn-ode", Form: config.Published, Layers: steps, Hidden: 4}, false)
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

// TestProgramsOfDifferentBodies: bodies that differ in one attribute, or in the type of one
// argument, have programs of their own; equal ones share one.
func TestProgramsOfDifferentBodies(t *testing.T) {
	keys := map[string]bool{}
	for _, c := range []struct {
		columns int
		high    float64
	}{{3, 1}, {3, 1}, {3, 2}, {2, 1}} {
		m := ir.SampleModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			b.Output("y", b.Clamp(b.Input("x", ir.Floats(ir.Rows("particles"), c.columns)), -1, c.high))
		}))
		keys[bodyKey(m.Main)] = true
	}
	require.Len(t, keys, 3)
}
