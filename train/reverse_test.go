package train_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// TestReverse: training backwards, too, is training on a data set in which
// every sample stands again, from its end to its beginning.
func TestReverse(t *testing.T) {
	reversed := with(newJob(t), func(o *run.Options) { o.Reverse = true })
	twice := newJob(t)
	opposite := func(values []float32) []float32 {
		negative := make([]float32, len(values))
		for i, value := range values {
			negative[i] = -value
		}
		return negative
	}
	samples := slices.Clone(twice.Data.Train)
	for _, s := range twice.Data.Train {
		samples = append(samples, system.Sample{
			Position: s.TargetPosition, Velocity: opposite(s.TargetVelocity),
			TargetPosition: s.Position, TargetVelocity: opposite(s.Velocity), Charge: s.Charge, Objects: s.Objects,
		})
	}
	data := *twice.Data
	data.Train = samples
	twice.Data = &data
	require.Equal(t, mustTrain(t, twice).Weights, mustTrain(t, reversed).Weights)
	forward, _ := plain(t)
	require.NotEqual(t, forward.Weights, mustRead(t, reversed.Store).Weights)

	slowed := with(newJob(t), func(o *run.Options) { o.Reverse = true })
	for i := range slowed.Data.Train {
		velocity := slices.Clone(slowed.Data.Train[i].TargetVelocity)
		for k := range velocity {
			velocity[k] *= 0.9
		}
		slowed.Data.Train[i].TargetVelocity = velocity
	}
	_, err := train.Train(t.Context(), slowed)
	require.EqualError(t, err, "reverse is right only where no friction acts: the centers of the training samples keep 81 % of their kinetic energy from v0 to vT (or vT is in another unit than v0)")

	without := with(newJob(t), func(o *run.Options) { o.Reverse = true })
	without.Data.Train[3].TargetVelocity = nil
	_, err = train.Train(t.Context(), without)
	require.EqualError(t, err, "reverse needs the target velocities of all training samples (vT), in the unit of the velocities; sample 3 has none")
}

// TestReversibleUpToATenthOfTheEnergy of the centers, which friction alone takes; centers
// that hardly move beside their particles say nothing.
func TestReversibleUpToATenthOfTheEnergy(t *testing.T) {
	// Two particles whose center has a speed, and that turn about it with another.
	samples := func(center, turning, kept float64) []system.Sample {
		v, w := float32(center), float32(turning)
		after := float32(math.Sqrt(kept)) * v
		return []system.Sample{{
			Position: make([]float32, 6), Velocity: []float32{v, w, 0, v, -w, 0}, TargetVelocity: []float32{after, w, 0, after, -w, 0},
		}}
	}
	for _, c := range []struct {
		center, turning, kept float64 // of the energy
		reversible            bool
	}{
		{1, 0, 1, true}, {1, 0, 0.91, true}, {1, 0, 0.89, false}, {1, 30, 0.89, false}, {1, 900, 0.5, false},
		{1, 1100, 0.5, true}, {0, 1, 1, true},
	} {
		require.Equal(t, c.reversible, train.Reversible(samples(c.center, c.turning, c.kept)) == nil, "%+v", c)
	}
	damped := samples(1, 0, 1)
	system.TurnFriction.Set(&damped[0], []float32{0, 0.1})
	require.EqualError(t, train.Reversible(damped), "reverse is right only where no friction acts: sample 0 has turn_friction")
}
