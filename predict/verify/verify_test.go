package verify_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

var all = []string{"(3,2,1)", "(1,0,0)", "(4,0,0)", "(0,2,0)", "(0,0,2)", "(2,0,1)"}

var tiny = config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}

func interpreted(t *testing.T) predict.Predictor {
	t.Helper()
	model, err := builder.New(tiny, false)
	require.NoError(t, err)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return predict.NewRowPredictor(session, false)
}

// changed is a predictor whose results are changed.
type changed struct {
	predict.Predictor
	change func(samples []system.Sample, position, velocity *[]float32) error
}

func (c changed) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs, err := c.Predictor.Outputs(samples)
	if err != nil {
		return nil, err
	}
	position, velocity := outputs["position"], outputs["velocity"]
	err = c.change(samples, &position, &velocity)
	return map[string][]float32{"position": position, "velocity": velocity}, err
}

// compare holds one predictor against another at all compositions.
func compare(t *testing.T, reference, candidate predict.Predictor) verify.Report {
	t.Helper()
	groups := verify.Random(tiny, nil)
	references, err := verify.Reference(groups, reference)
	require.NoError(t, err)
	return verify.Compare(groups, references, candidate)
}

// largest returns the largest difference of all findings.
func largest(r verify.Report) (difference float64) {
	for _, f := range r.Findings {
		difference = max(difference, f.Largest)
	}
	return difference
}

func TestTheSameModelPasses(t *testing.T) {
	words := []string{"3 random systems (3 free particles + 2 sticks + 1 hinge)", "3 random systems (1 free particle)", "3 random systems (4 free particles)",
		"3 random systems (2 sticks)", "3 random systems (2 hinges)", "3 random systems (2 free particles + 1 hinge)"}
	report := compare(t, interpreted(t), interpreted(t))
	require.NoError(t, report.Err())
	require.Len(t, report.Findings, len(all))
	for i, f := range report.Findings {
		require.Equal(t, words[i], f.TriedText())
		f.Tried = nil
		require.Equal(t, verify.Finding{Promise: verify.Agreement, Allowed: verify.Tolerance, Where: "composition " + all[i]}, f)
	}
}

func TestTheLargestDifferenceIsReported(t *testing.T) {
	const difference = verify.Tolerance / 2
	off := changed{interpreted(t), func(samples []system.Sample, position, velocity *[]float32) error {
		if samples[0].Particles() == 1 {
			largest := 0.0
			for _, value := range *velocity {
				largest = max(largest, math.Abs(float64(value)))
			}
			(*velocity)[4] += float32(difference * largest)
		}
		return nil
	}}
	report := compare(t, interpreted(t), off)
	require.NoError(t, report.Err())
	require.InEpsilon(t, difference, largest(report), 0.01)
}

func TestDifferencesAreNamed(t *testing.T) {
	three := func(samples []system.Sample) bool { return samples[0].Particles() == 10 }
	hinges := func(samples []system.Sample) bool { return len(samples[0].Objects.Of(system.Hinge)) == 2 }
	for name, c := range map[string]struct {
		change func(samples []system.Sample, position, velocity *[]float32) error
		want   string
	}{
		"position": {func(s []system.Sample, x, v *[]float32) error {
			if hinges(s) {
				(*x)[7] += 0.1
			}
			return nil
		}, `^position of composition \(0,0,2\): number 7 is \S+ and should be \S+: they differ by 0\.1; the largest entry is \S+$`},
		"velocity": {func(s []system.Sample, x, v *[]float32) error {
			if three(s) {
				(*v)[89] -= 1
			}
			return nil
		}, `^velocity of composition \(3,2,1\): number 89 is \S+ and should be \S+: they differ by 1; the largest entry is \S+$`},
		"NaN": {func(s []system.Sample, x, v *[]float32) error {
			(*x)[1] = float32(math.NaN())
			return nil
		}, `^position of composition \(3,2,1\): number 1 is NaN and should be `},
		"infinite": {func(s []system.Sample, x, v *[]float32) error {
			(*x)[1] = float32(math.Inf(1))
			return nil
		}, `^position of composition \(3,2,1\): number 1 is \+Inf and should be `},
		"short": {func(s []system.Sample, x, v *[]float32) error {
			*v = (*v)[:3]
			return nil
		}, `^velocity of composition \(3,2,1\): 3 numbers; 90 are right$`},
		"nothing": {func(s []system.Sample, x, v *[]float32) error {
			*x = nil
			return nil
		}, `^position of composition \(3,2,1\): 0 numbers; 90 are right$`},
		"error": {func(s []system.Sample, x, v *[]float32) error { return errors.New("no memory") },
			`^composition \(3,2,1\): no memory$`},
	} {
		t.Run(name, func(t *testing.T) {
			report := compare(t, interpreted(t), changed{interpreted(t), c.change})
			require.NotEmpty(t, report.Broken)
			require.Regexp(t, c.want, report.Broken[0].Error())
		})
	}
	_, err := verify.Reference(verify.Random(tiny, nil), changed{interpreted(t), func([]system.Sample, *[]float32, *[]float32) error {
		return errors.New("no memory")
	}})
	require.EqualError(t, err, "composition (3,2,1), reference: no memory")
}

