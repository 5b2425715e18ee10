package deploy

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy/measure"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// TestExamplesThatAreTold: a file of a model of particles has the true training inputs that the model takes, unless they
// are left out, and other files have none. The run stays as it is.
func TestExamplesThatAreTold(t *testing.T) {
	samples := fixtures.Samples(system.Composition{3}, 2, 1)
	for _, c := range []struct {
		name string
		of   exporting
		want int
	}{
		{"particles", exporting{}, 2}, {"left out", exporting{noExamples: true}, 0},
		{"training", exporting{step: &measure.TrainingStep{}}, 0}, {"joints", exporting{joints: &measure.JointModel{}}, 0},
	} {
		data := &run.DataInfo{File: "d.npz", Examples: system.Examples(samples)}
		c.of.run = &run.Run{Config: run.Config{Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}, Data: data}}
		told := c.of.told()
		require.Len(t, told.Config.Data.Examples, c.want, c.name)
		require.Equal(t, "d.npz", told.Config.Data.File)
		require.Len(t, data.Examples, 2, c.name)
	}
	bare := &run.Run{}
	require.Same(t, bare, exporting{run: bare}.told())
}

// TestStepsOfFiles: a file of many steps has a load or other inputs of its own in each, and radii that grow if they do.
func TestStepsOfFiles(t *testing.T) {
	trained := &run.Run{Config: run.Config{Model: config.Config{PerFrame: []string{"force"}}}}
	require.Nil(t, exporting{run: trained}.rolling())
	e := exporting{run: trained, rollout: &rolling.Rollout{Steps: 4}}
	require.Equal(t, &rolling.Rollout{Steps: 4, PerFrame: []string{"force"}}, e.rolling())
	e.joints = &measure.JointModel{}
	require.Equal(t, &rolling.Rollout{Steps: 4, PerFrame: []string{system.LoadInput}}, e.rolling())
}

// TestGrownRadii: a radius grows if it has steps, by its time of either sign, and with velocities if it has them.
func TestGrownRadii(t *testing.T) {
	require.Nil(t, grown(nil))
	require.Nil(t, grown(&config.Radius{Time: 1}))
	radius := &config.Radius{Time: -0.5, Steps: []config.RadiusStep{{Position: 1, Velocity: 2, System: 3}, {Position: 4, Velocity: 5, System: 6}}}
	g := grown(radius)
	require.Equal(t, 0.5, g.Time)
	require.Equal(t, config.MotionSoftness, g.MotionSoftness)
	require.Equal(t, []float64{1, 4}, g.Position)
	require.Equal(t, []float64{3, 6}, g.System)
	require.Nil(t, g.Velocity)
	require.Len(t, g.PositionPowers, 2)
	require.Len(t, g.SystemPowers, 2)
	radius.Velocity = new(config.RadiusHead)
	require.Equal(t, []float64{2, 5}, grown(radius).Velocity)
}

// TestStatedErrors: a stated error holds within a thousandth of the measured one.
func TestStatedErrors(t *testing.T) {
	for stated, holds := range map[float64]bool{4: true, 4.0039: true, 3.9961: true, 4.0041: false, 3.9959: false} {
		s := &StatedError{Data: "d.npz", Samples: 7, Stated: stated, Measured: 4}
		require.Equal(t, holds, s.holds(), "%g", stated)
		var text strings.Builder
		s.write(&text)
		require.Equal(t, holds, strings.Contains(text.String(), "The root mean squared error on the 7 validation samples of d.npz is 2, as the file states."), "%g", stated)
	}
	var text strings.Builder
	(*StatedError)(nil).write(&text)
	require.Empty(t, text.String())
}

