package series

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestWidths: half-widths go from 0.15 s down by factors of 1.5 to four steps of the log, and a
// slow log has four steps.
func TestWidths(t *testing.T) {
	for _, c := range []struct {
		step float64
		want []float64
	}{{0.01, []float64{0.15, 0.1, 0.0667, 0.0444}}, {0.0112, []float64{0.15, 0.1, 0.0667}}, {0.037, []float64{0.15}}, {0.1, []float64{0.4}}} {
		allclose.Within(t, c.want, Widths(c.step), 1e-9, c)
	}
}

// TestWidth: noise of a slow signal asks for the widest filter, and a fast signal without noise for
// the narrowest. Of two columns both count, and a column without anything left over is no error.
func TestWidth(t *testing.T) {
	var time, slow, fast, still []float64
	for i := range 300 {
		now := 0.01*float64(i) + 0.002*math.Sin(float64(7*i))
		time, still = append(time, now), append(still, 0)
		slow = append(slow, math.Sin(now)+0.1*math.Sin(float64(i*i)))
		fast = append(fast, math.Sin(40*now))
	}
	require.Equal(t, 0.15, Width(time, [][]float64{slow}))
	require.Equal(t, 0.0444, Width(time, [][]float64{fast}))
	require.Equal(t, 0.0444, Width(time, [][]float64{slow, fast}), "it loses more by the wide one than the other gains")
	require.Equal(t, 0.15, Width(time, [][]float64{slow, still}))
}
