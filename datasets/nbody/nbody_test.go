package nbody

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

var small = Config{System: system.Composition{1, 1, 1}, Train: 3, Valid: 2, Test: 1, Seed: 5, Workers: 2}

func simulate(t *testing.T, n Config) *datasets.Data {
	t.Helper()
	data, _, err := Simulate(t.Context(), n, nil)
	require.NoError(t, err)
	return data
}

func TestSimulate(t *testing.T) {
	var seen []int
	data, redrawn, err := Simulate(t.Context(), small, func(done int) { seen = append(seen, done) })
	require.NoError(t, err)
	require.Zero(t, redrawn)
	require.Equal(t, 6, small.Count())
	require.Equal(t, []int{1, 2, 3, 4, 5, 6}, seen)
	require.Len(t, data.Train, 3)
	require.Len(t, data.Valid, 2)
	require.Len(t, data.Test, 1)
	for _, sample := range slices.Concat(data.Train, data.Valid, data.Test) {
		require.Equal(t, 6, sample.Particles())
		require.Len(t, sample.Objects.Of(system.Stick), 1)
		require.Len(t, sample.Objects.Of(system.Hinge), 1)
		for _, q := range sample.Charge {
			require.Contains(t, []float32{-1, 1}, q)
		}
	}
	require.NotEqual(t, data.Train[0], data.Valid[0], "splits have streams of their own")
	require.NotEqual(t, data.Valid[0], data.Test[0], "splits have streams of their own")

	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	stored, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, data, stored)
}

// TestSamplesAreTheSimulators: frames 30 and 40 of a trajectory, rounded.
func TestSamplesAreTheSimulators(t *testing.T) {
	samples, _, err := sim.Generate(t.Context(), sim.Config{System: small.System, Seed: 5, Split: 1, Count: 2}, nil)
	require.NoError(t, err)
	have := simulate(t, small).Valid
	for i, want := range samples {
		require.Equal(t, want.Input.Objects.Of(system.Stick), have[i].Objects.Of(system.Stick))
		require.Equal(t, want.Input.Objects.Of(system.Hinge), have[i].Objects.Of(system.Hinge))
		for particle, charge := range want.Input.Charge {
			require.Equal(t, float32(charge), have[i].Charge[particle])
			for axis := range 3 {
				at := 3*particle + axis
				require.Equal(t, float32(want.Input.Position[particle][axis]), have[i].Position[at])
				require.Equal(t, float32(want.Input.Velocity[particle][axis]), have[i].Velocity[at])
				require.Equal(t, float32(want.Target.Position[particle][axis]), have[i].TargetPosition[at])
				require.Equal(t, float32(want.Target.Velocity[particle][axis]), have[i].TargetVelocity[at])
			}
		}
	}
}

func TestASmallerSetIsTheBeginning(t *testing.T) {
	whole, part := small, small
	part.Train, part.Valid, part.Test, part.Workers = 2, 1, 0, 1
	all, some := simulate(t, whole), simulate(t, part)
	require.Equal(t, all.Train[:2], some.Train)
	require.Equal(t, all.Valid[:1], some.Valid)
	require.Empty(t, some.Test)
}

func TestSimulateEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := Simulate(ctx, small, nil)
	require.ErrorIs(t, err, context.Canceled)
	wrong := small
	wrong.Test = -1
	_, _, err = Simulate(t.Context(), wrong, nil)
	require.ErrorContains(t, err, "simulation of -1 samples")
}
