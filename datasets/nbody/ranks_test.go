package nbody_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/internal/test/ranks"
	"gmnc/runtime"
	"gmnc/sim"
)

// TestSimulateOnRanks: any number of ranks simulates the bytes of one process,
// also where some have no sample.
func TestSimulateOnRanks(t *testing.T) {
	composition, shapes, err := sim.ParseSystem("1 particle, 1 stick, 1 chain(3)")
	require.NoError(t, err)
	config := nbody.Config{System: composition, Shapes: shapes, Train: 3, Valid: 2, Test: 1, Frames: 3, Seed: 5}
	alone, _, err := nbody.Simulate(t.Context(), config, nil)
	require.NoError(t, err)
	want, err := datasets.Encode(alone)
	require.NoError(t, err)
	for _, size := range []int{1, 2, 5} {
		errs := ranks.Run(size, func(r runtime.Ranks) error {
			data, _, err := nbody.SimulateOn(t.Context(), r, config, nil)
			if err != nil || r.Rank() > 0 {
				return err
			}
			got, err := datasets.Encode(data)
			require.Equal(t, want, got)
			return err
		})
		for _, err := range errs {
			require.NoError(t, err)
		}
	}
}
