package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/verify"
)

// TestLinesSayWhatWasTried: promises that were tried on the same things share a sentence, and a
// later sentence says that the same were tried. A file from before this was kept says nothing.
func TestLinesSayWhatWasTried(t *testing.T) {
	four, stick := []verify.Tried{{Count: 3, Of: "systems of (4)"}}, []verify.Tried{{Count: 3, Of: "systems of (0,1)"}}
	both := append(four, stick...)
	findings := []verify.Finding{
		{Promise: verify.Agreement, Largest: 1e-6, Allowed: 1e-4, Tried: four},
		{Promise: verify.Agreement, Largest: 2e-6, Allowed: 1e-4, Tried: stick},
		{Promise: "rotations", Largest: 3e-6, Allowed: 1e-4, Tried: both},
		{Promise: "renumbering", Largest: 0, Allowed: 1e-4, Tried: both},
		{Promise: verify.Lengths, Largest: 1e-7, Allowed: 1e-5, Tried: stick},
		{Promise: verify.Sampled, Largest: 1e-7, Allowed: 1e-5, Tried: stick},
		{Promise: verify.Batches, Largest: 1e-7, Allowed: 1e-5, Batches: []int{1, 2, 400}},
		{Promise: verify.Faults, Tried: []verify.Tried{{Count: 17, Of: "wrong inputs"}}},
		{Promise: verify.Threads},
	}
	require.Equal(t, []string{
		"a agrees with the float64 interpreter to 2.0e-06 of the largest entry. It was tried on 3 systems each of (4) (0,1).",
		"a keeps rotations to 3.0e-06, renumbering to 0.0e+00. It was tried on the same.",
		"a keeps lengths of sticks and hinge bars to 1.0e-07. It was tried on 3 systems of (0,1).",
		"a gives on systems like the training's the numbers of its weights to 1.0e-07. It was tried on the same.",
		"a gives the same numbers in batches of other sizes to 1.0e-07. It was tried on 3 batch sizes from 1 to 400.",
		"a gives no numbers for wrong systems. It was tried on 17 wrong inputs.",
		"a gives the same bits on 1, 2 and 8 threads",
	}, Measured{Runtime: "a", Findings: findings}.lines())
	for i := range findings {
		findings[i].Promise += verify.OfFirstStep
	}
	require.Equal(t, "a keeps of the first step rotations to 3.0e-06, renumbering to 0.0e+00. It was tried on the same.",
		Measured{Runtime: "a", Findings: findings}.lines()[1])
}
