package deploy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/verify"
)

// TestHowFarBelow a limit a difference is, in two digits.
func TestHowFarBelow(t *testing.T) {
	for want, f := range map[string]verify.Finding{
		"160 times below": {Largest: 6.25e-3, Allowed: 1}, "1.0 times below": {Largest: 1, Allowed: 1},
		"12000 times above": {Largest: 12345, Allowed: 1}, "no difference": {Allowed: 1},
	} {
		require.Equal(t, want, below(f))
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
