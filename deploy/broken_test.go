package deploy

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/export"
	"gmnc/predict/verify"
)

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
