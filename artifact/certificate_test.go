package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict/conformal"
	"gmnc/predict/verify"
	"gmnc/run"
)

// TestLinesSayWhatWasTried: promises that were tried on the same things share a sentence, and a
// later sentence says that the same were tried. A file from before this was kept says nothing.
func TestLinesSayWhatWasTried(t *testing.T) {
	four, stick := []verify.Tried{{Count: 3, Of: "random systems of (4)"}}, []verify.Tried{{Count: 3, Of: "random systems of (0,1)"}}
	both := append(four, stick...)
	findings := []verify.Finding{
		{Promise: verify.Agreement, Largest: 1e-6, Allowed: 1e-4, Tried: four},
		{Promise: verify.Agreement, Largest: 2e-6, Allowed: 1e-4, Tried: stick},
		{Promise: "rotations", Largest: 3e-6, Allowed: 1e-4, Tried: both},
		{Promise: "renumbering", Largest: 0, Allowed: 1e-4, Tried: both},
		{Promise: verify.Lengths, Largest: 1e-7, Allowed: 1e-5, Tried: stick},
		{Promise: verify.Sampled, Largest: 1e-7, Allowed: 1e-5, Tried: stick},
		{Promise: "rotations" + verify.LikeTraining, Largest: 1e-7, Allowed: 1e-5, Tried: stick},
		{Promise: "renumbering" + verify.LikeTraining, Largest: 2e-7, Allowed: 1e-5, Tried: both},
		{Promise: verify.Batches, Largest: 0, Allowed: 1e-5, Batches: []int{1, 2, 400}},
		{Promise: verify.Faults, Tried: []verify.Tried{{Count: 17, Of: "invalid inputs"}}},
		{Promise: "gradients", Largest: 1e-7, Allowed: 1e-5},
		{Promise: verify.Threads},
	}
	lines := Measured{Runtime: "a", Findings: findings}.Lines(run.Config{})
	require.Equal(t, []string{
		"a: rounding: outputs against a float64 evaluation of the same model: maximum error 2e-06, relative to the output's largest magnitude. Tried on 3 random systems of each of these kinds (4 free particles, 1 stick).",
		"a: equivariance, maximum errors relative to the output's largest magnitude: rotation 3e-06, permutation of particles 0. Tried on the same systems as the line above.",
		"a: rigid bars keep their lengths: maximum change 1e-07, relative to the largest coordinate. Tried on 3 random systems (1 stick).",
		"a, in and around the training ranges: rounding: outputs against gmnc's own float32 implementation of the same model: maximum error 1e-07, relative to the output's largest magnitude. Tried on the same systems as the line above.",
		"a, in and around the training ranges: equivariance, maximum errors relative to the output's largest magnitude: rotation 1e-07. Tried on the same systems as the line above.",
		"a, in and around the training ranges: equivariance, maximum errors relative to the output's largest magnitude: permutation of particles 2e-07. Tried on 3 random systems of each of these kinds (4 free particles, 1 stick).",
		"a: the same outputs of a system in batches of different sizes: exactly equal. Tried on 3 batch sizes from 1 to 400.",
		"a: invalid inputs (such as NaN, or an index that does not exist) give no numbers: the runtime refuses them, or outputs NaN for their systems. Tried on 17 invalid inputs.",
		"a: gradients: maximum error 1e-07, relative to the output's largest magnitude.",
		"a: the same bits on 1, 2 and 8 threads.",
	}, lines)
	require.Empty(t, Measured{Findings: findings}.Caveats(run.Config{}))
	require.Empty(t, (&Certificate{}).Caveats(run.Config{}, nil))
	learned := run.Config{Model: config.Config{LearnedOn: &config.LearnedOn{}}}
	require.Equal(t, []string{unchecked}, (&Certificate{Runtimes: []Measured{{Findings: findings}}}).Caveats(learned, nil))
	require.False(t, (&Certificate{Runtimes: []Measured{{Findings: findings}}}).Magnifies(learned))
	for i := range findings {
		findings[i].Promise += verify.OfFirstStep
	}
	lines = Measured{Runtime: "a", Findings: findings}.Lines(run.Config{})
	require.Equal(t, "a, in the first step: rigid bars keep their lengths: maximum change 1e-07, relative to the largest coordinate. Tried on 3 random systems (1 stick).", lines[2])
}

