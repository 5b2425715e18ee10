package checks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestSamePositionAtFirst: samples that begin, or rest, where those of training do are other samples
// where their velocities are others.
func TestSamePositionAtFirst(t *testing.T) {
	data := copied(t)
	start := data.Train[0].Position
	for _, samples := range data.Splits() {
		for k := range *samples {
			s := &(*samples)[k]
			s.Position = start
		}
	}
	data.Train[1].TargetPosition = start
	require.Empty(t, found(data, "split"))
	data.Train[1].Position = data.Train[1].TargetVelocity
	require.Equal(t, "20 inputs of test are targets or frames of train, 20 inputs of valid are targets or frames of train", found(data, "split"))
}

// TestOtherForcesLater: samples that begin alike and are pushed otherwise after the first frame are
// other samples.
func TestOtherForcesLater(t *testing.T) {
	begin := func(push float32) *datasets.Data {
		samples := make([]system.Sample, 10)
		for k := range samples {
			force := []float32{1, 0, 0, push * float32(k), 0, 0, 0, 0, 0}
			samples[k] = system.Sample{}.Along(&system.Trajectory{
				Particles: 1, Positions: []float64{0, 0, 0, 1, 0, 0, 3 + float64(force[3])/2, 0, 0}, Velocities: []float64{0, 0, 0, 2, 0, 0, 2 + float64(force[3]), 0, 0},
				Given: system.Given{{Field: system.Force, Values: force}},
			})
		}
		return &datasets.Data{Train: samples[:5], Test: samples[5:]}
	}
	require.Equal(t, "4 of 5 samples of the train split are copies of earlier ones", found(begin(0), "repeats"))
	require.Equal(t, "5 inputs of test are in train", found(begin(0), "split"))
	require.Empty(t, found(begin(1), "repeats"))
	require.Empty(t, found(begin(1), "split"))
}

// TestSingleParticlesOfOneSplit: they have no extent to compare.
func TestSingleParticlesOfOneSplit(t *testing.T) {
	data, of := copied(t), func(s *system.Sample, particles int) {
		*s = system.Sample{Position: s.Position[:3*particles], Velocity: s.Velocity[:3*particles], TargetPosition: s.TargetPosition[:3*particles]}
		for i := range s.Position {
			s.Position[i], s.Velocity[i], s.TargetPosition[i] = s.Position[i]/1000, s.Velocity[i]/1000, s.TargetPosition[i]/1000
		}
	}
	for split, samples := range data.Splits() {
		for k := range *samples {
			of(&(*samples)[k], map[string]int{"train": 5, "valid": 5, "test": 1}[split])
		}
	}
	require.Empty(t, found(data, "scales"))
}

// TestOneThatTurnsBack: of a single sample that goes on no straight line no time is known.
func TestOneThatTurnsBack(t *testing.T) {
	data := copied(t)
	data.Test = data.Test[:1]
	for i := range data.Test[0].Velocity {
		data.Test[0].Velocity[i] *= -0.05
		data.Test[0].TargetVelocity[i] *= -0.05
	}
	require.Empty(t, found(data, "scales"))
}

// TestFieldsOfOneSplit: forces of 0 in some splits are no other unit.
func TestFieldsOfOneSplit(t *testing.T) {
	for _, acts := range []string{"train", "test"} {
		data := copied(t)
		for split, samples := range data.Splits() {
			for k := range *samples {
				force := make([]float32, len((*samples)[k].Position))
				if split == acts {
					force[0] = 0.01
				}
				system.Force.Set(&(*samples)[k], force)
			}
		}
		require.Empty(t, found(data, "scales"), acts)
	}
}
