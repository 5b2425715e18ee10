package checks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/vector"
	"gmnc/system"
)

// turnedArms are samples of the arm whose second body turns by half a radian, with torques and masses.
func turnedArms(count int) (all []system.Sample) {
	for range count {
		s := armAt(0, 0.5)
		s.TargetPosition, s.TargetVelocity = vector.Narrowed(s.Trajectory.Positions[24:]), vector.Narrowed(s.Trajectory.Velocities[24:])
		s.Trajectory = nil
		system.Torque.Set(&s, []float32{0, 0, 0, 0, 3, 3, 3, 3})
		system.Mass.Set(&s, slices.Repeat([]float32{2}, 8))
		all = append(all, s)
	}
	return all
}

// TestWorkOnJoints: motors work along the displacements of joints, dampings by their squares over the time, and frictions by
// their lengths.
func TestWorkOnJoints(t *testing.T) {
	s := turnedArms(1)[0]
	of := func(first, second float32) []float32 { return []float32{first, 9, 9, 9, second, 9, 9, 9} }
	requireWork := func(wantWork, wantLoss float64) {
		t.Helper()
		work, loss := workOnJoints(&s, 0.1)
		require.InDelta(t, wantWork, work, 1e-5)
		require.InDelta(t, wantLoss, loss, 1e-5)
	}
	requireWork(1.5, 0)
	system.Thrust.Set(&s, of(7, -1))
	requireWork(1, 0)
	system.TurnDamping.Set(&s, of(7, 2))
	requireWork(1, 2*0.25/0.1)
	system.SlideDamping.Set(&s, of(7, 1))
	requireWork(1, 3*0.25/0.1)
	system.TurnFriction.Set(&s, of(7, 4))
	requireWork(1, 3*0.25/0.1+4*0.5)
	system.SlideFriction.Set(&s, of(7, 1))
	requireWork(1, 3*0.25/0.1+5*0.5)
	s.Position, s.TargetPosition = s.TargetPosition, s.Position
	requireWork(-1, 3*0.25/0.1+5*0.5)
}

// TestWhatMotorsDrive: energies are compared with motors of five samples or more that have joints, masses and later velocities, if
// nothing else acts.
func TestWhatMotorsDrive(t *testing.T) {
	compared := func(change func(s *subject)) bool {
		s := at(turnedArms(fewDriven))
		change(s)
		return s.motorWork().both.works > 0
	}
	both := []string{system.Torque.Name, system.Thrust.Name}
	require.True(t, compared(func(*subject) {}))
	require.True(t, compared(func(s *subject) { s.model = &Model{Fields: both} }))
	for name, change := range map[string]func(s *subject){
		"no time":     func(s *subject) { s.data.About.Interval = "" },
		"few":         func(s *subject) { s.steps = s.steps[1:] },
		"no later":    func(s *subject) { s.steps[0].TargetVelocity = nil },
		"no later, 1": func(s *subject) { s.steps[1].TargetVelocity = nil },
		"no joints":   func(s *subject) { system.TurnAxis.Set(&s.steps[0], nil) },
		"no rest":     func(s *subject) { system.Rest.Set(&s.steps[0], nil) },
		"torque only": func(s *subject) { s.model = &Model{Fields: both[:1]} },
		"thrust only": func(s *subject) { s.model = &Model{Fields: both[1:]} },
		"learned":     func(s *subject) { s.model = &Model{Fields: both, Learns: true} },
		"no masses": func(s *subject) {
			for k := range s.train {
				system.Mass.Set(&s.train[k], nil)
			}
		},
	} {
		require.False(t, compared(change), name)
	}
	for _, f := range []*system.Field{system.JointType, system.Force, system.TurnLimits, system.SlideLimits, system.RotorInertia, system.RotorMass} {
		require.False(t, compared(func(s *subject) {
			for k := range s.train {
				f.Set(&s.train[k], make([]float32, 8*max(1, f.Columns)))
			}
		}), f.Name)
	}
}
