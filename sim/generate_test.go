package sim

import (
	"context"
	"math/rand/v2"
	"testing"

	"gmnc/internal/test/allclose"
	"gmnc/system"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestGenerateIsTheSameOnAnyNumberOfWorkers(t *testing.T) {
	for _, config := range []Config{
		{System: system.Composition{3, 2, 1}, Seed: 43, Split: 1, Count: 20},
		{Shapes: []Shape{Chain(3), Body(3)}, Seed: 43, Count: 6, Settings: Settings{TimeStep: 0.005}},
	} {
		config.Workers = 1
		want, _, err := Generate(t.Context(), config, nil)
		require.NoError(t, err)
		for _, workers := range []int{0, 2, 7} {
			config.Workers = workers
			got, _, err := Generate(t.Context(), config, nil)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(want, got), "%d workers", workers)
		}

		config.Count = 5
		prefix, _, err := Generate(t.Context(), config, nil)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(want[:5], prefix))
	}
}

func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(4) {
		for split := range uint64(4) {
			for index := range uint64(4) {
				for attempt := range uint64(4) {
					seen[stream(seed, split, index, attempt).Uint64()] = true
				}
			}
		}
	}
	require.Len(t, seen, 4*4*4*4)
}

func TestSampleIsTwoFramesOfATrajectory(t *testing.T) {
	config := Config{System: system.Composition{2, 1, 1}, Seed: 5, Split: 6, Count: 3}
	samples, redrawn, err := Generate(t.Context(), config, nil)
	require.NoError(t, err)
	require.Zero(t, redrawn)

	state := state{NewState(config.System, stream(5, 6, 2, 0))}
	in := mustEuler(t, state, TimeStep)
	advance(in, frameSteps*InputFrame+1)
	require.Equal(t, *state.State, samples[2].Input)
	advance(in, frameSteps*(TargetFrame-InputFrame))
	require.Equal(t, *state.State, samples[2].Target)
}

// TestFramesAreThePublishedOnes: the published data sets predict frame 40 from
// frame 30 of a trajectory that keeps every 100th state, from the second on.
func TestFramesAreThePublishedOnes(t *testing.T) {
	config := Config{System: system.Composition{1, 1}, Seed: 3, Count: 1}
	samples, _, err := Generate(t.Context(), config, nil)
	require.NoError(t, err)
	state := state{NewState(config.System, stream(3, 0, 0, 0))}
	in := mustEuler(t, state, TimeStep)
	advance(in, 3001)
	require.Equal(t, *state.State, samples[0].Input)
	advance(in, 1000)
	require.Equal(t, *state.State, samples[0].Target)
}

func TestEverySystemWorks(t *testing.T) {
	for _, composition := range []system.Composition{{1, 2, 0}, {2, 0, 1}, {0, 10, 0}, {5, 3, 3}, {4, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}} {
		samples, redrawn, err := Generate(t.Context(), Config{System: composition, Seed: 1, Count: 3}, nil)
		require.NoError(t, err)
		require.Zero(t, redrawn)
		require.Len(t, samples, 3)
		for _, sample := range samples {
			require.Len(t, sample.Input.Position, composition.N())
			require.Len(t, sample.Target.Objects.Of(system.Stick), composition.Count(system.Stick))
			require.Len(t, sample.Target.Objects.Of(system.Hinge), composition.Count(system.Hinge))
			require.NotEqual(t, sample.Input.Position, sample.Target.Position)
			allclose.Within(t, state{&sample.Input}.lengths(), state{&sample.Target}.lengths(), lengthTolerance)
		}
	}
}

func TestProgressCountsEverySample(t *testing.T) {
	var calls []int
	config := Config{System: system.Composition{2}, Count: 5, Workers: 3}
	_, _, err := Generate(t.Context(), config, func(done int) { calls = append(calls, done) })
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3, 4, 5}, calls)
}

func TestNonFiniteTrajectoriesAreDrawnAgain(t *testing.T) {
	config := Config{System: system.Composition{3, 2, 1}, Seed: 7, Count: 16, Workers: 2}
	// A third of the draws, picked by their own streams, put two particles in
	// one place.
	coincide := func(config Config, rng *rand.Rand) *system.State {
		spoil := rng.IntN(3) == 0
		state := newState(config, rng)
		if spoil {
			state.Position[0] = state.Position[1]
		}
		return state
	}
	want := 0
	for index := range config.Count {
		for attempt := uint64(0); stream(config.Seed, config.Split, uint64(index), attempt).IntN(3) == 0; attempt++ {
			want++
		}
	}
	require.Positive(t, want)

	samples, redrawn, err := generate(t.Context(), config, nil, coincide)
	require.NoError(t, err)
	require.Equal(t, want, redrawn)
	for _, sample := range samples {
		require.True(t, state{&sample.Input}.finite())
		require.True(t, state{&sample.Target}.finite())
	}
}

func TestGenerateRefuses(t *testing.T) {
	ok := system.Composition{3, 2, 1}
	for want, config := range map[string]Config{
		"system 0,0,0: has no particle, expected at least one":                       {Count: 1},
		"system 1,0,-1: counts of particles, sticks and hinges must not be negative": {System: system.Composition{1, 0, -1}, Count: 1},
		"simulation of -1 samples: expected 0 to 10000000":                           {System: ok, Count: -1},
		"simulation of 10000001 samples: expected 0 to 10000000":                     {System: ok, Count: MaxCount + 1},
		"workers -1: expected at least 1, or 0 for one a processor":                  {System: ok, Workers: -1},
	} {
		samples, _, err := Generate(t.Context(), config, nil)
		require.EqualError(t, err, want)
		require.Nil(t, samples)
	}
}

func TestNoSamples(t *testing.T) {
	samples, redrawn, err := Generate(t.Context(), Config{System: system.Composition{1}}, nil)
	require.NoError(t, err)
	require.Empty(t, samples)
	require.Zero(t, redrawn)
}

func TestCancelReturnsPromptly(t *testing.T) {
	// Hours of work, cancelled by its first progress call or before it starts.
	config := Config{System: system.Composition{5, 3, 3}, Count: 1_000_000, Workers: 2}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	finished := 0
	for range 2 {
		samples, _, err := Generate(ctx, config, func(int) { finished++; cancel() })
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, samples)
	}
	// A worker may be past its last look at the context.
	require.LessOrEqual(t, finished, config.Workers)
}
