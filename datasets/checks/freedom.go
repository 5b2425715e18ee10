package checks

import (
	"gonum.org/v1/gonum/mat"

	"gmnc/system"
)

// hasOneFreedom reports whether bars leave the systems one degree of freedom, as in a plane
// pendulum. The states of such a system lie on one curve for each energy, so motions of nearly
// the same energy pass through each other's states.
func hasOneFreedom(samples []system.Sample) bool {
	first := samples[0]
	moves := make([]bool, first.Particles())
	squares := mat.NewSymDense(3, nil)
	for _, sample := range samples {
		if sample.Particles() != len(moves) {
			return false
		}
		for i := range moves {
			v := sample.Velocity[3*i:][:3]
			for axis := range v {
				moves[i] = moves[i] || v[axis] != 0
				for other := range axis + 1 {
					squares.SetSym(axis, other, squares.At(axis, other)+float64(float64(v[axis])*float64(v[other])))
				}
			}
		}
	}
	var eigen mat.EigenSym
	if len(first.Objects) == 0 || !eigen.Factorize(squares, false) {
		return false
	}
	directions, freedoms := 0, 0
	values := eigen.Values(nil)
	for _, value := range values {
		if value > flat*mat.Trace(squares) {
			directions++
		}
	}
	for _, moves := range moves {
		if moves {
			freedoms += directions
		}
	}
	for _, object := range first.Objects {
		bars := object.Bars()
		if len(bars) >= len(object.Members) {
			return false // some bars are redundant, so their number is no measure
		}
		for _, bar := range bars {
			if moves[bar[0]] || moves[bar[1]] {
				freedoms--
			}
		}
	}
	return freedoms == 1
}
