package looks

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/vector"
	"gmnc/system"
)

// Rounding is how much of the ways from inputs to targets is rounding, as numbers of
// float32 are farther apart the farther they are from the origin. It is a share of the root
// mean squares, at most 1, and 0 where nothing moves. Where velocities move systems that
// are far away, and no way is left, it is 1.
func Rounding(samples []system.Sample) float64 {
	var rounded, ways float64 // sums of squares
	for i := range samples {
		for k, x := range samples[i].Position {
			from, to := float64(x), float64(samples[i].TargetPosition[k])
			rounded += float64(halfBit * halfBit / 3 * (float64(from*from) + float64(to*to)))
			ways += float64((to - from) * (to - from))
		}
	}
	switch {
	case ways > 0:
		return min(1, math.Sqrt(rounded/ways))
	case slices.ContainsFunc(samples, movesFarAway):
		return 1
	}
	return 0
}

// halfBit is the largest share of itself by which rounding to float32 changes a number.
// Of many numbers the mean of squares is at most a third of its square.
const halfBit = 0x1p-24

// movesFarAway reports whether a system of several particles has velocities, and is a
// thousand times as far from the origin as it is large.
func movesFarAway(s system.Sample) bool {
	const far = 1000
	x := s.Position
	moves := slices.ContainsFunc(s.Velocity, func(v float32) bool { return v != 0 })
	return moves && len(x) > 3 && vector.Norm(vector.At(x, 0)) > far*spread(x)
}

// mostRounding is the share of the ways that rounding may be.
const mostRounding = 0.1

// CheckRounding reports positions so far from the origin that float32 does not tell how they
// move, and the particle that is farthest.
func CheckRounding(samples []system.Sample) error {
	share := Rounding(samples)
	if share <= mostRounding {
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
		return fmt.Errorf("sample %d has particle %d at %.3g from the origin, and a share of %.2g of the ways from inputs to targets is rounding in float32: take positions from a point nearby, such as the mean of the first frame", number, particle, most, share)
	})
}

// spread is the largest distance of particles from their mean.
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
