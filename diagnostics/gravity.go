package diagnostics

import (
	"fmt"
	"math"

	"gmnc/system"
)

// factor is by how much the work of gravity and what it does to kinetic energies differ
// at least, to be another unit and no damping.
const factor = 30

// gravityUnit finds gravity in another unit than motions.
func gravityUnit(s *seen) string {
	if share := gained(s); share > factor || share > 0 && share < 1./factor {
		return sayGained(share)
	}
	return ""
}

// gravitySign finds gravity that points the other way than motions.
func gravitySign(s *seen) string {
	if share := gained(s); share > -2 && share < -0.5 {
		return sayGained(share)
	}
	return ""
}

func sayGained(share float64) string {
	return fmt.Sprintf("the kinetic energy of training samples changes by %.3g times the work of gravity", share)
}

// gained is the change of kinetic energies as a share of the work of gravity: 1 where it
// alone acts, whatever holds a system together. It is NaN where something else acts.
func gained(s *seen) float64 {
	if len(s.data.EdgeFeatures) > 0 || !s.data.Has(system.Gravity) || system.WithoutTargetVelocity(s.train) >= 0 {
		return math.NaN()
	}
	for _, other := range []*system.Field{system.Charge, system.Force, system.Torque, system.Thrust, system.Planes} {
		if s.data.Has(other) {
			return math.NaN()
		}
	}
	var product, square float64
	for k := range s.train {
		won, work := fallen(&s.train[k])
		product, square = product+won*work, square+work*work
	}
	return product / square
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
