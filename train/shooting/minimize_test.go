package shooting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLeastLower: a rough fit ends by a hundredth of the loss, one from measured states by a thousandth, and another by its
// moves alone.
func TestLeastLower(t *testing.T) {
	p := Problem{Samples: particles(), Time: 1, Roll: pushed, Parameters: []Parameter{{}}}
	measured, free := p.begin(3, 9, false), p.begin(3, 9, true)
	require.Equal(t, measuredLower, measured.leastLower())
	require.Zero(t, free.leastLower())
	measured.rough, free.rough = true, true
	require.Equal(t, roughlyLower, measured.leastLower())
	require.Equal(t, roughlyLower, free.leastLower())
}

// TestMeasuredFitEnds: a fit from measured states ends once a pass lowers the loss by less than a thousandth, though the
// equations promise more than a standard deviation.
func TestMeasuredFitEnds(t *testing.T) {
	// Over the steps of derivatives the speed changes as much as its parameter, but near 1 it changes by a tenth of that,
	// so that a pass removes only a tenth of the residual along the motion. No pass removes that across it.
	wavy := rolling(func(p []float64, _ float64) float64 { return p[0] - 9e-4*math.Sin(1e3*(p[0]-1)) })
	passes := func(across float64) int {
		f := fitOfMany(t, 64, wavy, 1e-5, Parameter{Start: 1})
		for i := range f.stretches {
			f.stretches[i].Recorded[1] += across
		}
		f.at, f.columns = []float64{1 + 1e-4}, nil
		var err error
		f.now, err = f.roll(f.at, f.offset)
		require.NoError(t, err)
		require.NoError(t, f.minimize(t.Context(), 9, 0))
		require.True(t, f.ended)
		return f.pass
	}
	require.Equal(t, 1, passes(6e-4))
	require.Greater(t, passes(3e-4), 2)
}
