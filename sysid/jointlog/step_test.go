package jointlog

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestCheckStep: stamps may be a twentieth of the step from the step that is given.
func TestCheckStep(t *testing.T) {
	for _, c := range []struct {
		stamps  []float64
		dt      float64
		refused bool
	}{
		{[]float64{0, 1, 2}, 0, false},
		{[]float64{0}, 2, false},
		{[]float64{0, 1.04}, 1, false},
		{[]float64{0, 1.06}, 1, true},
		{[]float64{0, 0.96}, 1, false},
		{[]float64{0, 0.94}, 1, true},
	} {
		err := checkStep("log.csv", "time", c.stamps, c.dt)
		require.Equal(t, c.refused, err != nil, "%v", c)
	}
}

// TestSeconds: stamps begin at 0, also of two rows. Steps above a second are of a smaller unit, the
// largest by which they are a second at most.
func TestSeconds(t *testing.T) {
	for _, c := range []struct {
		time, want []float64
		note       string
	}{
		{[]float64{5}, []float64{5}, ""},
		{[]float64{5, 5.5}, []float64{0, 0.5}, ""},
		{[]float64{5, 6}, []float64{0, 1}, ""},
		{[]float64{5, 6.1}, []float64{0, 1.1e-3}, "0.001"},
		{[]float64{0, 1000}, []float64{0, 1}, "0.001"},
		{[]float64{0, 1001}, []float64{0, 1.001e-3}, "1e-06"},
		{[]float64{0, 1e6 + 1}, []float64{0, 1.000001e-3}, "1e-09"},
	} {
		l, r := &Log{}, &Recording{Name: "log", Time: c.time}
		l.seconds(r)
		allclose.Within(t, c.want, r.Time, 1e-9)
		require.Equal(t, c.note != "", len(l.Notes) > 0)
		if c.note != "" {
			require.Contains(t, l.Notes[0], "taken as "+c.note+" s each")
		}
	}
}
