package checks

import (
	"math"

	"gmnc/internal/vector"
	"gmnc/system"
)

// motorWork compares the energies of samples with joints with the work of their motors.
type motorWork struct {
	both, driven, lost, weightless balance
	gravity                        [3]float64 // the gravity that explains what motors and dampings leave
	residual                       float64    // the fraction of squares that it leaves, or 1
}

// motorWork returns the comparison, which is computed once. Nothing is compared if something other
// than gravity does work, too, if the model learns constants of mechanics, which may have any value,
// or if there is neither a model nor masses.
func (s *subject) motorWork() motorWork {
	return cached(&s.motors, func() motorWork {
		w := motorWork{residual: 1}
		time, known, _ := s.data.About.Time()
		if !known || len(s.steps) < fewDriven || !s.steps[0].Jointed() || system.Rest.Of(&s.steps[0]) == nil || s.reads(system.Torque) != s.reads(system.Thrust) ||
			system.WithoutTargetVelocity(s.steps) >= 0 {
			return w
		}
		if s.learns() || s.model == nil && !s.has(system.Mass) || s.has(system.JointType, system.Force, system.TurnLimits, system.SlideLimits, system.RotorInertia, system.RotorMass) {
			return w
		}
		var pulls pull
		for k := range s.steps {
			one := energiesOf(&s.steps[k])
			gain := one.change - one.work
			work, loss := workOnJoints(&s.steps[k], time)
			w.both.take(gain, work-loss)
			w.weightless.take(one.change, work-loss)
			w.driven.take(gain+loss, work)
			w.lost.take(gain-work, -loss)
			if g := system.Gravity.Of(&s.steps[k]); g != nil {
				pulls.take(g, one.change-(work-loss), one.moment)
			}
		}
		w.gravity, w.residual = pulls.solve()
		return w
	})
}

// most returns the largest fraction of the changes of energies that motors, dampings or both explain.
func (w *motorWork) most() float64 {
	return max(w.both.explains(), w.driven.explains(), w.lost.explains())
}

// motors finds torques, thrusts, dampings and frictions of joints in another unit than masses
// and motions, if only gravity does other work on them.
func motors(s *subject) result {
	w := s.motorWork()
	if _, _, elsewhere := drivenElsewhere(s); elsewhere {
		return result{} // another row reports it
	}
	most := w.most()
	if most <= explained && w.weightless.explains() > explained && w.weightless.measured("").size <= mostDriven {
		return measure(math.Inf(1), "motors move training samples as if there were no gravity: their torques leave out what holds against it")
	}
	switch most {
	case w.both.explains():
		return w.both.measured("motors and dampings")
	case w.driven.explains():
		return w.driven.measured("motors, apart from dampings")
	default:
		return w.lost.measured("dampings, apart from motors")
	}
}

// heldElsewhere is the largest fraction of squares that another gravity may leave of what motors and
// dampings leave.
const heldElsewhere = 0.02

// drivenElsewhere reports whether motors move samples against another gravity than theirs, of about
// the same size.
func drivenElsewhere(s *subject) (given, found [3]float64, elsewhere bool) {
	w := s.motorWork()
	if w.residual > heldElsewhere || w.most() > explained {
		return given, found, false
	}
	given, found = turned(system.Gravity.Of(&s.steps[0]), w.gravity)
	return given, found, math.Abs(vector.Norm(found)-vector.Norm(given)) < otherGravity*vector.Norm(given)
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
