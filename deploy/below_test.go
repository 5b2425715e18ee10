package deploy

import (
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
