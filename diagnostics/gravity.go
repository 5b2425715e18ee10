package diagnostics

import (
	"fmt"
	"math"

	"gmnc/datasets/motion"
)

// factor is by how much the work of gravity and what it does to kinetic energies differ
// at least, to be another unit and no damping. motion.CheckGravity knows when it is certain.
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
	f := motion.FallOf(s.train)
	if f.Stops {
		return math.NaN()
	}
	return f.Share
}

func sayGained(share float64) string {
	return fmt.Sprintf("the kinetic energy of training samples changes by %.3g times the work of gravity", share)
}
