package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestOperations: by hand for networks of width 1, and for the paper's model
// the 4.9 GFLOP that its training step is known to need.
func TestOperations(t *testing.T) {
	narrow := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 1}
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
	narrow.Hidden = 2 // two isolated particles, whose networks have 4 weights
	require.Equal(t, float64(2*(2*2+(2*2*4+2*(4*2+4))+2*(4+2)+2*(4+2))), forward(narrow, system.Composition{2}))
	require.Equal(t, 3*forward(narrow, system.Composition{2})-float64(2*2*(2+2*3)), trainingStep(narrow, system.Composition{2}))
	require.InDelta(t, 4.93e9, 200*trainingStep(config.DefaultConfig(), tables), 0.01e9)
}

// TestOperationsOfLaw: by hand for networks of width 1, and for the model of
// DefaultOptions.
func TestOperationsOfLaw(t *testing.T) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 1}
	multiplyAdds := 2 + 2*5 + 2*(4+2*4+2*2) + 2*3
	require.Equal(t, float64(2*multiplyAdds), lawForward(config, system.Composition{2}))
	require.Equal(t, float64(2*(3*multiplyAdds-2-2*8)), lawStep(config, system.Composition{2}))
	config.Hidden = 2
	multiplyAdds = 2*2 + 2*5*2 + 2*(2*2*4+2*(3*2+4)+2*(4+2)) + 2*3*4
	require.Equal(t, float64(2*multiplyAdds), lawForward(config, system.Composition{2}))
	require.Equal(t, float64(2*(3*multiplyAdds-2*2-2*2*8)), lawStep(config, system.Composition{2}))
	options := DefaultOptions()
	require.InDelta(t, 3.44e9, 50*lawStep(options.Law, tables), 0.01e9)
}

// TestOperationsOfTensors: by hand for two particles, two edges, and a channel in
// each degree.
func TestOperationsOfTensors(t *testing.T) {
	const radial = 2*3*32 + 2*32*32 // a network on two edges
	two := system.Composition{2}
	config := config.Config{Model: "tfn", Form: config.Published, Layers: 1, Hidden: 3}
	// From the charge and from the velocity to a vector: 3 numbers from 1
	// component, and 9 from 3; the velocity has a share of its own.
	products, weights := 2*(3*1+9*3), (3+9)*(2+2)*33
	forward := products + 2*radial + weights + 2*3
	unwanted := 2*products + 2*2*3*32 + (3+9)*2*33 + 2*3
	require.Equal(t, float64(2*(3*forward-unwanted)), tensorStep(config, two))

	// Attention from both to all three degrees, then from those to a vector.
	config.Model = "se3-transformer"
	sizes, components := (1+1)+(3+9)+(5+15), 2*((1+1*3)+(3*1+9*3)+(5*1+15*3))
	keys := (1 + 1) + (3 + 9)
	forward = components + 6*radial + sizes*(2+2)*33 // values
	forward += 4*radial + keys*(2+2)*33 + 4*2*32     // scores
	forward += 2*(1+3) + 2*(1+3) + 2*(1+3+5)         // own, queries, found
	unwanted = 2*components + 10*2*3*32 + (sizes+keys)*2*33 + 2*2*(1+3)
	last := []int{3, 9, 9} // from degrees 0, 1 and 2
	products = 2 * (last[0]*1 + last[1]*3 + last[2]*5)
	forward += products + 3*radial + (3+9+9)*(2+2)*33 + 2*3
	unwanted += products + 3*2*3*32
	require.Equal(t, float64(2*(3*forward-unwanted)), tensorStep(config, two))

	options := DefaultOptions()
	for i, operations := range []float64{20.35e9, 29.82e9} {
		require.InDelta(t, operations, 100*tensorStep(options.Tensors[i], tables), 0.01e9, options.Tensors[i].Model)
	}
}
