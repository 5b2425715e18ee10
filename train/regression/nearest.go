package regression

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"gmnc/system"
)

// Nearest is, for each sample, the least root mean square distance of its particles to
// the particles of a training sample, all about their means and turned onto the first
// training sample. It says how near a test comes to what was learned by heart.
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

// posture are positions about their mean in the sample's frame.
func (k *kernel) posture(s *system.Sample) []float64 {
	return turned(centered(s.Position), k.frame(s).T())
}

// Moved is the root mean square distance that the particles of samples move by in
// a prediction.
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
