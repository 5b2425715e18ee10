package shooting

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestSystematic: the residuals of a channel are no noise if time steps are the reason for them, and those
// of all are none if each has this reason or is at the level of rounding.
func TestSystematic(t *testing.T) {
	at := func(times float64) Left { return Left{Fit: times, Rounding: 1, Most: 1e9, Channel: 1} }
	of := func(left ...Left) (all []bool) {
		for channel := range 2 {
			all = append(all, systematic(left)(channel))
		}
		return all
	}
	none, first, both := []bool{false, false}, []bool{true, false}, []bool{true, true}
	require.Equal(t, none, of())
	require.Equal(t, both, of(at(300)), "one channel alone is all")
	require.Equal(t, none, of(at(301)))
	stepped := Left{Fit: 301, Rounding: 1, Most: 1e9, Steps: 1}
	require.Equal(t, both, of(stepped, at(300)))
	require.Equal(t, none, of(stepped, at(301)))
	stepped.Steps = 0.9
	require.Equal(t, none, of(stepped, at(300)))
	coarse := Left{Fit: 400, Noise: 100, Rounding: 1, Steps: 100}
	require.Equal(t, first, of(coarse, at(301)))
	require.Equal(t, both, of(coarse, at(300)))
	coarse.Steps = 99
	require.Equal(t, none, of(coarse, at(301)))
}

// TestFarthest: residuals that push in one direction move a parameter by the root of their number times its
// deviation, and other errors add up. Residuals of one channel count by the share of the
// deviation that is theirs, and a parameter that hardly depends on them has no bound.
func TestFarthest(t *testing.T) {
	// Velocities grow from frame to frame, so that they are no differences of positions.
	f := fitOf(t, func(ctx context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		positions, velocities, err = rolling(func(p []float64, _ float64) float64 { return p[0] })(ctx, p, starts, steps)
		for number, frame := range velocities {
			for k := range frame {
				frame[k] *= float32(1 + number)
			}
		}
		return positions, velocities, err
	}, 1e-2, Parameter{Name: "speed", Start: 1})
	moves := [][]float64{{-2}, {3}}
	most := func(of func(channel int) bool) float64 { return f.farthest([]float64{0.1}, of, moves)[0] }
	require.InDelta(t, 0.1*math.Sqrt(f.count())+5, most(func(int) bool { return true }), 1e-9)
	require.Zero(t, most(func(int) bool { return false }))
	// A speed in four frames has the derivatives 0, 1, 2, 3 of positions, and 1, 2, 3, 4 of velocities.
	velocities := func(channel int) bool { return channel == 1 }
	require.InDelta(t, math.Sqrt(30./44), f.shares(velocities)[0], 1e-4)
	require.InDelta(t, 0.1*math.Sqrt(30./44*f.count()/2)+5, most(velocities), 1e-3)
	for _, times := range []float64{0.99, 1.01, 1.99} { // of the deviation
		rows := f.count() / 2
		f.noise[1] = f.noise[0] * math.Sqrt((30*rows/(times*times)-30)/14)
		f.equate()
		want := 0.0
		if times > 1 {
			want = 0.1*times + 5
		}
		require.InDelta(t, want, most(velocities), 1e-3, times)
	}
	f.fixed[0] = true
	require.Zero(t, f.shares(velocities)[0])
}

// TestSharesWithoutInverse: parameters that act alike have no inverse, and no shares.
func TestSharesWithoutInverse(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] + p[1] }), 1, Parameter{Start: 1}, Parameter{Start: 1})
	for i := range f.columns {
		f.columns[i][1] = f.columns[i][0]
	}
	f.equate()
	require.Equal(t, []float64{0, 0}, f.shares(func(int) bool { return true }))
}
