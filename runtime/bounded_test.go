package runtime_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// reach is how far GMN-ODE lets the center of an object, or an isolated
// particle, get from the straight line, in lengths of the data (of 1 here).
const reach = 3

// TestGMNODEDoesNotRunAway takes the law of motion far outside of anything
// that it is trained on, with forces of any size: everything stays finite, no
// object leaves the reach of its straight line, and bars keep their lengths.
func TestGMNODEDoesNotRunAway(t *testing.T) {
	config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 8, Hidden: 8}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	far := farSamples(func(seed uint64) []system.Sample { return fixtures.Samples(system.Composition{3, 2, 1}, 4, seed) })
	far["many"] = fixtures.Samples(system.Composition{0, 30, 20}, 1, 4)
	eachMode(t, func(t *testing.T, mode runtime.Mode) { requireNoRunaway(t, model, mode, far) })
}

// TestTreesDoNotRunAway is the same of trees. Bodies in one place are refused.
func TestTreesDoNotRunAway(t *testing.T) {
	config := fixtures.WithForests(builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 8, Hidden: 8})
	model, err := builder.New(config, false)
	require.NoError(t, err)
	isBody := func(o system.Object) bool { return o.Kind == system.Body }
	requireNoRunaway(t, model, engines.ForModules().Modes[0], farSamples(func(uint64) []system.Sample {
		all := forestSystems()
		for i := range all {
			all[i].Objects = slices.DeleteFunc(slices.Clone(all[i].Objects), isBody)
		}
		return all
	}))
}

func requireNoRunaway(t *testing.T, model *builder.Model, mode runtime.Mode, far map[string][]system.Sample) {
	for _, gain := range []float32{1, 1e3, 1e6} {
		session, err := mode.Open(model.Module, run.WithShapes(model, fixtures.Weights(model, 1, gain)))
		require.NoError(t, err)
		predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), mode.Ragged)
		for name, samples := range far {
			position, velocity, err := predictor.Predict(samples)
			require.NoError(t, err)
			for _, sample := range samples {
				requireBounded(t, sample, position, fmt.Sprintf("%s, forces x %g", name, gain))
				position, velocity = position[len(sample.Position):], velocity[len(sample.Position):]
			}
			require.Empty(t, velocity)
		}
		require.NoError(t, predictor.Close())
	}
}

// farSamples are systems, given by a seed, with bars of a hundredth, with ten
// times the speed and charge, and with particles in one place.
func farSamples(given func(seed uint64) []system.Sample) map[string][]system.Sample {
	change := func(seed uint64, change func(s *system.Sample)) []system.Sample {
		samples := given(seed)
		for i := range samples {
			change(&samples[i])
		}
		return samples
	}
	scale := func(values []float32, factor float32) {
		for i := range values {
			values[i] *= factor
		}
	}
	return map[string][]system.Sample{
		"short bars": change(1, func(s *system.Sample) {
			for _, object := range s.Objects {
				for _, bar := range object.Bars() {
					for axis := range 3 {
						from := s.Position[3*bar[0]+axis]
						s.Position[3*bar[1]+axis] = from + (s.Position[3*bar[1]+axis]-from)/100
					}
				}
			}
		}),
		"fast and charged": change(2, func(s *system.Sample) { scale(s.Velocity, 10); scale(s.Charge, 10) }),
		"in one place":     change(3, func(s *system.Sample) { scale(s.Position, 0) }),
	}
}

// requireBounded compares with the straight line of one time unit.
func requireBounded(t *testing.T, s system.Sample, position []float32, what string) {
	t.Helper()
	moved, straight := position[:len(s.Position)], make([]float32, len(s.Position))
	for i, x := range s.Position {
		straight[i] = x + s.Velocity[i]
		require.False(t, math.IsNaN(float64(moved[i])) || math.IsInf(float64(moved[i]), 0), what)
	}
	// Rounding in float32 of what eight steps add up.
	const rounding = 1e-4
	within := func(i int, weights map[int]float64) {
		var square float64
		for axis := range 3 {
			var offset float64
			for particle, weight := range weights {
				offset += weight * (float64(moved[3*particle+axis]) - float64(straight[3*particle+axis]))
			}
			square += offset * offset
		}
		require.LessOrEqual(t, math.Sqrt(square), reach*(1+rounding)+rounding*largest(straight), "%s: object of particle %d", what, i)
	}
	owned := map[int]bool{}
	for _, object := range s.Objects {
		for _, member := range object.Members {
			owned[member] = true
		}
		for _, bar := range object.Bars() {
			before, after := system.Distance(s.Position, bar[0], bar[1]), system.Distance(moved, bar[0], bar[1])
			require.InDelta(t, before, after, rounding*(before+largest(straight)), "%s: bar %v", what, bar)
		}
		centre := map[int]float64{object.Members[0]: 1}
		if object.Kind != system.Hinge {
			for _, member := range object.Members {
				centre[member] = 1 / float64(len(object.Members))
			}
		}
		within(object.Members[0], centre)
	}
	for i := range s.Particles() {
		if !owned[i] {
			within(i, map[int]float64{i: 1})
		}
	}
}

func largest(values []float32) (most float64) {
	for _, x := range values {
		most = max(most, math.Abs(float64(x)))
	}
	return most
}
