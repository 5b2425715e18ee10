package train

import (
	"slices"

	"gmnc/internal/fields"
	"gmnc/system"
)

// withReversed are the samples, and after them each one backwards in time:
// without friction, systems that meet their targets with reversed velocities
// go back to where they came from. Samples without target velocities are an
// error.
func withReversed(samples []system.Sample) ([]system.Sample, error) {
	all := slices.Clone(samples)
	for i, s := range samples {
		if s.TargetVelocity == nil {
			return nil, fields.Errorf("{reverse} needs the target velocities of all training samples (vT), in the unit of the velocities; sample %d has none", i)
		}
		s.Position, s.TargetPosition = s.TargetPosition, s.Position
		s.Velocity, s.TargetVelocity = negated(s.TargetVelocity), negated(s.Velocity)
		all = append(all, s)
	}
	return all, nil
}

func negated(values []float32) []float32 {
	opposite := make([]float32, len(values))
	for i, value := range values {
		opposite[i] = -value
	}
	return opposite
}
