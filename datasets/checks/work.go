package checks

import (
	"fmt"
	"math"
	"slices"

	"gmnc/system"
)

// balance compares the changes of samples' energies with the work that is done on them, the changes
// of their momenta with what forces give them, or displacements with velocities.
type balance struct{ gains, works, both float64 } // sums of squares and products

func (e *balance) take(gain, work float64) {
	e.gains, e.works, e.both = e.gains+float64(gain*gain), e.works+float64(work*work), e.both+float64(gain*work)
}

// correlation returns the correlation of the two, or 0 if either is 0 throughout.
func (e *balance) correlation() float64 {
	if e.gains == 0 || e.works == 0 {
		return 0
	}
	return e.both / (math.Sqrt(e.gains) * math.Sqrt(e.works))
}

// explains returns the fraction of the squares of the changes that the work explains.
func (e *balance) explains() float64 {
	return e.correlation() * e.correlation()
}

// measured returns the factor between the changes of energy and the work, if the work explains
// them.
func (e *balance) measured(what string) result {
	fraction := e.both / e.works
	if e.explains() <= explained {
		return result{}
	}
	return measure(factorOf(fraction), fmt.Sprintf("the energy of training samples changes by %.2g times the work of %s", fraction, what))
}

// learns reports whether the model learns constants of mechanics, which may have any value
// before.
func (s *subject) learns() bool { return s.model != nil && s.model.Learns }

// has reports whether the data have any of the fields.
func (s *subject) has(fields ...*system.Field) bool { return slices.ContainsFunc(fields, s.data.Has) }

// springWork finds stiffnesses in another unit than masses and motions, if only gravity does
// other work.
func springWork(s *subject) result {
	column := slices.Index(s.data.EdgeFeatures, system.StiffnessFeature)
	if column < 0 || len(s.steps) < fewDriven || s.learns() || system.WithoutTargetVelocity(s.steps) >= 0 ||
		s.has(system.Charge, system.Force, system.Torque, system.Thrust, system.Box, system.Planes, system.RotorInertia, system.RotorMass) {
		return result{}
	}
	var springs balance
	for k := range s.steps {
		sample := &s.steps[k]
		springs.take(GainWithoutGravity(sample), InSprings(sample, s.data.EdgeFeatures, sample.Position)-InSprings(sample, s.data.EdgeFeatures, sample.TargetPosition))
	}
	return springs.measured("springs")
}
