// Package drawn draws systems and weights for tests.
package drawn

import (
	"math/rand/v2"
	"testing"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/sim"
)

// Compositions are the system that most of the paper's tables are about,
// each kind of object by itself, a single particle, and a larger system.
var Compositions = []sim.System{
	{Particles: 3, Sticks: 2, Hinges: 1},
	{Particles: 1},
	{Particles: 4},
	{Sticks: 2},
	{Hinges: 2},
	{Particles: 5, Sticks: 3, Hinges: 3},
}

// Counts are how many of a composition a batch has: one, and several; with
// -short several only.
func Counts() []int {
	if testing.Short() {
		return []int{3}
	}
	return []int{1, 3}
}

// Samples draws systems as a simulation starts with them, and targets
// nearby.
func Samples(system sim.System, count int, seed uint64) []datasets.Sample {
	random := rand.New(rand.NewPCG(seed, uint64(system.N())))
	samples := make([]datasets.Sample, count)
	for k := range samples {
		state := sim.NewState(system, random)
		s := &samples[k]
		s.Sticks, s.Hinges = state.Sticks, state.Hinges
		for i, charge := range state.Charge {
			s.Charge = append(s.Charge, float32(charge))
			for axis := range 3 {
				x, v := state.Position[i][axis], state.Velocity[i][axis]
				s.Position = append(s.Position, float32(x))
				s.Velocity = append(s.Velocity, float32(v))
				s.TargetPosition = append(s.TargetPosition, float32(x+v+0.1*random.NormFloat64()))
			}
		}
	}
	return samples
}

// Weights draws a model's weights, with those of the forces, which start
// small, times a gain.
func Weights(model *builder.Model, seed uint64, gain float32) map[string][]float32 {
	values := model.Draw(seed)
	for _, param := range model.Params {
		if !gate(param) {
			continue
		}
		for i := range values[param.Name] {
			values[param.Name][i] *= gain
		}
	}
	return values
}

// gate tells the weights of forces by how small they are drawn.
func gate(p builder.Param) bool { return p.Bound > 0 && p.Bound < 0.01 }