// TestFilesThatStateTheirError: files state the error of one prediction on the validation samples, unless it is of several
// steps or runs, of weights before they were rounded, of an energy, or not known.
func TestFilesThatStateTheirError(t *testing.T) {
	of := func(model string, change func(r *run.Run)) *run.Run {
		c := config.Config{Model: model, Form: config.Published, Layers: 1, Hidden: 4}
		built, err := builder.New(c, false)
		require.NoError(t, err)
		trained := &run.Run{Config: run.Config{Model: c, Training: &run.Options{}}, Model: built, Metrics: run.MetricsAt(1, 0.5, 0, 0)}
		change(trained)
		return trained
	}
	rounded := &artifact.Certificate{Rounding: &artifact.Rounding{}}
	for _, c := range []struct {
		name        string
		change      func(r *run.Run)
		certificate *artifact.Certificate
		want        bool
	}{
		{"one step", func(*run.Run) {}, nil, true},
		{"a certificate", func(*run.Run) {}, &artifact.Certificate{}, true},
		{"rounded", func(*run.Run) {}, rounded, false},
		{"steps", func(r *run.Run) { r.Config.Training.Unroll = 1 }, nil, false},
		{"runs", func(r *run.Run) { r.Config.Model.Runs = 2 }, nil, false},
		{"no options", func(r *run.Run) { r.Config.Training = nil }, nil, false},
		{"no error", func(r *run.Run) { r.Metrics = run.MetricsAt(1, math.Inf(1), 0, 0) }, nil, false},
	} {
		require.Equal(t, c.want, statesError(of("gmn", c.change), c.certificate), c.name)
	}
}

// TestCountedSamples: without a test set there is nothing to count.
func TestCountedSamples(t *testing.T) {
	samples, file := (*TestSet)(nil).counted()
	require.Nil(t, samples)
	require.Empty(t, file)
	samples, file = (&TestSet{Info: &run.DataInfo{File: "d.npz"}, Samples: make([]system.Sample, 2)}).counted()
	require.Len(t, samples, 2)
	require.Equal(t, "d.npz", file)
}

// TestRoundingOfLengths: each bar may change by the tolerance of the largest coordinate of its system, of the input or of the
// target; the mean over systems counts.
func TestRoundingOfLengths(t *testing.T) {
	stick := system.Objects{{Kind: system.ListedKinds()[0], Members: []int{0, 1}}}
	require.Len(t, stick[0].Bars(), 1)
	still := system.Sample{Position: []float32{1, -8, 2}, TargetPosition: []float32{0, 3, 4}, Objects: stick}
	moved := system.Sample{Position: []float32{1, 2, 3}, TargetPosition: []float32{0, -16, 4}, Objects: append(stick[:1:1], stick...)}
	free := system.Sample{Position: []float32{1e6}}
	require.InDelta(t, verify.LengthTolerance*(8+2*16+0)/3, (&TestSet{Samples: []system.Sample{still, moved, free}}).lengthRounding(), 1e-15)
}

// TestGroupsOfTestSamples: about as many samples as are asked for are taken, evenly, in groups of one composition.
func TestGroupsOfTestSamples(t *testing.T) {
	test := &TestSet{Info: &run.DataInfo{File: "d.npz"}}
	for i := range 10 {
		n := 1 + i/5
		test.Samples = append(test.Samples, system.Sample{Position: make([]float32, 3*n), Velocity: make([]float32, 3*n)})
	}
	for most, want := range map[int][]int{100: {5, 5}, 10: {5, 5}, 5: {3, 2}, 4: {3, 2}, 3: {2, 2}} {
		var counts []int
		for _, group := range test.groups(most, most == 10) {
			counts = append(counts, len(group.Samples))
			require.Equal(t, "of the test split of d.npz", group.Name)
			require.Equal(t, "systems of the test split of d.npz", group.Kind)
			require.Equal(t, most == 10, group.Fixed)
		}
		require.Equal(t, want, counts, "%d", most)
	}
}

// TestFirstLetters: a title begins with an upper-case letter, and may be empty.
func TestFirstLetters(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "A", "rotations hold": "Rotations hold", "énergie": "Énergie"} {
		require.Equal(t, want, title(text))
	}
}

// TestTwoDigits: a number of at least 1 has two digits, and what is no number is said to be none.
func TestTwoDigits(t *testing.T) {
	for value, want := range map[float64]string{1: "1.0", 9.94: "9.9", 10: "10", 10.4: "10", 99.4: "99", 104: "100", 105: "110", 1234: "1200"} {
		require.Equal(t, want, twoDigits(value), "%g", value)
	}
	for _, none := range []float64{math.NaN(), math.Inf(1)} {
		require.Equal(t, "no number", below(verify.Finding{Largest: none, Allowed: 1}))
	}
	require.Equal(t, "1.5 times above", below(verify.Finding{Largest: 1.5, Allowed: 1}))
}

