package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// TestWording: lines name what moves with the particles, and say which lengths the training data
// had, if that is known.
func TestWording(t *testing.T) {
	const bars = "rigid bars keep their lengths"
	require.Equal(t, wording{lengths: bars}, wordingOf(run.Config{}))
	require.Equal(t, wording{lengths: bars}, wordingOf(run.Config{Data: &run.DataInfo{}}))
	fields := config.Config{Fields: []string{"gravity", "mass", "turn_axis", "unknown"}}
	require.Equal(t, " (of the particles together with gravity, turn axis)", wordingOf(run.Config{Model: fields}).moving)
	findings := []verify.Finding{{Promise: "rotations", Largest: 1e-6, Allowed: 1e-4}, {Promise: verify.Lengths, Largest: 1e-7, Allowed: 1e-5, Magnified: 1e-4}}
	config := run.Config{Model: fields, Data: &run.DataInfo{Ranges: new(system.Ranges)}}
	lines := Measured{Findings: findings}.Lines(config)
	require.Contains(t, lines[0], ": equivariance (of the particles together with gravity, turn axis), maximum errors relative to ")
	require.Contains(t, lines[1], ": "+bars+" (the training data had none): maximum change ")
	require.Contains(t, Measured{Findings: findings}.Caveats(config)[0], ": "+bars+" (the training data had none): the model magnifies ")

	stick, none := system.Structure{Listed: []int{1, 0}}, system.Structure{Listed: []int{0, 0}}
	tree, body := system.Structure{Parents: []int64{0}}, system.Structure{Listed: []int{0, 0}, Bodies: []int64{0}}
	const bodies, both = "rigid bodies keep the distances within them", "rigid bars keep their lengths and rigid bodies the distances within them"
	for _, c := range []struct {
		structures []system.Structure
		want       string
	}{
		{nil, bars}, {[]system.Structure{stick, none}, bars}, {[]system.Structure{tree}, bars},
		{[]system.Structure{body, none}, bodies}, {[]system.Structure{body, stick}, both}, {[]system.Structure{tree, body}, both},
	} {
		require.Equal(t, c.want, lengthsOf(&system.Ranges{Bar: new(system.Range), Structures: c.structures}))
	}
}

// TestMagnifyingLines: the number of systems whose rounding errors are magnified is said where it was recorded.
func TestMagnifyingLines(t *testing.T) {
	of := func(systems int, own float64) []string {
		return Measured{Runtime: "native"}.magnifying("", verify.Report{Findings: []verify.Finding{
			{Promise: "rotations", Magnified: 0.1, MagnifiedIn: "position of system 0", MagnifiedSystems: systems, Own: own, Tried: []verify.Tried{{Count: 3, Of: "systems"}}},
			{Promise: "reflections"},
		}}, wording{})
	}
	for systems, want := range map[int]string{0: "in single systems, ", 1: "in 1 of 3 systems, ", 2: "in 2 of 3 systems, "} {
		lines := of(systems, 0)
		require.Len(t, lines, 1)
		require.Contains(t, lines[0], want)
		require.Contains(t, lines[0], "native: equivariance, ")
		require.Contains(t, lines[0], "It is at predicted_position of system 0.")
		require.NotContains(t, lines[0], "training inputs")
	}
	require.Contains(t, of(1, 0.5)[0], " on training inputs)")
}

// TestLinesOfMotions: motions that follow each other and were tried on the same systems are one line.
func TestLinesOfMotions(t *testing.T) {
	of := func(promises ...string) []string {
		var r verify.Report
		for _, promise := range promises {
			r.Findings = append(r.Findings, verify.Finding{Promise: promise, Allowed: 1e-4, Largest: 1e-6, Tried: []verify.Tried{{Count: 3, Of: "systems"}}})
		}
		return Measured{Runtime: "native"}.linesOf("", r, wording{lengths: "bars"})
	}
	require.Len(t, of("rotations", "reflections", "translations"), 1)
	require.Len(t, of("rotations", verify.Lengths, "reflections", "translations"), 3)
	require.Len(t, of(verify.Lengths, "rotations", "reflections"), 2)
	require.Contains(t, of(verify.Lengths, "rotations")[1], "Tried on the same systems as the line above.")
}
