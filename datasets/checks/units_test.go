package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestImpossible: angles two turns outside of limits are degrees if they are within a turn of them in
// degrees, and positions ten ranges outside are in another unit. Of several joints it is the farthest.
func TestImpossible(t *testing.T) {
	limits, rotates := [][2]float64{{-1, 1}, {0, 0.5}, {}, {-1, 1}}, []bool{true, false, true, true}
	for _, c := range []struct {
		turn, slide, other float64
		joint              int
	}{
		{1 + 4*math.Pi - 0.01, 5.4, 0, -1}, {1 + 4*math.Pi + 0.01, 0, 0, 0}, {-1 - 4*math.Pi - 0.01, 0, 0, 0},
		{(1+2*math.Pi)/degree + 1, 0, 0, -1}, {(1+2*math.Pi)/degree - 1, 0, 0, 0},
		{0, 5.4, 0, -1}, {0, 5.6, 0, 1}, {0, -4.9, 0, -1}, {0, -5.1, 0, 1}, {90, 0, 91, 3}, {91, 0, 90, 0},
	} {
		joint, at := Impossible([]float64{0, 0, 1e4, 0, c.turn, c.slide, 1e4, c.other}, limits, rotates)
		require.Equal(t, c.joint, joint, "%+v", c)
		if joint >= 0 {
			require.Equal(t, []float64{c.turn, c.slide, 0, c.other}[joint], at)
		}
	}
}

// TestUnwrap: steps of more than half a turn get whole turns, within a recording and for joints that rotate.
func TestUnwrap(t *testing.T) {
	of := func(rotates ...bool) []float64 {
		r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 3, 4}, Rotates: rotates, Positions: []float64{3, 3, -3, -3, -2.9, -2.9, 3, 3}}
		r.Unwrap()
		return r.Positions
	}
	allclose.Within(t, []float64{3, 3, -3 + 2*math.Pi, -3, -2.9 + 2*math.Pi, -2.9, 3, 3}, of(true, false), 1e-14)
	allclose.Within(t, []float64{3, 3, -3 + 2*math.Pi, -3 + 2*math.Pi, -2.9 + 2*math.Pi, -2.9 + 2*math.Pi, 3, 3}, of(), 1e-14)
	r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 3}, Positions: []float64{0, 3.14, -0.01}}
	r.Unwrap()
	allclose.Within(t, []float64{0, 3.14, 2*math.Pi - 0.01}, r.Positions, 1e-14)
	r.Positions = []float64{0.1, 4*math.Pi + 0.2, 0.3 - 6*math.Pi}
	r.Unwrap()
	allclose.Within(t, []float64{0.1, 0.2, 0.3}, r.Positions, 1e-14)
}
