package verify_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/predict/verify"
	"gmnc/system"
)

// small are ranges of systems of a tenth of the usual lengths and speeds.
func small(t *testing.T) *system.Ranges {
	t.Helper()
	samples := fixtures.Samples(system.Composition{1, 1, 1}, 20, 3)
	for i := range samples {
		s := &samples[i]
		s.Position, s.Velocity = slices.Clone(s.Position), slices.Clone(s.Velocity)
		for k := range s.Position {
			s.Position[k], s.Velocity[k] = s.Position[k]/10, s.Velocity[k]/10
		}
	}
	return system.MeasureRanges(samples, nil)
}

// TestSystemsLieInTheRanges: those drawn within the ranges are not outside of them, and
// those beyond are faster.
func TestSystemsLieInTheRanges(t *testing.T) {
	ranges := small(t)
	random := rand.New(rand.NewPCG(1, 2))
	inside, err := verify.InRanges(tiny, ranges, verify.Inside, 50, random)
	require.NoError(t, err)
	require.Len(t, inside[0].Samples, 50)
	for _, s := range inside[0].Samples {
		require.NoError(t, system.CheckInputs([]system.Sample{s}))
		found := system.MeasureRanges([]system.Sample{s}, nil)
		require.LessOrEqual(t, found.Bar.Most, ranges.Bar.Most*1.001)
		require.GreaterOrEqual(t, found.Bar.Least, ranges.Bar.Least*0.999)
		require.LessOrEqual(t, found.Charge.Most, 1.0)
	}
	beyond, err := verify.InRanges(tiny, ranges, verify.Beyond, 50, random)
	require.NoError(t, err)
	require.Greater(t, system.MeasureRanges(beyond[0].Samples, nil).Speed.Most, ranges.Speed.Most)
	none, err := verify.InRanges(tiny, nil, verify.Inside, 50, random)
	require.NoError(t, err)
	require.Empty(t, none)
	damaged := *ranges
	damaged.Structures = []system.Structure{{Particles: 3, Parents: []int64{5, -1, 0}}}
	_, err = verify.InRanges(tiny, &damaged, verify.Inside, 1, random)
	require.ErrorContains(t, err, "the parent 5 is not in its system")
}

// TestAChangeWithinTheRangesIsFound: whatever changes one system in a hundred, or acts
// beyond a speed, a place or a charge alone.
func TestAChangeWithinTheRangesIsFound(t *testing.T) {
	ranges := small(t)
	drawn := func(place verify.Region, count int) []verify.Group {
		groups, err := verify.InRanges(tiny, ranges, place, count, rand.New(rand.NewPCG(uint64(place), 5)))
		require.NoError(t, err)
		return groups
	}
	groups := slices.Concat(drawn(verify.Inside, 700), drawn(verify.Edges, 20), drawn(verify.Beyond, 20))
	model := interpreted(t)
	held := verify.Trusted{Predictor: model}.Agree(groups, model)
	require.NoError(t, held.Err())
	require.Len(t, held.Findings, 1)
	fastest := func(s system.Sample) float64 { return system.MeasureRanges([]system.Sample{s}, nil).Speed.Most }
	calls := 0
	for name, changes := range map[string]func(s system.Sample) bool{
		"one in a hundred": func(system.Sample) bool { calls++; return calls%100 == 0 },
		"fast ones":        func(s system.Sample) bool { return fastest(s) > ranges.Speed.Most*1.2 },
		"far ones":         func(s system.Sample) bool { return slices.Max(s.Position) > float32(1.2*ranges.Coordinate.Most) },
		"strong charges":   func(s system.Sample) bool { return slices.Max(s.Charge) > 1.5 },
	} {
		t.Run(name, func(t *testing.T) {
			forged := changed{model, func(samples []system.Sample, position, _ *[]float32) error {
				at := 0
				for _, s := range samples {
					if changes(s) {
						(*position)[at] *= 1.01
					}
					at += len(s.Position)
				}
				return nil
			}}
			require.ErrorContains(t, verify.Trusted{Predictor: model}.Agree(groups, forged).Err(), verify.Sampled)
		})
	}
}

// TestMovesOfSystemsLikeTheTraining: what is broken in a symmetry or a length is found on
// them, too, and what holds is one finding a promise.
func TestMovesOfSystemsLikeTheTraining(t *testing.T) {
	groups, err := verify.InRanges(tiny, small(t), verify.Inside, 5, rand.New(rand.NewPCG(1, 2)))
	require.NoError(t, err)
	model := interpreted(t)
	random := func() *rand.Rand { return rand.New(rand.NewPCG(3, 4)) }
	held := verify.Trusted{Predictor: model}.Moves(tiny.Describe(), groups, random(), model)
	require.NoError(t, held.Err())
	require.Len(t, held.Findings, 5)
	falling := changed{model, func(_ []system.Sample, position, _ *[]float32) error {
		for i := 2; i < len(*position); i += 3 {
			(*position)[i] -= 0.1
		}
		return nil
	}}
	require.ErrorContains(t, verify.Trusted{}.Moves(tiny.Describe(), groups, random(), falling).Err(), "rotations on systems like the training's")
	shifted := changed{model, func(_ []system.Sample, position, _ *[]float32) error {
		(*position)[0] += 0.01
		return nil
	}}
	require.ErrorContains(t, verify.Trusted{}.Moves(config.Describe("gmn"), groups, random(), shifted).Err(), verify.Lengths)
}
