package dahl

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPaths: an interval has two halves, and a third piece where the rate changes its sign in
// either half.
func TestPaths(t *testing.T) {
	of := func(from, to float64) [mostPieces]piece {
		all := NewPath([]float64{1, 3}, []float64{from, to})
		require.Len(t, all, 1)
		return all[0]
	}
	require.Equal(t, [mostPieces]piece{{0.5, 2, 4, false}, {0.5, 4, 6, true}}, of(1, 3))
	require.Equal(t, [mostPieces]piece{{0.5, 0, -1, false}, {0.5, -1, -2, true}}, of(0, -1))
	require.Equal(t, [mostPieces]piece{{0.5, 2, 1, false}, {0.5, 1, 0, true}}, of(1, 0))
	require.Equal(t, [mostPieces]piece{{0.25, 2, 0, false}, {0.25, 0, -2, false}, {0.5, -2, -6, true}}, of(1, -3))
	require.Equal(t, [mostPieces]piece{{0.5, -6, -2, false}, {0.25, -2, 0, true}, {0.25, 0, 2, true}}, of(-3, 1))
	require.Equal(t, [mostPieces]piece{{0.5, 2, 0, false}, {0, 0, 0, true}, {0.5, 0, -2, true}}, of(1, -1))
	require.Empty(t, NewPath([]float64{1}, []float64{2}))
}

// TestDisplacements: a part of a piece moves by the integral of its rate, in either direction.
func TestDisplacements(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		p := piece{0.5, 2 * sign, 6 * sign, false}
		require.InDelta(t, 2, p.displacement(1), 1e-15)
		require.InDelta(t, 0.75, p.displacement(0.5), 1e-15)
		require.InDelta(t, 0.5, p.when(0.75), 1e-15)
		require.Equal(t, 1., p.when(2))
		require.Less(t, p.when(1.999), 1.)
		slows := piece{1, 6 * sign, 0, true}
		require.InDelta(t, 0.5, slows.when(2.25), 1e-15)
	}
}

// TestSigns: 0 has the sign 0.
func TestSigns(t *testing.T) {
	require.Equal(t, [3]float64{1, -1, 0}, [3]float64{Sign(1e-300), Sign(-1e-300), Sign(0)})
}

// TestFadingOfSteadyPieces: near the direction a piece counts as one of constant rate, and one that is
// shorter than a thousandth of the length as a line.
func TestFadingOfSteadyPieces(t *testing.T) {
	p := piece{1, 1, 3, false} // moves by 2
	for _, length := range []float64{0.5, 3} {
		x := 2 / length
		last, lastBy, mean, meanBy := p.fading(length, -0.0199)
		fades := math.Exp(-x)
		require.InDelta(t, fades, last, 1e-15)
		require.InDelta(t, x*fades, lastBy, 1e-15)
		require.InDelta(t, (1-fades)/x, mean, 1e-15)
		require.InDelta(t, (1-fades)/x-fades, meanBy, 1e-15)
		_, _, other, _ := p.fading(length, -0.0201)
		require.Greater(t, math.Abs(other-mean), 1e-3, "its rate grows")
	}
	for x, line := range map[float64]bool{0.9e-3: true, 1.1e-3: false} {
		_, _, mean, meanBy := p.fading(2/x, 0.01)
		require.Equal(t, line, mean == 1-x/2)
		require.Equal(t, line, meanBy == x/2)
		require.InDelta(t, 1-x/2, mean, 1e-6)
		require.InDelta(t, x/2, meanBy, 1e-6)
	}
}

// TestStateOfSteadyMotion: a joint that moves at a constant rate from rest has the mean of its state
// over half of each interval next to a stamp. A state without motion stays.
func TestStateOfSteadyMotion(t *testing.T) {
	const length = 2.
	r := NewPath([]float64{0, 1, 2}, []float64{1, 1, 1}).Friction([]float64{1, 1}, length, 0, true)
	mean := func(from, to float64) float64 { // of 1 - exp(-x / length)
		return 1 - length*(math.Exp(-from/length)-math.Exp(-to/length))/(to-from)
	}
	require.Len(t, r.State, 3)
	require.InDelta(t, mean(0, 0.5), r.State[0], 1e-9)
	require.InDelta(t, mean(0.5, 1.5), r.State[1], 1e-9)
	require.InDelta(t, mean(1.5, 2), r.State[2], 1e-9)
	require.Len(t, r.ByLength, 3)
	require.Equal(t, []float64{0, 0, 0}, r.ByCreep)
	still := NewPath([]float64{0, 1, 2}, make([]float64, 3)).Friction([]float64{1, 1}, length, 1, false)
	require.Equal(t, Friction{State: make([]float64, 3)}, still)
}

// TestStandingJoints: the state of a joint that stands stays, and so do its derivatives without creep.
func TestStandingJoints(t *testing.T) {
	path := NewPath([]float64{0, 1, 2, 3, 4}, []float64{1, 1, 0, 0, 0})
	r := path.Friction([]float64{1, 1, 1, 1}, 2, 0, true)
	require.Equal(t, r.State[3], r.State[4])
	require.Equal(t, r.ByLength[3], r.ByLength[4])
	require.Negative(t, r.ByLength[4])
	require.Equal(t, 1., piece{1, 0, 0, false}.when(0))
}

// TestCreepOfStates: between intervals the state decays by its creep over the step.
func TestCreepOfStates(t *testing.T) {
	const length, creep = 2., 0.3
	r := NewPath([]float64{0, 4, 8}, []float64{0.25, 0.25, 0}).Friction([]float64{4, 4}, length, creep, true)
	moved := 1 - math.Exp(-0.5)
	after := moved * math.Exp(-4*creep)
	p := piece{0.5, 1, 0.5, false}
	s, by := p.displacement(1)/length, -4*creep*after
	_, _, part, _ := p.fading(length, after-1)
	require.Positive(t, s)
	_, _, before, _ := piece{0.5, 1, 1, true}.fading(length, math.Exp(-0.25))
	require.InDelta(t, 0.5*(1-math.Exp(-0.25)*before)+0.5*(1+(after-1)*part), r.State[1], 1e-12)
	require.InDelta(t, 0.5*by*part, r.ByCreep[1], 1e-12)
}