// TestReferencesWithoutScale: of zeros nothing but zeros is right, and of
// what is not finite nothing.
func TestReferencesWithoutScale(t *testing.T) {
	fill := func(value float32) predict.Predictor {
		return changed{interpreted(t), func(_ []system.Sample, position, _ *[]float32) error {
			for i := range *position {
				(*position)[i] = value
			}
			return nil
		}}
	}
	report := compare(t, fill(0), fill(0))
	require.NoError(t, report.Err())
	require.Zero(t, largest(report))

	for _, value := range []float32{1e-30, float32(math.NaN())} {
		require.ErrorContains(t, compare(t, fill(0), fill(value)).Err(), "position of composition (3,2,1): number 0 is ")
	}
	for _, value := range []float32{float32(math.NaN()), float32(math.Inf(-1))} {
		for _, candidate := range []float32{value, 1} {
			require.EqualError(t, compare(t, fill(value), fill(candidate)).Broken[0], "position of composition (3,2,1): the reference is not finite")
		}
	}
}

// session runs what a test says.
type session func(runtime.Batch) (map[string]runtime.Tensor, error)

func (s session) Run(b runtime.Batch) (map[string]runtime.Tensor, error) { return s(b) }

func (session) Close() error { return nil }

// TestRefusals: a file that gives numbers for every system is found out, and one that
// refuses, or gives none, is not.
func TestRefusals(t *testing.T) {
	group := verify.Random(tiny, nil)[0]
	all := func(string) bool { return true }
	positions := func(input string) bool { return input == "position" }
	measure := func(reads func(string) bool, run session) verify.Report {
		return verify.Refusals(reads, group, func(within func(runtime.Session) runtime.Session) (predict.Predictor, error) {
			return predict.NewSystemPredictor(within(run), "position", "velocity", "charge", "sticks", "hinges"), nil
		})
	}
	of := func(value float32) session {
		return func(b runtime.Batch) (map[string]runtime.Tensor, error) {
			x := b.Inputs["position"]
			x.Float = slices.Repeat([]float32{value}, len(x.Float))
			return map[string]runtime.Tensor{"predicted_position": x, "predicted_velocity": x}, nil
		}
	}
	require.ErrorContains(t, measure(all, of(1)).Err(), "no numbers for invalid inputs: off by 17 at charge absurd")
	require.ErrorContains(t, measure(positions, of(1)).Err(), "off by 3 at position absurd")
	require.Len(t, measure(all, of(float32(math.NaN()))).Findings, 1)
	refused := measure(all, func(runtime.Batch) (map[string]runtime.Tensor, error) { return nil, errors.New("wrong") })
	require.Len(t, refused.Findings, 1)
}

func TestOfTheFirstStep(t *testing.T) {
	var report verify.Report
	report.Add(verify.Finding{Promise: "rotations", Allowed: 1e-4})
	report.Add(verify.Finding{Promise: verify.Lengths, Largest: 1e-3, Allowed: 1e-5, Where: "stick [0 1]"})
	first := report.OfFirst()
	require.EqualError(t, first.Err(), "first step: "+verify.Lengths+": off by 0.001 at stick [0 1]; 1e-05 is allowed")
	require.Equal(t, "rotations of the first step", first.Findings[0].Promise)
	require.Equal(t, "rotations", report.Findings[0].Promise, "the report itself stays")
}

// TestNoDeeperThanTaken: no drawn tree has more bars between root and leaf than the model
// takes, of bodies on joints and of a model of certain particles neither.
func TestNoDeeperThanTaken(t *testing.T) {
	ofJoints := make([]int, 24) // four particles each
	for particle := range ofJoints {
		ofJoints[particle] = particle / 4
	}
	masses := config.Constant{Name: config.LearnedMass, By: config.ByParticle, Start: make([]float64, 30), Unit: 1}
	ofBodies := config.Constant{Name: config.LearnedMass, By: config.ByJoint, Start: make([]float64, 6), Joints: ofJoints, Unit: 1}
	turning := []string{system.Rest.Name, system.JointAnchor.Name, system.TurnAxis.Name}
	for name, c := range map[string]config.Config{
		"a chain of joints":  {Depth: 4, Joints: 7, Fields: turning},
		"its joints":         {Depth: 4, Joints: 6, Fields: turning, Learn: []config.Constant{ofBodies}},
		"its particles":      {Depth: 4, Integrator: config.RungeKutta4, Learn: []config.Constant{masses}},
		"trees of all kinds": {Depth: 4},
	} {
		c.Model, c.Form, c.Layers, c.Hidden, c.NoCharge = "gmn-ode", config.Published, 1, 4, true
		deepest := 0
		for _, group := range verify.Random(c, nil) {
			deepest = max(deepest, group.Samples[0].Objects.Depth())
		}
		require.Equal(t, 4, deepest, name)
	}
}
