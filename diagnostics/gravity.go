package diagnostics

import (
	"fmt"

	"gmnc/system"
)

// factor is by how much the work of gravity and what it does to kinetic energies differ
// at least, to be another unit and no damping.
const factor = 30

// gravityUnit finds gravity in another unit than motions: where it alone acts, kinetic
// energies change by its work, whatever holds a system together.
func gravityUnit(s *seen) string {
	if !s.data.Has(system.Gravity) || system.WithoutTargetVelocity(s.train) >= 0 {
		return ""
	}
	for _, other := range []*system.Field{system.Charge, system.Force, system.Torque, system.Thrust, system.Planes} {
		if s.data.Has(other) {
			return ""
		}
	}
	var product, square float64
	for k := range s.train {
		won, work := fallen(&s.train[k])
		product, square = product+won*work, square+work*work
	}
	share := product / square
	if !(share > factor || share < 1./factor) || len(s.data.EdgeFeatures) > 0 {
		return ""
	}
	return fmt.Sprintf("the kinetic energy of training samples changes by %.3g times the work of gravity", share)
}

// fallen are the kinetic energy that a sample wins and the work of gravity.
func fallen(s *system.Sample) (won, work float64) {
	mass, pinned, g := system.Mass.Of(s), system.Pinned.Of(s), system.Gravity.Of(s)
	for i, v := range s.Velocity {
		m := 1.
		if mass != nil {
			m = float64(mass[i/3])
		}
		if pinned != nil && pinned[i/3] != 0 {
			continue
		}
		u := float64(s.TargetVelocity[i])
		won += m * (u*u - float64(v)*float64(v)) / 2
		work += m * float64(g[i%3]) * (float64(s.TargetPosition[i]) - float64(s.Position[i]))
	}
	return won, work
}
