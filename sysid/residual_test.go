package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// wavy are states along a line of angles, and a torque that the law does not know.
func wavy(rows int) (e examples) {
	for i := range rows {
		angle := 4 * math.Pi * float64(i) / float64(rows)
		e.states = append(e.states, [inputs]float64{angle, 1, 0})
		e.left = append(e.left, math.Sin(angle))
	}
	return e
}

// TestBumps: a network learns what depends on the angle, between the states that it saw, and
// gives nothing far from them. A large penalty leaves it out.
func TestBumps(t *testing.T) {
	seen := wavy(200)
	b := newBumps(seen.states)
	require.Len(t, b.centers, mostBumps)
	require.Equal(t, seen.states[0], b.centers[0])
	require.Equal(t, seen.states[199], b.centers[1], "the next center is the farthest state")
	require.Equal(t, 1., b.size[1], "an input that stays has no deviation")
	b.fit(seen, 1e-4)
	require.Less(t, b.off(seen), 1e-3)
	require.InDelta(t, math.Sin(2.345), b.torque([inputs]float64{2.345, 1, 0}), 0.05)
	require.InDelta(t, 0, b.torque([inputs]float64{40, 1, 0}), 1e-9)
	require.InDelta(t, 0, b.torque([inputs]float64{2.345, 12, 0}), 1e-9)
	b.fit(seen, 1e6)
	require.InDelta(t, squared(seen.left), b.off(seen), 1e-3)
}

// TestFewStates: states that are all the same have one center.
func TestFewStates(t *testing.T) {
	same := make([][inputs]float64, 9)
	b := newBumps(same)
	require.Len(t, b.centers, 1)
	require.Len(t, newBumps(wavy(3).states).centers, 3)
}

// TestBumpWidth: a bump falls to exp(-1/2) in 0.7 deviations, along each input.
func TestBumpWidth(t *testing.T) {
	b := bumps{size: [inputs]float64{2, 3, 4}, centers: [][inputs]float64{{}}, weights: []float64{5}}
	for i, size := range b.size {
		var state [inputs]float64
		state[i] = 0.7 * size
		require.InDelta(t, 5*math.Exp(-0.5), b.torque(state), 1e-12)
	}
}

func TestHeldOut(t *testing.T) {
	for seconds, held := range map[float64]bool{0: false, 7.9: false, 8: true, 11.9: true, 12: false, 20: true} {
		require.Equal(t, held, heldOut(seconds), seconds)
	}
}
