package looks

import (
	"fmt"
	"math"

	"gmnc/internal/vector"
	"gmnc/system"
)

// factor is by how much the work of gravity and what it does to kinetic energies differ
// at least, to be another unit and no damping. CheckGravity knows when it is certain.
const factor = 30

// gravityUnit finds gravity in another unit than motions.
func gravityUnit(s *seen) string {
	if share := fallShare(s); share > factor || share > 0 && share < 1./factor {
		return sayGained(share)
	}
	return ""
}

// gravitySign finds gravity that points the other way than motions.
func gravitySign(s *seen) string {
	if share := fallShare(s); share > -2 && share < -0.5 {
		return sayGained(share)
	}
	return ""
}

// fallShare is by how many times the work of gravity kinetic energies change, NaN where
// something else may change them.
func fallShare(s *seen) float64 {
	if s.fall.Stops {
		return math.NaN()
	}
	return s.fall.Share
}

// otherGravity is by which share of gravity centers accelerate otherwise at least, where it has
// another direction.
const otherGravity = 0.3

// gravityDirection finds gravity along another axis than motions.
func gravityDirection(s *seen) string {
	if falls := fallsElsewhere(s); falls != "" {
		return falls
	}
	if told, found, elsewhere := pulledElsewhere(s); elsewhere {
		return fmt.Sprintf("training samples have the gravity %.3g, and their kinetic energies change as by %.3g", told, found)
	}
	return ""
}

// fallsElsewhere finds gravity along another axis than the centers of systems accelerate,
// where nothing else acts on these.
func fallsElsewhere(s *seen) string {
	time, known, err := s.data.About.Time()
	if !known || err != nil || s.told(system.Pinned) || s.told(system.Planes) || math.IsNaN(s.fall.Share) || gravityUnit(s) != "" || gravitySign(s) != "" {
		return ""
	}
	var told, found [3]float64
	for k := range s.train {
		sample := &s.train[k]
		if sample.Jointed() {
			return ""
		}
		share, g := shares(sample), system.Gravity.Of(sample)
		for i, v := range sample.Velocity {
			gained := float64(sample.TargetVelocity[i]) - float64(v)
			found[i%3] += share[i/3] * gained / (time * float64(len(s.train)))
		}
		for axis := range told {
			told[axis] += float64(g[axis]) / float64(len(s.train))
		}
	}
	size := vector.Norm(told)
	if vector.Distance(told, found) < otherGravity*size || math.Abs(vector.Norm(found)-size) > otherGravity*size {
		return ""
	}
	return fmt.Sprintf("training samples have the gravity %.3g, and their centers accelerate by %.3g", told, found)
}

// pulledElsewhere reports whether kinetic energies change by the work of another gravity, of
// the size of the given one, that alone explains them.
func pulledElsewhere(s *seen) (told, found [3]float64, elsewhere bool) {
	const explained, missed = 1e-3, 0.5 // shares of squares
	if s.fall.Stops || s.fall.VectorRest > explained || s.fall.Rest < missed {
		return told, found, false
	}
	for axis, g := range system.Gravity.Of(&s.train[0])[:3] {
		told[axis] = float64(g)
	}
	const small = 1e-3 // of its size: rounding
	for axis, g := range s.fall.Vector {
		if math.Abs(g) > small*vector.Norm(s.fall.Vector) {
			found[axis] = g
		}
	}
	return told, found, math.Abs(vector.Norm(found)-vector.Norm(told)) < otherGravity*vector.Norm(told)
}

func sayGained(share float64) string {
	return fmt.Sprintf("the kinetic energy of training samples changes by %.3g times the work of gravity", share)
}
