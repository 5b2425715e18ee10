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
