package regression

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"gmnc/system"
)

// Nearest returns, for each sample, the least root mean square distance of its particles to
// those of a training sample. All samples are taken about their means and rotated onto the
// first training sample. The distance shows how close a test sample is to what could be
// memorized.
func Nearest(training, samples []system.Sample) []float64 {
	k := kernel{reference: centered(training[0].Position)}
	var known [][]float64
	for i := range training {
		known = append(known, k.posture(&training[i]))
	}
	all := make([]float64, len(samples))
	for i := range samples {
		posture, least := k.posture(&samples[i]), math.Inf(1)
		for _, other := range known {
			least = min(least, floats.Distance(posture, other, 2))
		}
		all[i] = least / math.Sqrt(float64(samples[i].Particles()))
	}
	return all
}

// posture returns positions about their mean in the sample's frame.
func (k *kernel) posture(s *system.Sample) []float64 {
	return turned(centered(s.Position), k.frame(s).T())
}

// Moved returns the root mean square displacement of the samples' particles from input to
// target.
func Moved(samples []system.Sample) float64 {
	squares, particles := 0.0, 0
	for i := range samples {
		for _, x := range displacementOf(&samples[i]) {
			squares += float64(x * x)
		}
		particles += samples[i].Particles()
	}
	return math.Sqrt(squares / float64(particles))
}
