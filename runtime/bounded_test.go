package runtime_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// reach is how far GMN-ODE lets the center of an object, or an isolated
// particle, get from the straight line, in lengths of the data.
const reach = 3

// TestGMNODEDoesNotRunAway takes the law of motion far outside of anything
// that it is trained on, with forces of any size: everything stays finite, no
// object leaves the reach of its straight line, and bars keep their lengths. So the
// squared error from the straight line is at most ten times the square of the
// system's size, as predict.Runaways has it.
func TestGMNODEDoesNotRunAway(t *testing.T) {
	far := farSamples(func(seed uint64) []system.Sample { return fixtures.Samples(system.Composition{3, 2, 1}, 4, seed) })
	many := []farSample{{"many particles", fixtures.Samples(system.Composition{0, 16, 12}, 1, 4)[0]}}
	eachMode(t, func(t *testing.T, mode runtime.Mode) {
		for _, length := range []float64{1, 0.3} {
			requireNoRunaway(t, config.Config{Length: length}, mode, far, many)
		}
	})
}

// TestTreesDoNotRunAway is the same of trees, but for lower levels of Gorgonia. Bodies
// in one place are refused.
func TestTreesDoNotRunAway(t *testing.T) {
	isBody := func(o system.Object) bool { return o.Kind == system.Body }
	far := farSamples(func(uint64) []system.Sample {
		all := forestSystems()
		for i := range all {
			all[i].Objects = slices.DeleteFunc(slices.Clone(all[i].Objects), isBody)
		}
		return all
	})
	eachMode(t, func(t *testing.T, mode runtime.Mode) {
		if mode.Name == "gorgonia -O0" || mode.Name == "gorgonia -O1" {
			return // level 2 is tested; these take most of a minute each
		}
		requireNoRunaway(t, fixtures.WithForests(config.Config{Length: 1}), mode, far)
	})
}

func requireNoRunaway(t *testing.T, c config.Config, mode runtime.Mode, batches ...[]farSample) {
	t.Helper()
	c.Model, c.Form, c.Layers, c.Hidden = "gmn-ode", config.Published, 8, 8
	model, err := builder.New(c, false)
	require.NoError(t, err)
	gains := []float32{1, 1e3, 1e6}
	if mode.Name != engines.ForModules().Name {
		gains = []float32{1e6} // the law is the same, and rounding matters most
	}
	for _, gain := range gains {
		session, err := mode.Open(model.Module, run.WithShapes(model, fixtures.Weights(model, 1, gain)))
		require.NoError(t, err)
		predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), mode.Ragged)
		for _, batch := range batches {
			var samples []system.Sample
			for _, far := range batch {
				samples = append(samples, far.sample)
			}
			position, _, err := predictor.Predict(samples)
			require.NoError(t, err)
			for _, far := range batch {
				requireBounded(t, far.sample, position, c.Length, fmt.Sprintf("%s, forces x %g", far.name, gain))
				position = position[len(far.sample.Position):]
			}
			require.Empty(t, position)
		}
		require.NoError(t, predictor.Close())
	}
}

// farSample is a system far from the training data, by the name of what it is.
type farSample struct {
	name   string
	sample system.Sample
}

// farSamples are systems, given by a seed, and what each extreme makes of some.
func farSamples(given func(seed uint64) []system.Sample) (far []farSample) {
	for _, sample := range given(0) {
		far = append(far, farSample{"as it is", sample})
	}
	for i, extreme := range system.Extremes() {
		for _, sample := range given(uint64(i + 1)) {
			far = append(far, farSample{extreme.Name, extreme.Apply(sample)})
		}
	}
	return far
}

// requireBounded compares with the straight line of one time unit.
func requireBounded(t *testing.T, s system.Sample, position []float32, length float64, what string) {
	t.Helper()
	moved, straight, squares := position[:len(s.Position)], make([]float32, len(s.Position)), 0.0
	for i, x := range s.Position {
		straight[i] = x + s.Velocity[i]
		require.False(t, math.IsNaN(float64(moved[i])) || math.IsInf(float64(moved[i]), 0), what)
		squares += math.Pow(float64(moved[i])-float64(straight[i]), 2) / float64(len(moved))
	}
	if size := max(system.Extent(s.Position), system.Extent(straight)); s.Particles() > 1 {
		require.Less(t, squares, 10*size*size, what)
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
		require.LessOrEqual(t, math.Sqrt(square), reach*length*(1+rounding)+rounding*largest(straight), "%s: object of particle %d", what, i)
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
		center := map[int]float64{object.Members[0]: 1}
		if object.Kind != system.Hinge {
			for _, member := range object.Members {
				center[member] = 1 / float64(len(object.Members))
			}
		}
		within(object.Members[0], center)
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
