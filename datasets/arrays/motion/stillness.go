package motion

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"gmnc/datasets/arrays/recordings"
)

// resting is the greatest apparent motion of a pinned particle, relative to the extent or the
// largest velocity of the recording. rounding is the rounding of positions relative to their
// largest coordinate.
const resting, rounding = 1e-5, 0x1p-22

// Stillness holds the apparent motion that is allowed to pinned particles of a recording.
type Stillness struct {
	x, v       []float64  // positions and velocities of all frames, one after the other
	size       int        // number of numbers in a frame
	low, high  [3]float64 // bounds of the positions along each axis
	away, fast float64    // the rounding of positions, and the greatest velocity that is allowed
}

// NewStillness measures a recording of a group. measured reports whether the velocities were
// measured; otherwise they follow from positions.
func NewStillness(g *recordings.Group, recording, particles int, measured bool) Stillness {
	size := 3 * particles
	first, end := size*g.Starts[recording], size*g.Starts[recording+1]
	still := Stillness{x: g.Positions[first:end], v: g.Velocities[first:end], size: size}
	copy(still.low[:], still.x)
	copy(still.high[:], still.x)
	for i, value := range still.x {
		still.low[i%3], still.high[i%3] = min(still.low[i%3], value), max(still.high[i%3], value)
	}
	largest := func(values []float64) float64 { return floats.Norm(values, math.Inf(1)) }
	still.away, still.fast = rounding*largest(still.x), resting*largest(still.v)
	if !measured {
		still.fast = math.Inf(1)
	}
	return still
}

// MovesIn returns the first frame of the recording in which a particle has left its first
// position or has a velocity. It returns -1 if the particle rests.
func (s Stillness) MovesIn(particle int) int {
	var extent float64 // extent of the recording, measured from the particle
	for axis, x := range s.x[3*particle : 3*particle+3] {
		extent = max(extent, s.high[axis]-x, x-s.low[axis])
	}
	far := float64(resting*extent) + s.away
	for at := 0; at < len(s.x); at += s.size {
		for k := 3 * particle; k < 3*particle+3; k++ {
			if math.Abs(s.x[at+k]-s.x[k]) > far || math.Abs(s.v[at+k]) > s.fast {
				return at / s.size
			}
		}
	}
	return -1
}

// Rest sets a particle to its position in the first frame and to velocity 0, in all frames.
func (s Stillness) Rest(particle int) {
	for at := 0; at < len(s.x); at += s.size {
		for k := 3 * particle; k < 3*particle+3; k++ {
			s.x[at+k], s.v[at+k] = s.x[k], 0
		}
	}
}
