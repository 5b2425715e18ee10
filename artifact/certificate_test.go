package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/conformal"
	"gmnc/predict/verify"
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
		{Promise: verify.Batches, Largest: 1e-7, Allowed: 1e-5, Batches: []int{1, 2, 400}},
		{Promise: verify.Faults, Tried: []verify.Tried{{Count: 17, Of: "invalid inputs"}}},
		{Promise: "gradients", Largest: 1e-7, Allowed: 1e-5},
		{Promise: verify.Threads, Magnified: 0.25, MagnifiedIn: "x of y", Own: 0.125},
	}
	lines := Measured{Runtime: "a", Findings: findings}.Lines()
	require.Equal(t, []string{
		"a agrees with a float64 computation of the same model to 2.0e-06 of the largest number in an output. This was tried on 3 random systems each with (particles, sticks, hinges) = (4), (0,1).",
		"If the inputs are moved, the outputs of a move along, but for these shares of their largest number: rotations 3.0e-06, renumbering 0. This was tried on the same.",
		"a keeps the lengths of rigid bars (of sticks, hinges, trees and links) to 1.0e-07 of the largest coordinate. This was tried on 3 random systems with (particles, sticks, hinges) = (0,1).",
		"a agrees with the native engine, gmnc's own in float32, to 1.0e-07 of the largest number in an output, on systems like the training data. This was tried on the same.",
		"If the inputs are moved, the outputs of a move along, on systems like the training data, but for these shares of their largest number: rotations 1.0e-07. This was tried on the same.",
		"If the inputs are moved, the outputs of a move along, on systems like the training data, but for these shares of their largest number: renumbering 2.0e-07. This was tried on 3 random systems each with (particles, sticks, hinges) = (4), (0,1).",
		"a gives a system the same numbers in batches of different sizes, to 1.0e-07 of the largest number in an output. This was tried on 3 batch sizes from 1 to 400.",
		"a gives no numbers for invalid inputs: it refuses them, or outputs NaN for their systems. This was tried on 17 invalid inputs.",
		"a gives gradients to 1.0e-07 of the largest number in an output.",
		"a gives the same bits on 1, 2 and 8 threads.",
		"The model magnifies rounding errors: a is off by up to 2.5e-01 of the largest number in an output in single systems (1.2e-01 on training inputs), where the model itself is that sensitive to the rounding of its inputs. It is the largest for the promise \"the same bits on 1, 2 and 8 threads\", at x of y.",
	}, lines)
	for i := range findings {
		findings[i].Promise += verify.OfFirstStep
		findings[i].Own = 0
	}
	lines = Measured{Runtime: "a", Findings: findings}.Lines()
	require.Equal(t, "a keeps the lengths of rigid bars (of sticks, hinges, trees and links) to 1.0e-07 of the largest coordinate, in the first step. This was tried on 3 random systems with (particles, sticks, hinges) = (0,1).", lines[2])
	require.Contains(t, lines[len(lines)-1], "in single systems, in the first step, where the model itself")
}

// TestLinesOfStepsNotRun: steps that were compared in place of being run are said.
func TestLinesOfStepsNotRun(t *testing.T) {
	lines := Measured{Runtime: "a", Findings: []verify.Finding{{Promise: verify.AlikeSteps, Tried: []verify.Tried{{Count: 47, Of: "later steps"}}}}}.Lines()
	require.Equal(t, []string{"a did not run the later steps, whose nodes were compared one by one with those of the last step that it ran, and are the same. This was tried on 47 later steps."}, lines)
}

// TestLinesOfTests: what was measured on test samples is said beside the straight line, and that
// the model is worse than it.
func TestLinesOfTests(t *testing.T) {
	errors := TestErrors{Data: "d.npz", SHA256: "0123456789abcdef", Samples: 7, Position: 4, Constraint: 1e-7}
	const begin, end = "On the 7 test samples of d.npz (SHA-256 0123456789ab) positions have a root mean squared error of 2", ", and a mean squared error x100 of 400.00000. Rigid bars change their lengths by 1.0e-07 in total."
	require.Equal(t, []string{begin + end}, errors.lines())
	errors.Line = 4
	require.Equal(t, []string{begin + " (the straight line x + vT: 2)" + end}, errors.lines())
	errors.Line, errors.Overlap = 1, "9 %"
	require.Equal(t, []string{begin + " (the straight line x + vT: 1)" + end, "The model is worse than the straight line on these test samples.", "9 %: errors on later motion may be larger."}, errors.lines())
	errors.Radius, errors.Rolled = &conformal.Measured{}, []conformal.MeasuredStep{{Step: 3}}
	require.Regexp(t, "^On the test samples the radius of .*[.]$", errors.lines()[3])
	require.Regexp(t, "^On the test samples, after 3 steps the radius of .*[.]$", errors.lines()[4])
}

// TestLinesOfCertificates: each part of a certificate has its lines, in full sentences.
func TestLinesOfCertificates(t *testing.T) {
	require.Equal(t, []string{
		"Limited.",
		"The weights are stored in float16, which changes predictions by 1.0e-03 of the largest number in an output at most. The largest change is in 1 random system with (particles, sticks, hinges) = (4).",
		"On the validation samples of d.npz, which calibrated it, the radius of 0 % covers the truth of 0.0 % of 0 particles and of 0.0 % of 0 systems. For this each fifth of them was measured by the radius that the other four fifths give.",
		"9 %, and these calibrated the radius: it may cover less of later motion.",
		"On the validation samples, after 2 steps the radius of 0 % covers the truth of 0.0 % of 0 particles and of 0.0 % of 0 systems.",
	}, (&Certificate{
		Limited: "Limited.", Rounding: &Rounding{1e-3, "(4)"},
		Radius: &RadiusCoverage{Data: "d.npz", Overlap: "9 %", Steps: []conformal.Step{{Step: 2}}},
	}).Lines())
}
