package moving

import (
	"math"
	"math/rand/v2"

	"gmnc/system"
)

// Polynomials returns recordings of one particle along polynomials of a degree, with velocities
// and noise.
func Polynomials(count, frames, degree int, time, noise, ofRates float64) (samples []system.Sample) {
	random := rand.New(rand.NewPCG(7, 8))
	start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	for range count {
		trajectory := &system.Trajectory{Particles: 1}
		for frame := range frames {
			for axis := range 3 {
				at := float64(frame)*time + float64(axis) // so that velocities of two axes are not differences for one time of a frame
				trajectory.Positions = append(trajectory.Positions, math.Pow(at, float64(degree))+float64(noise*random.NormFloat64()))
				trajectory.Velocities = append(trajectory.Velocities, float64(degree)*math.Pow(at, float64(degree-1))+float64(ofRates*random.NormFloat64()))
			}
		}
		samples = append(samples, start.Along(trajectory))
	}
	return samples
}
