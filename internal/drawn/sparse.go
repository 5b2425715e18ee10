package drawn

import (
	"math/rand/v2"
	"slices"

	"gmnc/builder"
	"gmnc/datasets"
)

// Sparse gives samples what a configuration takes: lists of some of the
// others as neighbours, with slots left over, and features; no charges.
func Sparse(config builder.Config, samples []datasets.Sample, seed uint64) []datasets.Sample {
	random := rand.New(rand.NewPCG(seed, 1))
	features := func(count int) []float32 {
		values := make([]float32, count)
		for i := range values {
			values[i] = float32(random.NormFloat64())
		}
		return values
	}
	samples = slices.Clone(samples)
	for i := range samples {
		s := &samples[i]
		n := s.Particles()
		s.Charge, s.Neighbors = nil, make([]int64, 0, n*n)
		for particle := range n {
			for other := range n {
				if other == particle || random.IntN(2) == 0 {
					other = -1
				}
				s.Neighbors = append(s.Neighbors, int64(other))
			}
		}
		s.NodeFeatures = features(n * len(config.NodeFeatures))
		s.EdgeFeatures = features(n * n * len(config.EdgeFeatures))
	}
	return samples
}
