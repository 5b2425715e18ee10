package checks

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/vector"
	"gmnc/system"
)

// Rounding returns the fraction of the displacements from inputs to targets that is rounding,
// because numbers of float32 are farther apart the farther they are from 0. It is a ratio of
// root mean squares, at most 1. It is 0 if nothing moves, or 1 if systems far away have
// velocities but no displacement remains.
func Rounding(samples []system.Sample) float64 {
	var rounded, displacements float64 // sums of squares
	for i := range samples {
		for k, x := range samples[i].Position {
			from, to := float64(x), float64(samples[i].TargetPosition[k])
			rounded += float64(halfBit * halfBit / 3 * (float64(from*from) + float64(to*to)))
			displacements += float64((to - from) * (to - from))
		}
	}
	switch {
	case displacements > 0:
		return min(1, math.Sqrt(rounded/displacements))
	case slices.ContainsFunc(samples, movesFarAway):
		return 1
	}
	return 0
}

// halfBit is the largest relative change of a number by rounding to float32. The mean square
// over many numbers is at most a third of its square.
const halfBit = 0x1p-24

// movesFarAway reports whether a system of several particles has velocities and is more than a
// thousand times as far from the origin as it is large.
func movesFarAway(s system.Sample) bool {
	const far = 1000
	x := s.Position
	moves := slices.ContainsFunc(s.Velocity, func(v float32) bool { return v != 0 })
	return moves && len(x) > 3 && vector.Norm(vector.At(x, 0)) > far*spread(x)
}

// mostRounding is the greatest fraction of the displacements that may be rounding.
const mostRounding = 0.1

// CheckRounding returns an error for positions so far from the origin that float32 does not resolve how they
// move, and names the farthest particle.
func CheckRounding(samples []system.Sample) error {
	fraction := Rounding(samples)
	if fraction <= mostRounding {
		return nil
	}
	var sample, particle int
	var most float64
	for i := range samples {
		for k := range samples[i].Particles() {
			if away := vector.Norm(vector.At(samples[i].Position, k)); away > most {
				most, sample, particle = away, i, k
			}
		}
	}
	return system.SampleError(sample, func(number int) error {
		return fmt.Errorf("sample %d has particle %d at %.3g from the origin, and a fraction of %.2g of the displacements from inputs to targets is rounding in float32: take positions from a point nearby, such as the mean of the first frame", number, particle, most, fraction)
	})
}

// spread returns the largest distance of particles from their mean.
func spread(x []float32) (most float64) {
	var mean [3]float64
	n := len(x) / 3
	for i := range n {
		mean = vector.Plus(mean, 1/float64(n), vector.At(x, i))
	}
	for i := range n {
		most = max(most, vector.Distance(vector.At(x, i), mean))
	}
	return math.Max(most, math.SmallestNonzeroFloat32)
}
