package checks

import (
	"math"

	"gmnc/system"
)

// motors finds torques, thrusts, dampings and frictions of joints in another unit than masses
// and motions, if only gravity does other work on them. It finds nothing if the model learns
// constants of mechanics, which may have any value, or if there is neither a model nor masses.
func motors(s *subject) result {
	time, known, err := s.data.About.Time()
	if !known || err != nil || len(s.steps) < fewDriven || !s.steps[0].Jointed() || system.Rest.Of(&s.steps[0]) == nil || s.reads(system.Torque) != s.reads(system.Thrust) {
		return result{}
	}
	if s.learns() || s.model == nil && !s.has(system.Mass) || s.has(system.JointType, system.Force, system.TurnLimits, system.SlideLimits, system.RotorInertia, system.RotorMass) {
		return result{}
	}
	var both, driven, lost, weightless balance
	for k := range s.steps {
		if s.steps[k].TargetVelocity == nil {
			return result{}
		}
		gain := GainWithoutGravity(&s.steps[k])
		work, loss := workOnJoints(&s.steps[k], time)
		both.take(gain, work-loss)
		weightless.take(KineticGain(&s.steps[k]), work-loss)
		driven.take(gain+loss, work)
		lost.take(gain-work, -loss)
	}
	most := max(both.explains(), driven.explains(), lost.explains())
	if most <= explained && weightless.explains() > explained && weightless.measured("").size <= mostDriven {
		return measure(math.Inf(1), "motors move training samples as if there were no gravity: their torques leave out what holds against it")
	}
	switch most {
	case both.explains():
		return both.measured("motors and dampings")
	case driven.explains():
		return driven.measured("motors, apart from dampings")
	default:
		return lost.measured("dampings, apart from motors")
	}
}

// workOnJoints returns the work of motors on a system with joints from its input to its target,
// and the loss to dampings and frictions.
func workOnJoints(s *system.Sample, time float64) (work, loss float64) {
	positions := JointPositions(s)
	before, after := positions(s.Position), positions(s.TargetPosition)
	for _, members := range s.Objects.Of(system.Body) {
		first := members[0]
		displacement := math.Remainder(after[first]-before[first], 2*math.Pi)
		of := func(turning, sliding *system.Field) (sum float64) {
			for _, values := range [][]float32{turning.Of(s), sliding.Of(s)} {
				if values != nil {
					sum += float64(values[first])
				}
			}
			return sum
		}
		work += float64(of(system.Torque, system.Thrust) * displacement)
		loss += float64(of(system.TurnDamping, system.SlideDamping) * displacement * displacement / time)
		loss += float64(of(system.TurnFriction, system.SlideFriction) * math.Abs(displacement))
	}
	return work, loss
}
