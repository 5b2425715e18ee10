package sysid

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWidths: half-widths go from 0.15 s down by factors of 1.5 to four steps of the log, and a
// slow log has four steps.
func TestWidths(t *testing.T) {
	for _, c := range []struct {
		step float64
		want []float64
	}{{0.01, []float64{0.15, 0.1, 0.0667, 0.0444}}, {0.0112, []float64{0.15, 0.1, 0.0667}}, {0.037, []float64{0.15}}, {0.1, []float64{0.4}}} {
		got := widths(c.step)
		require.InDeltaSlice(t, c.want, got, 1e-9, c)
	}
}

// TestStarts: the fit begins where the first joint moves at a twentieth of its usual rate.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		slow float64
		want int
	}{{0.04, 2}, {0.06, 1}} {
		m := &motion{time: make([]float64, 4), rate: [][]float64{{0, 0, 0, 2}, {0, c.slow, 1, 1.7320508}}}
		require.Equal(t, c.want, m.starts(), c)
	}
	require.Equal(t, 3, (&motion{time: make([]float64, 3), rate: [][]float64{{0, 0, 0}}}).starts())
}

// TestVerdict: a law fits that leaves up to twice the noise, and the largest
// dependence is the first suspect.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		left    float64
		depends []Dependence
		want    string
	}{
		{1.98, nil, "The law fits: at no joint does it leave more than 2 times the noise of the smoothed torque."},
		{1.2, []Dependence{{"a", "x", 0.1}, {"b", "y", 0.3}}, "The law fits in part: at no joint does it leave more than 1.2 times the noise of the smoothed torque. The first suspect, with 30 % of what is left at b, is y."},
		{2.1, []Dependence{{"b", "y", 0.3}}, "The law does not fit: of the smoothed torque it leaves, in units of its noise, 2.1 at b. The first suspect, with 30 % of what is left at b, is y."},
		{2.1, nil, "The law does not fit: of the smoothed torque it leaves, in units of its noise, 2.1 at b. The residuals depend on nothing that was tried: angle, rate, load, time, direction, delay."},
	} {
		m := &Model{Train: Errors{Joints: []string{"a", "b"}, Error: []float64{1, 2 * c.left}, Passed: []float64{1, 2}}, Depends: c.depends}
		require.Equal(t, c.want, m.Verdict())
	}
}
