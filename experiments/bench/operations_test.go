package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/system"
)

// TestOperations: by hand for networks of width 1, and for the paper's model
// the 4.9 GFLOP that its training step is known to need.
func TestOperations(t *testing.T) {
	narrow := builder.Config{Model: "gmn", Form: builder.Published, Layers: 1, Hidden: 1}
	for _, c := range []struct {
		composition  system.Composition
		layers       int
		multiplyAdds float64
	}{
		{system.Composition{1}, 1, 1 + 2 + 2},
		{system.Composition{1}, 2, 1 + 2*(2+2) + 3},
		{system.Composition{0, 1}, 1, 2 + (4 + 2*5) + 2*2 + 2*2 + (1+1)*2},
		{system.Composition{0, 0, 1}, 1, 3 + (6 + 6*5) + 6*2 + 2*2 + (1+2)*2 + 3*12},
	} {
		config := narrow
		config.Layers = c.layers
		require.Equal(t, 2*c.multiplyAdds, forward(config, c.composition), "%v of %d layers", c.composition, c.layers)
	}
	require.InDelta(t, 4.93e9, 200*trainingStep(builder.DefaultConfig(), tables), 0.01e9)
}

// TestOperationsOfLaw: by hand for networks of width 1, and for the model of
// `gmnc train --preset best`.
func TestOperationsOfLaw(t *testing.T) {
	config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 2, Hidden: 1}
	multiplyAdds := 2 + 2*5 + 2*(4+2*4+2*2) + 2*3
	require.Equal(t, float64(2*multiplyAdds), lawForward(config, system.Composition{2}))
	require.Equal(t, float64(2*(3*multiplyAdds-2-2*8)), lawStep(config, system.Composition{2}))
	options := DefaultOptions()
	require.InDelta(t, 3.44e9, 50*lawStep(options.Law, tables), 0.01e9)
}
