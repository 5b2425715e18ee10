package motion

import (
	"fmt"
	"math"

	"gmnc/internal/vector"
	"gmnc/system"
)

// Rounding is how much of the ways from inputs to targets is rounding, as numbers of
// float32 are farther apart the farther they are from the origin: a share of the root mean
// squares, 0 where nothing moves. Of moving systems of which no way is left it is 1.
func Rounding(samples []system.Sample) float64 {
	var rounded, ways, speeds float64
	for i := range samples {
		for k, x := range samples[i].Position {
			off := float64(x) * halfBit
			way, v := float64(samples[i].TargetPosition[k])-float64(x), float64(samples[i].Velocity[k])
			rounded, ways, speeds = rounded+float64(off*off)/3, ways+float64(way*way), speeds+float64(v*v)
		}
	}
	switch {
	case ways > 0:
		return math.Sqrt(rounded / ways)
	case speeds > 0 && faraway(samples):
		return 1
	}
	return 0
}

// halfBit is by which share of itself a number of float32 is rounded at most; the mean of
// squares is a third of its square.
const halfBit = 0x1p-24

// faraway reports whether the first system, of several particles, is a thousand times as far from the origin as
// it is large.
func faraway(samples []system.Sample) bool {
	const far = 1000
	x := samples[0].Position
	return len(x) > 3 && vector.Norm(point(x, 0)) > far*spread(x)
}

// mostRounding is the share of the ways that rounding may be.
const mostRounding = 0.1

// CheckRounding reports positions so far from the origin that float32 does not tell how they
// move.
func CheckRounding(samples []system.Sample) error {
	if share := Rounding(samples); share > mostRounding {
		return fmt.Errorf("positions are so far from the origin that a share of %.2g of the ways from inputs to targets is rounding in float32: take them from a point nearby, such as the mean of the first frame", share)
	}
	return nil
}
