package bumps

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
)

// wavy are states along a line of angles, and a torque that the law does not know.
func wavy(rows int) (e Examples) {
	for i := range rows {
		angle := 4 * math.Pi * float64(i) / float64(rows)
		e.States = append(e.States, [Inputs]float64{angle, 1, 0})
		e.Left = append(e.Left, math.Sin(angle))
	}
	return e
}

// TestBumps: a network learns what depends on the angle, between the states that it saw, and
// gives nothing far from them. A large penalty leaves it out.
func TestBumps(t *testing.T) {
	seen := wavy(200)
	b := New(seen.States)
	require.Len(t, b.centers, mostBumps)
	require.Equal(t, seen.States[0], b.centers[0])
	require.Equal(t, seen.States[199], b.centers[1], "the next center is the farthest state")
	require.Equal(t, 1., b.size[1], "an input that stays has no deviation")
	require.InEpsilon(t, 4*math.Pi/math.Sqrt(12), b.size[0], 1e-3, "the deviation of what is even over a length")
	b.Fit(seen, 1e-4)
	require.Less(t, b.Off(seen), 1e-3)
	require.InDelta(t, math.Sin(2.345), b.Torque([Inputs]float64{2.345, 1, 0}), 0.05)
	require.InDelta(t, 0, b.Torque([Inputs]float64{40, 1, 0}), 1e-9)
	require.InDelta(t, 0, b.Torque([Inputs]float64{2.345, 12, 0}), 1e-9)
	numbers, sum := b.Numbers(), 0.
	for k := range mostBumps {
		square := math.Pow(2.345*numbers[0]-numbers[Inputs+Inputs*k], 2) + math.Pow(numbers[1]-numbers[Inputs+Inputs*k+1], 2) + math.Pow(numbers[Inputs+Inputs*k+2], 2)
		sum += numbers[Inputs*(1+mostBumps)+k] * math.Exp(-square/(2*bumpWidth*bumpWidth))
	}
	require.InDelta(t, b.Torque([Inputs]float64{2.345, 1, 0}), sum, 1e-12, "as files have it")
	b.Fit(seen, 1e6)
	require.InDelta(t, floats.Dot(seen.Left, seen.Left)/200, b.Off(seen), 1e-3)
}

// TestFewStates: states that are all the same have one center.
func TestFewStates(t *testing.T) {
	same := make([][Inputs]float64, 9)
	b := New(same)
	require.Len(t, b.centers, 1)
	require.Len(t, New(wavy(3).States).centers, 3)
}

// TestBumpWidth: a bump falls to exp(-1/2) in 0.7 deviations, along each input.
func TestBumpWidth(t *testing.T) {
	b := Network{size: [Inputs]float64{2, 3, 4}, centers: [][Inputs]float64{{}}, weights: []float64{5}}
	for i, size := range b.size {
		var state [Inputs]float64
		state[i] = 0.7 * size
		require.InDelta(t, 5*math.Exp(-0.5), b.Torque(state), 1e-12)
	}
}
