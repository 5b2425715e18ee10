package looks

import (
	"math"

	"gmnc/internal/vector"
	"gmnc/system"
)

// gravityUnit measures the factor by which gravity is in another unit than motions.
func gravityUnit(s *seen) measured {
	share := fallShare(s)
	if !(share > 0) {
		return measured{}
	}
	return measure(factorOf(share), share)
}

// gravitySign finds gravity that points opposite to motions. It measures 1 if energies decrease
// by exactly its work.
func gravitySign(s *seen) measured {
	share := fallShare(s)
	return measure(min(-share, -1/share), share)
}

// fallShare returns the ratio of the changes of kinetic energies to the work of gravity, or NaN
// if something else may change them.
func fallShare(s *seen) float64 {
	if s.fall.Stops {
		return math.NaN()
	}
	return s.fall.Share
}

// otherGravity is the least difference of the acceleration of centers from gravity, relative to
// gravity, that counts as another direction. It is also the greatest relative difference of
// their sizes.
const otherGravity = 0.3

// gravityDirection finds gravity along another axis than motions.
func gravityDirection(s *seen) measured {
	if falls := fallsElsewhere(s); falls.much > 0 {
		return falls
	}
	if told, found, elsewhere := pulledElsewhere(s); elsewhere {
		return measure(s.fall.Rest, told, "kinetic energies change as", found)
	}
	return measured{}
}

// fallsElsewhere finds gravity in another direction than the mean acceleration of the centers
// of systems, if nothing else acts on them.
func fallsElsewhere(s *seen) measured {
	time, known, err := s.data.About.Time()
	if !known || err != nil || s.told(system.Pinned) || s.told(system.Planes) || math.IsNaN(s.fall.Share) || gravityUnit(s).much > factor || gravitySign(s).much > opposite {
		return measured{}
	}
	var told, found [3]float64
	for k := range s.train {
		sample := &s.train[k]
		if sample.Jointed() {
			return measured{}
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
		return measured{}
	}
	return measure(vector.Distance(told, found)/size, told, "centers accelerate", found)
}

// pulledElsewhere reports whether kinetic energies change by the work of another gravity. It
// must have about the size of the given one and explain the changes alone.
func pulledElsewhere(s *seen) (told, found [3]float64, elsewhere bool) {
	const explained, missed = 1e-3, 0.5 // shares of squares
	if s.fall.Stops || s.fall.VectorRest > explained || s.fall.Rest < missed {
		return told, found, false
	}
	for axis, g := range system.Gravity.Of(&s.train[0])[:3] {
		told[axis] = float64(g)
	}
	const small = 1e-3 // relative to its size: smaller components are rounding
	for axis, g := range s.fall.Vector {
		if math.Abs(g) > small*vector.Norm(s.fall.Vector) {
			found[axis] = g
		}
	}
	return told, found, math.Abs(vector.Norm(found)-vector.Norm(told)) < otherGravity*vector.Norm(told)
}
