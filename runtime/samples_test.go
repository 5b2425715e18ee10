package runtime_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/variants"
	"gmnc/sim"
)

// compositions are the system that most of the paper's tables are about,
// each kind of object by itself, a single particle, and a large system.
var compositions = []sim.System{
	{Particles: 3, Sticks: 2, Hinges: 1},
	{Particles: 1},
	{Particles: 4},
	{Sticks: 2},
	{Hinges: 2},
	{Particles: 5, Sticks: 3, Hinges: 3},
}

// drawSamples draws systems as a simulation starts with them, and targets
// nearby.
func drawSamples(system sim.System, count int, seed uint64) []datasets.Sample {
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

// forceGain makes up for the small weights (gain 0.001) with which forces
// start, so that they move particles by a tenth of the system's extent and
// more. In the paper's form they are sums over neighbours and not means.
func forceGain(config builder.Config) float32 {
	if config.Form == builder.Paper {
		return 100
	}
	return 1000
}

// newModel builds a model whose forces matter, with weights from a seed.
func newModel(t testing.TB, config builder.Config, padded bool, seed uint64) (*builder.Model, weights) {
	t.Helper()
	model, err := builder.New(config, padded)
	require.NoError(t, err)
	values := model.Draw(seed)
	for _, param := range model.Params {
		if !isGate(param) {
			continue
		}
		for i := range values[param.Name] {
			values[param.Name][i] *= forceGain(config)
		}
	}
	return model, values
}

// isGate tells the weights with which forces start by how small they are
// drawn.
func isGate(p builder.Param) bool { return p.Bound > 0 && p.Bound < 0.01 }

// exported writes the model as users run it.
func exported(t testing.TB, model *builder.Model, values weights, opset int) []byte {
	t.Helper()
	file, err := export.Model(model.Module, values, export.Info{Opset: opset, Config: "{}"})
	require.NoError(t, err)
	require.NoError(t, export.Check(file))
	return file
}

// allConfigs are all models in all their forms, by a name.
func allConfigs(layers, hidden int) map[string]builder.Config {
	all := map[string]builder.Config{}
	for _, config := range variants.Forms(layers, hidden) {
		all[variants.Name(config)] = config
	}
	return all
}

func smallConfig(form string, layers, hidden int) builder.Config {
	return builder.Config{Model: "gmn", Form: form, Layers: layers, Hidden: hidden}
}

func describe(system sim.System, batch int) string { return fmt.Sprintf("(%s)x%d", system, batch) }
