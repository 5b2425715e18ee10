package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets/nbody"
	"gmnc/run"
	"gmnc/system"
)

// TestScaleFor: published models see the paper's simulations as they are, in whatever
// decimal unit, and other data with their length and time.
func TestScaleFor(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: system.Composition{3, 2, 1}, Train: 40, Seed: 1}, nil)
	require.NoError(t, err)
	gmn, law := builder.Config{Model: "gmn"}, builder.Config{Model: "gmn-ode"}
	scale, why := run.ScaleFor(run.AutoScale, gmn, data)
	require.Zero(t, scale)
	require.Contains(t, why, "as the paper's simulations: networks see positions and velocities as they are")
	scale, _ = run.ScaleFor(run.AutoScale, law, data)
	require.InDelta(t, 1, scale.Length, 0.2)
	require.NotEqual(t, 1.0, scale.Length)
	scale, why = run.ScaleFor("", law, data)
	require.Zero(t, scale)
	require.Empty(t, why)

	for i := range data.Train {
		for k := range data.Train[i].Position {
			data.Train[i].Position[k] *= 1000
			data.Train[i].TargetPosition[k] *= 1000
			data.Train[i].Velocity[k] *= 100
		}
	}
	scale, _ = run.ScaleFor(run.AutoScale, gmn, data)
	require.Equal(t, builder.Scale{Length: 1000, Velocity: 100}, scale, "powers of ten")
	scale, why = run.ScaleFor(run.DataScale, gmn, data)
	require.InDelta(t, run.Length(data)/4, scale.Length, 1e-9)
	require.Contains(t, why, "networks see positions in units of ")
}
