package verify

import (
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/builder"
	"gmnc/system"
)

// mostNeighbors is how many neighbours a particle of a sparse system has at
// most; slots are left over where there are fewer.
const mostNeighbors = 4

// draw makes random systems that have the inputs of the model: unit charges,
// positions spread as in the paper's simulations, objects on permuted
// indices, and, if the model takes them, random neighbours and features.
func draw(config builder.Config, c system.Composition, seed uint64) []system.Sample {
	source := rand.New(rand.NewPCG(seed, 0))
	samples := make([]system.Sample, Systems)
	for i := range samples {
		s := &samples[i]
		move(s, c.N(), !config.NoCharge, source)
		s.Objects = c.Draw(source)
		if config.Sparse {
			s.Neighbors = neighbors(source, c.N())
		}
		s.NodeFeatures = normal(source, c.N()*len(config.NodeFeatures))
		s.EdgeFeatures = normal(source, len(s.Neighbors)*len(config.EdgeFeatures))
	}
	return samples
}

// drawLike makes random systems with the topology of another.
func drawLike(config builder.Config, topology system.Sample) []system.Sample {
	source := rand.New(rand.NewPCG(0, 0))
	samples := slices.Repeat([]system.Sample{topology}, Systems)
	for i := range samples {
		move(&samples[i], topology.Particles(), !config.NoCharge, source)
	}
	return samples
}

// move draws positions, velocities and charges of n particles.
func move(s *system.Sample, n int, charged bool, source *rand.Rand) {
	spread := math.Cbrt(float64(n)/5) + 0.1
	s.Position, s.Velocity, s.Charge = nil, nil, nil
	for range 3 * n {
		s.Position = append(s.Position, float32(source.NormFloat64()*spread))
		s.Velocity = append(s.Velocity, float32(source.NormFloat64()*0.3))
	}
	for range n {
		if charged {
			s.Charge = append(s.Charge, float32(1-2*source.IntN(2)))
		}
	}
}

func normal(source *rand.Rand, count int) []float32 {
	values := make([]float32, count)
	for i := range values {
		values[i] = float32(source.NormFloat64())
	}
	return values
}

// neighbors lists up to mostNeighbors others of each particle.
func neighbors(source *rand.Rand, n int) []int64 {
	lists := []int64{}
	for particle := range n {
		wanted := source.IntN(mostNeighbors + 1)
		slots := 0
		for _, other := range source.Perm(n) {
			if other != particle && slots < wanted {
				lists = append(lists, int64(other))
				slots++
			}
		}
		for range mostNeighbors - slots {
			lists = append(lists, -1)
		}
	}
	return lists
}
