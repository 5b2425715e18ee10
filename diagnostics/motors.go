package diagnostics

import (
	"fmt"
	"math"

	"gmnc/run"
	"gmnc/system"
)

// motors finds torques and thrusts of joints in another unit than masses and motions, where
// nothing but gravity and dampings does other work on them.
func motors(s *seen) string {
	time, known, err := s.data.About.Time()
	if !known || err != nil || len(s.train) < fewDriven || !s.train[0].Jointed() || system.Rest.Of(&s.train[0]) == nil || s.reads(system.Torque) != s.reads(system.Thrust) {
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
		gain, work := energies(&s.train[k], time)
		gains, works, both = gains+float64(gain*gain), works+float64(work*work), both+float64(gain*work)
	}
	share := both / works
	if works == 0 || both*both < explained*gains*works || share > 1./driven && share < driven {
		return ""
	}
	return fmt.Sprintf("the energy of training samples changes by %.2g times the work of motors and dampings", share)
}

// energies are what a system on joints gains of energy from its input to its target beside the work of
// gravity, and the work of motors and dampings meanwhile.
func energies(s *system.Sample, time float64) (gain, work float64) {
	mass, gravity := system.Mass.Of(s), system.Gravity.Of(s)
	for i, v := range s.Velocity {
		m, u := 1., float64(s.TargetVelocity[i])
		if mass != nil {
			m = float64(mass[i/3])
		}
		own := (float64(u*u) - float64(v*v)) / 2
		if gravity != nil {
			own -= float64(float64(gravity[i%3]) * (float64(s.TargetPosition[i]) - float64(s.Position[i])))
		}
		gain += float64(m * own)
	}
	before, after := run.JointPlaces(s, s.Position), run.JointPlaces(s, s.TargetPosition)
	for _, members := range s.Objects.Of(system.Body) {
		first := members[0]
		way := math.Remainder(after[first]-before[first], 2*math.Pi)
		for _, f := range []*system.Field{system.Torque, system.Thrust} {
			if values := f.Of(s); values != nil {
				work += float64(float64(values[first]) * way)
			}
		}
		for _, f := range []*system.Field{system.TurnDamping, system.SlideDamping} {
			if values := f.Of(s); values != nil {
				work -= float64(float64(values[first]) * way * way / time)
			}
		}
	}
	return gain, work
}
