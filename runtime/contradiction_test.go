package runtime_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// multiplied are values times a number.
func multiplied(values []float32, by float32) []float32 {
	values = slices.Clone(values)
	for i := range values {
		values[i] *= by
	}
	return values
}

// shifted are values of which those of particles, three each, have a number added along x.
func shifted(values []float32, particles []int, by float32) []float32 {
	values = slices.Clone(values)
	for _, i := range particles {
		values[3*i] += by
	}
	return values
}

// contradiction is a change of a system, and whether it has no numbers then.
type contradiction struct {
	change func(s *system.Sample)
	wrong  bool
}

// contradictions are changes of a state of bodies on joints with which it is none any more, and
// some with which it still is one.
func contradictions(s system.Sample) map[string]contradiction {
	bodies := s.Objects.Of(system.Body)
	last := bodies[3] // on which nothing hangs
	all := slices.Concat(bodies...)
	position := func(x []float32) func(s *system.Sample) {
		return func(s *system.Sample) { s.Position = x }
	}
	field := func(f *system.Field, values []float32) func(s *system.Sample) {
		return func(s *system.Sample) { f.Set(s, values) }
	}
	reversed := slices.Clone(s.Position)
	for k, i := range last {
		copy(reversed[3*i:3*i+3], s.Position[3*last[len(last)-1-k]:])
	}
	first := bodies[0]
	exchanged := slices.Clone(s.Position)
	for k := range min(len(first), len(last)) {
		copy(exchanged[3*first[k]:3*first[k]+3], s.Position[3*last[k]:])
		copy(exchanged[3*last[k]:3*last[k]+3], s.Position[3*first[k]:])
	}
	mirrored := slices.Clone(system.Rest.Of(&s))
	for _, i := range last {
		mirrored[3*i] = 2*mirrored[3*last[0]] - mirrored[3*i]
	}
	return map[string]contradiction{
		"as it is":                     {position(s.Position), false},
		"a body a little off":          {position(shifted(s.Position, last, 0.02)), false},
		"velocities a little off":      {func(s *system.Sample) { s.Velocity = shifted(s.Velocity, last, 0.1) }, false},
		"a body off its joint":         {position(shifted(s.Position, last, 0.5)), true},
		"all bodies moved":             {position(shifted(s.Position, all, 1)), true},
		"positions in feet":            {position(multiplied(s.Position, 3.2808)), true},
		"positions in another unit":    {position(multiplied(s.Position, 0.3048)), true},
		"twice the pose of rest":       {field(system.Rest, multiplied(system.Rest.Of(&s), 2)), true},
		"anchors in another unit":      {field(system.JointAnchor, multiplied(system.JointAnchor.Of(&s), 1000)), true},
		"anchors in a larger unit":     {field(system.JointAnchor, multiplied(system.JointAnchor.Of(&s), 0.001)), true},
		"markers in reverse order":     {position(reversed), true},
		"markers of bodies exchanged":  {position(exchanged), true},
		"a marker off its body":        {position(shifted(s.Position, last[1:2], 0.3)), true},
		"anchors ten times as far":     {field(system.JointAnchor, multiplied(system.JointAnchor.Of(&s), 10)), true},
		"a body mirrored":              {field(system.Rest, mirrored), true},
		"velocities of other rates":    {func(s *system.Sample) { s.Velocity = shifted(s.Velocity, last, 5) }, true},
		"velocities of other bodies":   {func(s *system.Sample) { s.Velocity = slices.Clone(s.Velocity); slices.Reverse(s.Velocity) }, true},
		"a body just on its joint":     {position(shifted(s.Position, last, 0.045*extentOf(s))), false},
		"a body just off its joint":    {position(shifted(s.Position, last, 0.055*extentOf(s))), true},
		"a small body":                 {func(s *system.Sample) { resize(s, last, 0.05, 0.05) }, false},
		"a small body a little larger": {func(s *system.Sample) { resize(s, last, 0.05, 0.05*1.18) }, false},
		"a small body too large":       {func(s *system.Sample) { resize(s, last, 0.05, 0.05*1.22) }, true},
		"at rest":                      {func(s *system.Sample) { s.Velocity = make([]float32, len(s.Velocity)) }, false},
		"at rest but for noise":        {func(s *system.Sample) { s.Velocity = shifted(make([]float32, len(s.Velocity)), last, 0.25) }, false},
		"at rest but for a body":       {func(s *system.Sample) { s.Velocity = shifted(make([]float32, len(s.Velocity)), last, 0.31) }, true},
		"velocities a quarter off":     {func(s *system.Sample) { s.Velocity = shifted(s.Velocity, last, 0.56) }, false},
		"velocities more off":          {func(s *system.Sample) { s.Velocity = shifted(s.Velocity, last, 0.69) }, true},
		"bodies that do not hang on":   {func(s *system.Sample) { loosened(s) }, true},
	}
}

