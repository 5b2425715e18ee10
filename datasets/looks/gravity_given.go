package looks

import (
	"math"

	"gmnc/internal/vector"
	"gmnc/system"
)

// gravityUnit finds gravity in another unit than motions.
func gravityUnit(s *seen) measured {
	share := fallShare(s)
	if !(share > 0) {
		return measured{}
	}
	return measure(factorOf(share), share)
}

// gravitySign finds gravity that points the other way than motions: 1 where energies lose just its work.
func gravitySign(s *seen) measured {
	share := fallShare(s)
	return measure(min(-share, -1/share), share)
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
func gravityDirection(s *seen) measured {
	if falls := fallsElsewhere(s); falls.much > 0 {
		return falls
	}
	if told, found, elsewhere := pulledElsewhere(s); elsewhere {
		return measure(s.fall.Rest, told, "kinetic energies change as", found)
	}
	return measured{}
}

// fallsElsewhere finds gravity along another axis than the centers of systems accelerate,
// where nothing else acts on these.
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