// TestModelsUnlikeTheirDescription: the refusal names the first broken promise, and counts the others.
func TestModelsUnlikeTheirDescription(t *testing.T) {
	turned, moved := errors.New("rotations: off by 1"), errors.New("translations: off by 2")
	one := refusedByItself("own", turned)
	require.ErrorContains(t, one, "the model own is not what its description says")
	require.ErrorContains(t, one, "it breaks rotations: off by 1. Correct the model")
	two := refusedByItself("own", errors.Join(turned, moved))
	require.ErrorContains(t, two, "it breaks rotations: off by 1 (and 1 more). Correct the model")
	require.ErrorIs(t, two, turned)
}

// TestVerificationsThatFail: the error has the first broken promise and the number of the others, or says that nothing was
// measured.
func TestVerificationsThatFail(t *testing.T) {
	v := &Verification{Name: "m.onnx"}
	v.breaks(nil)
	require.NoError(t, v.Err())
	require.Equal(t, "the bytes are those that gmnc exported, and the structure is valid", v.Found())
	v.Unknown = errors.New("there is no model own")
	require.EqualError(t, v.Err(), "nothing that m.onnx promises was measured: there is no model own")
	v.breaks(errors.New("one"))
	require.EqualError(t, v.Err(), "m.onnx does not keep its promises: one")
	require.Equal(t, "broken: one", v.Found())
	v.breaks(errors.Join(errors.New("two"), fmt.Errorf("three")))
	require.EqualError(t, v.Err(), "m.onnx does not keep its promises: one (and 2 more)")
	require.Equal(t, "broken: one; two; three", v.Found())
	damaged := &Verification{damaged: true}
	require.NoError(t, damaged.Measure(t.Context()), "nothing is measured")
}

// TestUnitsThatDiffer: each unit that a file states, or lacks, unlike the model is broken. The one text that earlier builds stated for both
// velocities is accepted, without the other keys that these builds lacked.
func TestUnitsThatDiffer(t *testing.T) {
	const position, velocity = export.UnitsPrefix + "position", export.UnitsPrefix + "velocity"
	wanted := map[string]string{position: "m", velocity: "m/s"}
	for _, c := range []struct {
		stated map[string]string
		broken []string
	}{
		{map[string]string{position: "m", velocity: "m/s", "other": "kg"}, nil},
		{map[string]string{position: "cm", velocity: "m"}, []string{position, velocity}},
		{map[string]string{position: "m"}, []string{velocity}},
		{map[string]string{position: "m", velocity: "input: m/s; output: none"}, nil},
		{map[string]string{velocity: "input: m/s; output: none"}, nil},
		{map[string]string{position: "cm", velocity: "input: m/s; output: none"}, []string{position}},
		{map[string]string{position: "m", velocity: "input: cm/s; output: none"}, []string{velocity}},
	} {
		broken := unlike(c.stated, wanted)
		require.Len(t, broken, len(c.broken), "%v", c.stated)
		for i, err := range broken {
			require.EqualError(t, err, fmt.Sprintf("%s is stated as %q; the model's is %q", c.broken[i], c.stated[c.broken[i]], wanted[c.broken[i]]))
		}
	}
}

// TestBrokenCertificates: a certificate of nothing is broken, and so is each finding that does not hold.
func TestBrokenCertificates(t *testing.T) {
	holds, broken := verify.Finding{Promise: "rotations", Largest: 1, Allowed: 1}, verify.Finding{Promise: "lengths", Largest: 2, Allowed: 1}
	for _, nothing := range []*artifact.Certificate{nil, {}} {
		require.Len(t, brokenIn(nothing), 1)
		require.ErrorContains(t, brokenIn(nothing)[0], "the file has no certificate")
	}
	all := brokenIn(&artifact.Certificate{Runtimes: []artifact.Measured{{Runtime: "a", Findings: []verify.Finding{holds}}, {Runtime: "b", Findings: []verify.Finding{broken, holds}}}})
	require.Len(t, all, 1)
	require.EqualError(t, all[0], "its own certificate says that lengths was off by 2 in b, where 1 is allowed")
	require.Empty(t, brokenIn(&artifact.Certificate{Runtimes: []artifact.Measured{{Findings: []verify.Finding{holds}}}}))
}