// extentOf is twice the root mean square distance of the pose of rest from its middle.
func extentOf(s system.Sample) float32 {
	at := s
	at.Position = system.Rest.Of(&s)
	return float32(2 * at.Extent())
}

// resize multiplies the size of a body in the pose of rest, and now, where nothing moves.
func resize(s *system.Sample, body []int, atRest, now float32) {
	about := func(x []float32, by float32) []float32 {
		x = slices.Clone(x)
		for axis := range 3 {
			var mean float32
			for _, i := range body {
				mean += x[3*i+axis] / float32(len(body))
			}
			for _, i := range body {
				x[3*i+axis] = mean + by*(x[3*i+axis]-mean)
			}
		}
		return x
	}
	system.Rest.Set(s, about(system.Rest.Of(s), atRest))
	s.Position, s.Velocity = about(s.Position, now), make([]float32, len(s.Velocity))
}

// loosened has every body hang on the ground.
func loosened(s *system.Sample) {
	s.Objects = slices.DeleteFunc(slices.Clone(s.Objects), func(o system.Object) bool { return o.Kind == system.Tree })
	s.Hang()
}

// TestContradictions: a state that contradicts its joints has no numbers in any engine, and
// leaves the system beside it its own; data of such states are refused.
func TestContradictions(t *testing.T) {
	_, _, _, sample := jointed(t, 1)
	config := jointedConfig(2)
	model, values := newModel(t, config, false, 1)
	file := forestFile(t, model, values, 8)
	holdContradictions(t, model, values, file, sample, contradictions(sample))
}

// holdContradictions holds every engine to the changes of a sample: the changed system has no
// numbers where it is wrong, and the sample beside it keeps its own.
func holdContradictions(t *testing.T, model *graph.Model, values weights, file []byte, sample system.Sample, changes map[string]contradiction) {
	hold := func(t *testing.T, predictor predict.Predictor) {
		want, _, err := predictor.Predict([]system.Sample{sample})
		require.NoError(t, err)
		for name, c := range changes {
			wrong := sample
			c.change(&wrong)
			position, velocity, err := predictor.Predict([]system.Sample{wrong, sample})
			require.NoError(t, err, name)
			n := len(sample.Position)
			allclose.Within(t, want, position[n:], 1e-5, name)
			for _, x := range slices.Concat(position[:n], velocity[:n]) {
				require.Equal(t, c.wrong, math.IsNaN(float64(x)), name)
			}
		}
	}
	for _, engine := range []runtime.Engine{engines.Reference(), engines.ForModules()} {
		t.Run(engine.Name, func(t *testing.T) {
			session, err := engine.Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			hold(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false))
		})
	}
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		hold(t, predict.NewSystemPredictor(session, fileInputs(t, file)...))
	})
}

// TestContradictionsOfAnyType: the same of bodies that float, which are where they are, and on
// ball joints.
func TestContradictionsOfAnyType(t *testing.T) {
	_, _, _, sample := jointedIn(t, 2, 3, afloat)
	model, values := newModel(t, afloatConfig(1), false, 1)
	session, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
	bodies := sample.Objects.Of(system.Body)
	for _, c := range []struct {
		moved []int
		wrong bool
	}{{nil, false}, {bodies[6], true}, {slices.Concat(bodies[:4]...), false}, {bodies[3], true}, {bodies[0], true}} {
		s := sample
		s.Position = shifted(s.Position, c.moved, 1)
		position, _, err := predictor.Predict([]system.Sample{s})
		require.NoError(t, err)
		require.Equal(t, c.wrong, math.IsNaN(float64(position[0])), c.moved)
	}
}
