package verify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/predict/verify"
	"gmnc/system"
)

// TestDisplacementsAreRoundedAsPositions: a velocity that is the way between two positions
// is known as well as they are, in systems that hardly move, too. Another velocity is held
// to its own largest entry.
func TestDisplacementsAreRoundedAsPositions(t *testing.T) {
	ranges := small(t)
	ranges.Speed.Least, ranges.Speed.Most = 1e-6, 2e-6
	for _, way := range []float32{0, 1e-5} {
		model := changed{interpreted(t), func(samples []system.Sample, position, velocity *[]float32) error {
			at := 0
			for _, s := range samples {
				for i, x := range s.Position {
					to := x + s.Velocity[i]
					(*position)[at], (*velocity)[at] = to, to-x+way
					at++
				}
			}
			return nil
		}}
		for seed := range uint64(3) {
			random := rand.New(rand.NewPCG(1, seed))
			groups, err := verify.InRanges(tiny, ranges, verify.Inside, 20, random)
			require.NoError(t, err)
			report := verify.Trusted{}.Moves(builder.Describe("egnn"), groups, random, model)
			if way == 0 {
				require.NoError(t, report.Err())
			} else {
				require.ErrorContains(t, report.Err(), "at velocity of system")
			}
		}
	}
}
