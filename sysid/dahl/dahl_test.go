package dahl

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCreep: the memory of a joint that stands fades at the rate of its creep, and without creep
// it stays.
func TestCreep(t *testing.T) {
	stands := NewPath([]float64{0, 1, 3, 4}, []float64{1, 1, 0, 0})
	for creep, want := range map[float64]float64{0: 1, 0.5: 0.3678794} {
		z := stands.Friction([]float64{1, 2, 1}, 1e-3, creep, false).State
		require.InDelta(t, want, z[3], 1e-6, "creep %g", creep) // exp(-0.5 * 2), the time for which it stands up to the last stamp's half
	}
}

// finely is Dahl's state at the end of a piece and its mean over the piece's time, by small steps.
func finely(p piece, length, before float64) (last, mean float64) {
	const steps = 200_000
	state, s := before, Sign(p.from+p.to)
	for k := range steps {
		way := p.displacement(float64(k+1)/steps) - p.displacement(float64(k)/steps)
		next := s + (state-s)*math.Exp(-way/length)
		mean += (state + next) / (2 * steps)
		state = next
	}
	return state, mean
}

// TestFading holds what a piece leaves of a direction to small steps, for ways from far less than
// the memory's to far more, from rest and to rest, for large differences and for small ones.
func TestFading(t *testing.T) {
	for _, p := range []piece{{1, 1e-3, 1e-3, true}, {0.5, 0, 2e-3, true}, {0.3, -2e-3, 0, true}, {1, 1e-3, 2e-3, true}} {
		for _, length := range []float64{1, 1e-3, 3e-4, 5e-5, 1e-5} {
			for _, c := range []struct{ off, within float64 }{{-2, 2e-3}, {0.021, 1e-5}, {-0.019, 4e-3}} {
				s := Sign(p.from + p.to)
				last, lastBy, mean, meanBy := p.fading(length, c.off)
				wantLast, wantMean := finely(p, length, s+c.off)
				require.InDelta(t, wantLast, s+c.off*last, 1e-9, "%v %g", p, length)
				require.InDelta(t, wantMean, s+c.off*mean, c.within, "%v %g %g", p, length, c.off)
				const step = 1e-4
				aboveLast, _, above, _ := p.fading(length*math.Exp(step), c.off)
				belowLast, _, below, _ := p.fading(length*math.Exp(-step), c.off)
				require.InDelta(t, (aboveLast-belowLast)/(2*step), lastBy, 1e-6)
				require.InDelta(t, (above-below)/(2*step), meanBy, 5e-3*mean+1e-6, "%v %g %g", p, length, c.off)
			}
		}
	}
}

// TestWhen: a piece has gone a way after the part of its time that when says.
func TestWhen(t *testing.T) {
	for _, p := range []piece{{1, 1, 1, true}, {0.5, 0, 2, true}, {0.3, -2, 0, true}, {1, 1, 2, true}} {
		for _, part := range []float64{0.01, 0.5, 0.99} {
			require.InDelta(t, part, p.when(p.displacement(part)), 1e-9, p)
		}
		require.Equal(t, 1.0, p.when(p.displacement(1)))
		require.Equal(t, 1.0, p.when(2*p.displacement(1)))
	}
}

// TestMemoryStays: a direction from which friction is off by a millionth or less is that of motion.
func TestMemoryStays(t *testing.T) {
	for _, c := range []struct {
		length float64
		moves  bool
	}{{1. / 13, true}, {1. / 15, false}} { // exp(-13) is more than 1e-6, and exp(-15) less
		one := [mostPieces]piece{{1, 1, 1, true}}
		z := Path{one, one}.Friction([]float64{1, 1}, c.length, 0, false).State
		require.Equal(t, c.moves, z[2]/2 > 1-math.Exp(-1/c.length)/2, c)
	}
}

// TestMemorySlopes holds the derivatives of the state, by the way and by the creep, to differences.
func TestMemorySlopes(t *testing.T) {
	var time, rate, steps []float64
	for i := range 400 {
		now := 0.01*float64(i) + 0.002*math.Sin(float64(i))
		time, rate = append(time, now), append(rate, math.Sin(5*now)*math.Abs(math.Sin(2*now)))
		if i > 0 {
			steps = append(steps, now-time[i-1])
		}
	}
	all := NewPath(time, rate)
	const length, creep, step = 0.02, 0.5, 1e-5
	r := all.Friction(steps, length, creep, true)
	require.Nil(t, all.Friction(steps, length, creep, false).ByCreep)
	above, below := all.Friction(steps, length*math.Exp(step), creep, false).State, all.Friction(steps, length*math.Exp(-step), creep, false).State
	later, earlier := all.Friction(steps, length, creep*math.Exp(step), false).State, all.Friction(steps, length, creep*math.Exp(-step), false).State
	for i := range time {
		require.InDelta(t, (above[i]-below[i])/(2*step), r.ByLength[i], 0.02, i)
		require.InDelta(t, (later[i]-earlier[i])/(2*step), r.ByCreep[i], 1e-4, i)
	}
}
