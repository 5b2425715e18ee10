package sysid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRounds: where a delay, friction and noise decide what residuals are, the last round changes the
// weight of a joint by less than 5 %, and the one before it by more.
func TestRounds(t *testing.T) {
	tree, r := hinge(300)
	random := rand.New(rand.NewPCG(1, 2))
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i] = math.Sin(3*time), 3*math.Cos(3*time)
		r.Torque[0][i] = 2*r.Rate[0][i] + math.Copysign(3, math.Cos(3*(time+0.02))) + 0.5*random.NormFloat64()
	}
	for before, settled := range map[int]bool{rounds - 1: true, rounds - 2: false} {
		l, err := newLaw(tree, []string{Inertia, "viscous", "coulomb", "offset", "delay", "memory"})
		require.NoError(t, err)
		f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{smoothed(tree, r, rateNoise(r), 0.05)})
		require.NoError(t, f.search(t.Context(), before))
		was := f.weights[0]
		f.weigh()
		require.Equal(t, settled, math.Abs(f.weights[0]/was-1) < 0.05, "%d rounds", before)
	}
}
