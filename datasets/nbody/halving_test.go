package nbody

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sim"
	"gmnc/system"
)

// TestHalve: a step that changes the motion of a chain is refused with one that does, and
// that one is taken.
func TestHalve(t *testing.T) {
	m := sim.Mechanics{Gravity: [3]float64{0, 0, -60}, Hang: true, Neutral: true}
	config := Config{Shapes: []sim.Shape{sim.Chain(3)}, Train: 8, Frames: 11, Settings: sim.Settings{TimeStep: 0.1, Mechanics: m}}
	data, _, err := Simulate(t.Context(), config, nil)
	require.NoError(t, err)
	coarse, err := config.Halve(t.Context(), data)
	require.ErrorContains(t, err, "half of the time_step 0.1 changes the motion by ")
	require.ErrorContains(t, err, "above the bound of 0.01: take 0.0")
	require.Greater(t, coarse.Median, StepBound)

	config.TimeStep = 0.005
	data, _, err = Simulate(t.Context(), config, nil)
	require.NoError(t, err)
	fine, err := config.Halve(t.Context(), data)
	require.NoError(t, err)
	require.Equal(t, 8, fine.Systems)
	require.Less(t, fine.Median, StepBound)

	for i := range data.Train {
		data.Train[i].Position[0] = float32(math.NaN())
	}
	lost, err := config.halved(t.Context(), []*system.Sample{&data.Train[0], &data.Train[1]})
	require.NoError(t, err)
	require.Equal(t, Halving{Systems: 2, Over: 2, Median: math.Inf(1)}, lost)
}
