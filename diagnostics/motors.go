package diagnostics

import (
	"fmt"
	"math"

	"gmnc/datasets/motion"
	"gmnc/run"
	"gmnc/system"
)

// motors finds torques and thrusts of joints in another unit than masses and motions, where
// nothing but gravity and dampings does other work on them. What the model learns of these may
// be anything.
func motors(s *seen) string {
	time, known, err := s.data.About.Time()
	if !known || err != nil || len(s.train) < fewDriven || !s.train[0].Jointed() || system.Rest.Of(&s.train[0]) == nil || s.reads(system.Torque) != s.reads(system.Thrust) {
		return ""
	}
	if s.model != nil && len(s.model.Learn) > 0 {
		return ""
	}
	for _, f := range []*system.Field{system.JointType, system.Force, system.TurnLimits, system.SlideLimits, system.RotorInertia, system.RotorMass} {
		if s.data.Has(f) {
			return ""
		}
	}
	var gains, works, both float64 // squares and products of energies
	for k := range s.train {
		if s.train[k].TargetVelocity == nil {
			return ""
		}
		gain, work := motion.GainBesideGravity(&s.train[k]), workOnJoints(&s.train[k], time)
		gains, works, both = gains+float64(gain*gain), works+float64(work*work), both+float64(gain*work)
	}
	share := both / works
	if works == 0 || both*both < explained*gains*works || share > 1./driven && share < driven {
		return ""
	}
	return fmt.Sprintf("the energy of training samples changes by %.2g times the work of motors and dampings", share)
}

// workOnJoints is what motors, dampings and frictions do on a system on joints from its input to its target.
func workOnJoints(s *system.Sample, time float64) (work float64) {
	before, after := run.JointPlaces(s, s.Position), run.JointPlaces(s, s.TargetPosition)
	for _, members := range s.Objects.Of(system.Body) {
		first := members[0]
		way := math.Remainder(after[first]-before[first], 2*math.Pi)
		of := func(turns, slides *system.Field) (sum float64) {
			for _, values := range [][]float32{turns.Of(s), slides.Of(s)} {
				if values != nil {
					sum += float64(values[first])
				}
			}
			return sum
		}
		work += float64(of(system.Torque, system.Thrust) * way)
		work -= float64(of(system.TurnDamping, system.SlideDamping) * way * way / time)
		work -= float64(of(system.TurnFriction, system.SlideFriction) * math.Abs(way))
	}
	return work
}
