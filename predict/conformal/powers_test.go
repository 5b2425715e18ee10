package conformal

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// rolledErrors are errors of the size that a rule gives, by sums of radii and motions, of
// systems of one particle, in a unit of length.
func rolledErrors(count int, seed uint64, unit float64, size func(sum, motion float64) float64) (r Radii, e Errors) {
	source := rand.New(rand.NewPCG(seed, 0))
	for range count {
		sum, motion := math.Exp(source.NormFloat64()), math.Exp(source.NormFloat64())
		r.Position, r.motion = append(r.Position, float32(unit*sum)), append(r.motion, 0.01*unit*motion)
		e.Position = append(e.Position, unit*size(sum, motion)*math.Exp(0.3*source.NormFloat64()))
		e.Sizes = append(e.Sizes, 1)
	}
	r.System, r.systemMotion = r.Position, r.motion
	return r, e
}

// TestPowers: errors that follow how far particles move have a power of it, with factors
// near 1 in any unit, and radii cover the level of other samples.
func TestPowers(t *testing.T) {
	moving := func(sum, motion float64) float64 { return 0.3 * math.Sqrt(sum) * motion * motion }
	for _, unit := range []float64{1, 1e-6, 1e6} {
		r, e := rolledErrors(500, 1, unit, moving)
		step, covered := stepOf(0.9, 7, r, e)
		require.InDelta(t, 0.5, step.PositionPowers.Sum, 0.05)
		require.InDelta(t, 2, step.PositionPowers.Motion, 0.05)
		require.InDelta(t, math.Exp(0.3*1.28), step.Position, 0.15)
		require.InDelta(t, 0.9, covered.Position, 0.02)

		r, e = rolledErrors(500, 2, unit, moving)
		inside := 0
		for i, sum := range r.Position {
			if e.Position[i] <= step.Position*step.PositionPowers.Of(float64(sum), r.motion[i]) {
				inside++
			}
		}
		require.InDelta(t, 450, inside, 15)
	}
}

// TestNoPowers: errors that follow the sum, or nothing, or slow particles, have no powers,
// nor have too few; a sum that counts against errors has the power 0.
func TestNoPowers(t *testing.T) {
	for of, size := range map[string]func(sum, motion float64) float64{
		"the sum": func(sum, _ float64) float64 { return 2 * sum }, "nothing": func(float64, float64) float64 { return 3 },
		"slow particles": func(sum, motion float64) float64 { return sum / (motion * motion) },
	} {
		for seed := range uint64(20) {
			r, e := rolledErrors(400, seed, 1, size)
			step, _ := stepOf(0.9, 7, r, e)
			require.Nil(t, step.PositionPowers, "of %s", of)
			require.Nil(t, step.SystemPowers, "of %s", of)
		}
	}
	fast := func(sum, motion float64) float64 { return motion / math.Sqrt(sum) }
	r, e := rolledErrors(400, 1, 1, fast)
	step, _ := stepOf(0.9, 7, r, e)
	require.Zero(t, step.PositionPowers.Sum)
	require.InDelta(t, 1, step.PositionPowers.Motion, 0.1)
	r, e = rolledErrors(20, 1, 1, fast)
	step, _ = stepOf(0.9, 7, r, e)
	require.Nil(t, step.PositionPowers, "of too few")
	require.Equal(t, 3., step.PositionPowers.Of(3, 7))
}