// TestLinesOnMagnifiedRoundings: a line says that its maximum is of the other systems, and a caveat
// in the same words how large the error is in those whose roundings the model magnifies.
func TestLinesOnMagnifiedRoundings(t *testing.T) {
	four := []verify.Tried{{Count: 3, Of: "random systems of (4)"}, {Count: 2, Of: "training inputs"}}
	findings := []verify.Finding{
		{Promise: verify.Sampled, Largest: 1e-6, Allowed: 1e-4, Tried: four, Magnified: 0.25, MagnifiedIn: "velocity of system 46, b", MagnifiedSystems: 2, Own: 0.125},
		{Promise: "rotations", Largest: 2e-6, Allowed: 1e-4, Magnified: 0.5, MagnifiedIn: "energy of system 1"},
	}
	m := Measured{Runtime: "a", Findings: findings}
	require.Equal(t, []string{
		"a, in and around the training ranges: rounding: outputs against gmnc's own float32 implementation of the same model: maximum error 1e-06, relative to the output's largest magnitude (without 2 of the 5 systems: see the caveat on rounding). Tried on 3 random systems (4 free particles); 2 training inputs.",
		"a: equivariance, maximum errors relative to the output's largest magnitude: rotation 2e-06 (without the systems of the caveat on rounding).",
	}, m.Lines(run.Config{}))
	caveats := []string{
		"a, in and around the training ranges: rounding: outputs against gmnc's own float32 implementation of the same model: the model magnifies rounding errors in 2 of 5 systems, and rounding explains an error as large there: maximum error 0.25, relative to the output's largest magnitude (0.12 on training inputs). It is at predicted_velocity of system 46, b.",
		"a: equivariance, rotation: the model magnifies rounding errors in single systems, and rounding explains an error as large there: maximum error 0.5, relative to the output's largest magnitude. It is at energy of system 1.",
	}
	require.Equal(t, caveats, (&Certificate{Runtimes: []Measured{m}}).Caveats(run.Config{}, nil))
	require.True(t, (&Certificate{Runtimes: []Measured{m}}).Magnifies(run.Config{}))
	findings[0].MagnifiedSystems = 5
	require.Contains(t, m.Lines(run.Config{})[0], "of the same model: see the caveat on rounding, which is of all systems. Tried on ")
	findings[1].Promise += verify.OfFirstStep
	require.Contains(t, m.Caveats(run.Config{})[0], "a, in the first step: equivariance, rotation: the model magnifies")
}

// TestLinesOfStepsNotRun: steps that were compared in place of being run are said.
func TestLinesOfStepsNotRun(t *testing.T) {
	lines := Measured{Runtime: "a", Findings: []verify.Finding{{Promise: verify.AlikeSteps, Tried: []verify.Tried{{Count: 47, Of: "later steps"}}}}}.Lines(run.Config{})
	require.Equal(t, []string{"a: the later steps were not run: their nodes were compared one by one with those of the last step that was run, and are the same. Tried on 47 later steps."}, lines)
}

// TestLinesOfTests: what was measured on test samples is said beside the baseline, and that
// the model is worse than it.
func TestLinesOfTests(t *testing.T) {
	errors := TestErrors{Data: "d.npz", SHA256: "0123456789abcdef", Samples: 7, Position: 4}
	const begin = "On the 7 test samples of d.npz (SHA-256 0123456789ab) the root mean squared error of positions is 2"
	require.Equal(t, []string{begin + "."}, errors.lines())
	errors.Line, errors.Constraint = 4, 1e-7
	require.Equal(t, []string{begin + "; the constant-velocity baseline x + vT has 2. The changes in length of the rigid bars of a system add up to 1e-07 on average."}, errors.lines())
	errors.Line, errors.Constraint, errors.Unit, errors.Overlap = 1, 0, "m", "9 %"
	require.Equal(t, []string{begin + " m; the constant-velocity baseline x + vT has 1 m.", "The model is worse than the constant-velocity baseline on these test samples.", "9 %: errors on motion at other times may be larger."}, errors.lines())
	errors.Radius, errors.Rolled = &conformal.Measured{}, []conformal.MeasuredStep{{Step: 3}}
	require.Regexp(t, "^On the test samples the radius of .*[.]$", errors.lines()[3])
	require.Regexp(t, "^On the test samples, after 3 steps the radius of .*[.]$", errors.lines()[4])
}

// TestLinesOfCertificates: each part of a certificate has its lines, in full sentences.
func TestLinesOfCertificates(t *testing.T) {
	require.Equal(t, []string{
		"Limited.",
		"The weights are stored in float16, which changes predictions by 0.001 at most, relative to the output's largest magnitude. The largest change is in 1 random system (4 free particles).",
		"On the validation samples of d.npz, which calibrated it, the radius of 0 % covers the truth of 0.0 % of 0 particles and of 0.0 % of 0 systems. For this each fifth of them was measured by the radius that the other four fifths give.",
		"9 %, and these calibrated the radius: it may cover less of motion at other times.",
		"On the validation samples, after 2 steps the radius of 0 % covers the truth of 0.0 % of 0 particles and of 0.0 % of 0 systems.",
	}, (&Certificate{
		Limited: "Limited.", Rounding: &Rounding{1e-3, "(4)"},
		Radius: &RadiusCoverage{Data: "d.npz", Overlap: "9 %", Steps: []conformal.Step{{Step: 2}}},
	}).Lines(run.Config{}))
}
