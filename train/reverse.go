package train

import (
	"slices"

	"gmnc/internal/fields"
	"gmnc/system"
)

// mostSlowed is the least share of its kinetic energy that the motion of the systems' centers
// keeps, on average, if no friction acts.
const mostSlowed = 0.9

// slowing lists the fields that take energy from a system.
var slowing = []*system.Field{system.TurnDamping, system.SlideDamping, system.TurnFriction, system.SlideFriction, system.Friction}

// Reversible returns an error if training samples cannot be trained on backwards in time: if
// one has no target velocity, or if friction acts. Forces within a system do not change the
// velocity of its center, so friction shows in centers that slow down. It does not show if the
// centers rest.
func Reversible(samples []system.Sample) error {
	if without := system.WithoutTargetVelocity(samples); without >= 0 {
		return fields.Errorf("{reverse} needs the target velocities of all training samples (vT), in the unit of the velocities; sample %d has none", without)
	}
	for _, f := range slowing {
		acts := func(s system.Sample) bool {
			return slices.ContainsFunc(f.Of(&s), func(value float32) bool { return value > 0 })
		}
		if i := slices.IndexFunc(samples, acts); i >= 0 {
			return fields.Errorf("{reverse} is right only where no friction acts: sample %d has %s", i, f.Name)
		}
	}
	var before, after, all float64
	for _, s := range samples {
		before += centerSquare(s.Velocity)
		after += centerSquare(s.TargetVelocity)
		for _, v := range s.Velocity {
			all += float64(v) * float64(v) / float64(s.Particles())
		}
	}
	if before > 1e-6*all && after < mostSlowed*before {
		return fields.Errorf("{reverse} is right only where no friction acts: the centers of the training samples keep %.0f %% of their kinetic energy from v0 to vT (or vT is in another unit than v0)", 100*after/before)
	}
	return nil
}

// centerSquare returns the square of the mean of velocities [n*3].
func centerSquare(velocity []float32) (square float64) {
	var mean [3]float64
	for i, v := range velocity {
		mean[i%3] += 3 * float64(v) / float64(len(velocity))
	}
	for _, v := range mean {
		square += float64(v * v)
	}
	return square
}

// withReversed returns the samples, followed by each of them backwards in time. Systems that
// start at their targets with reversed velocities return to where they came from. The samples
// must be Reversible.
func withReversed(samples []system.Sample) []system.Sample {
	all := slices.Clone(samples)
	for _, s := range samples {
		s.Position, s.TargetPosition = s.TargetPosition, s.Position
		s.Velocity, s.TargetVelocity = negated(s.TargetVelocity), negated(s.Velocity)
		all = append(all, s)
	}
	return all
}

func negated(values []float32) []float32 {
	opposite := make([]float32, len(values))
	for i, value := range values {
		opposite[i] = -value
	}
	return opposite
}
