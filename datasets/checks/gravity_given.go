package checks

import (
	"math"

	"gmnc/internal/vector"
	"gmnc/system"
)

// gravityUnit measures the factor by which gravity is in another unit than motions.
func gravityUnit(s *subject) result {
	fraction := fallRatio(s)
	if !(fraction > 0) {
		return result{}
	}
	return measure(factorOf(fraction), fraction)
}

// gravitySign finds gravity that points opposite to motions. It measures 1 if energies decrease
// by exactly its work.
func gravitySign(s *subject) result {
	fraction := fallRatio(s)
	return measure(min(-fraction, -1/fraction), fraction)
}

// fallRatio returns the ratio of the changes of kinetic energies to the work of gravity, or NaN
// if something else may change them.
func fallRatio(s *subject) float64 {
	if s.fall.Stops {
		return math.NaN()
	}
	return s.fall.Ratio
}

// otherGravity is the least difference of the acceleration of centers from gravity, relative to
// gravity, that counts as another direction. It is also the greatest relative difference of
// their sizes.
const otherGravity = 0.3

// gravityDirection finds gravity along another axis than motions.
func gravityDirection(s *subject) result {
	if falls := fallsElsewhere(s); falls.size > 0 {
		return falls
	}
	if given, found, elsewhere := pulledElsewhere(s); elsewhere {
		return measure(s.fall.Residual, given, "kinetic energies change as", found)
	}
	if given, found, elsewhere := drivenElsewhere(s); elsewhere {
		return measure(vector.Distance(given, found)/vector.Norm(given), given, "motors move them as", found)
	}
	return result{}
}

// fallsElsewhere finds gravity in another direction than the mean acceleration of the centers
// of systems, if nothing else acts on them.
func fallsElsewhere(s *subject) result {
	time, known, _ := s.data.About.Time()
	if !known || s.provides(system.Pinned) || s.provides(system.Planes) || math.IsNaN(s.fall.Ratio) || gravityUnit(s).size > factor || gravitySign(s).size > opposite {
		return result{}
	}
	var given, found [3]float64
	for k := range s.train {
		sample := &s.train[k]
		if sample.Jointed() {
			return result{}
		}
		fraction, g := massFractions(sample), system.Gravity.Of(sample)
		for i, v := range sample.Velocity {
			gained := float64(sample.TargetVelocity[i]) - float64(v)
			found[i%3] += fraction[i/3] * gained / (time * float64(len(s.train)))
		}
		for axis := range given {
			given[axis] += float64(g[axis]) / float64(len(s.train))
		}
	}
	size := vector.Norm(given)
	if vector.Distance(given, found) < otherGravity*size || math.Abs(vector.Norm(found)-size) > otherGravity*size {
		return result{}
	}
	return measure(vector.Distance(given, found)/size, given, "centers accelerate", found)
}

// pulledElsewhere reports whether kinetic energies change by the work of another gravity. It
// must have about the size of the given one and explain the changes alone.
func pulledElsewhere(s *subject) (given, found [3]float64, elsewhere bool) {
	const explained, missed = 1e-3, 0.5 // fractions of squares
	if s.fall.Stops || s.fall.VectorResidual > explained || s.fall.Residual < missed {
		return given, found, false
	}
	given, found = turned(system.Gravity.Of(&s.train[0]), s.fall.Vector)
	return given, found, math.Abs(vector.Norm(found)-vector.Norm(given)) < otherGravity*vector.Norm(given)
}

// turned returns the gravity of samples, and another one without the components that are rounding.
func turned(gravity []float32, other [3]float64) (given, found [3]float64) {
	const small = 1e-3 // relative to its size: smaller components are rounding
	for axis, g := range other {
		given[axis] = float64(gravity[axis])
		if math.Abs(g) > small*vector.Norm(other) {
			found[axis] = g
		}
	}
	return given, found
}
