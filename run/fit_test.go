package run

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFit: what is known is stored as numbers and read again, also of an earlier build, and a later
// fit leaves nothing of one before.
func TestFit(t *testing.T) {
	r := Run{Metrics: map[string]string{"epoch": "2"}}
	r.SetFit(Fit{Text: "a", Known: true, Left: 0.5, Noise: 0.25, NoiseAtMost: 1})
	require.Equal(t, map[string]float64{"epoch": 2, "law_left": 0.5, "law_noise": 0.25, "law_noise_at_most": 1}, r.Figures())
	require.True(t, r.Fits())
	r.SetFit(Fit{Text: "b", NoiseAtMost: math.Inf(1)})
	require.Equal(t, map[string]string{"epoch": "2", "law_fits": "b", "law_undecided": "true"}, r.Metrics)
	require.True(t, r.undecided())
	require.False(t, r.Fits())

	earlier := Run{Metrics: map[string]string{"law_fits": "c", "law_untold": "true"}}
	require.True(t, earlier.undecided())
	require.False(t, earlier.Fits())
	earlier.SetFit(Fit{Text: "d", Known: true})
	require.True(t, earlier.Fits())
}
