package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestDigitsOfNumbers: how many binary digits, decimals and significant digits numbers need.
func TestDigitsOfNumbers(t *testing.T) {
	of := func(numbers ...float64) [3]int {
		return [3]int{bitsOf(slices.Values(numbers)), decimalsOf(slices.Values(numbers)), digitsOf(slices.Values(numbers))}
	}
	require.Equal(t, [3]int{1, 0, 1}, of(1, 4, -8))
	require.Equal(t, [3]int{2, 1, 2}, of(1.5, 3))
	require.Equal(t, [3]int{11, 3, 5}, of(1023.5, 0.125)) // 2047 halves
	require.Greater(t, of(2049)[0], halfBits)
	require.Equal(t, 6, of(0.000001)[1])
	require.Greater(t, of(0.0000015)[1], mostDecimals)
	require.Equal(t, 6, of(123456)[2])
	require.Greater(t, of(1234567)[2], mostDigits)
	require.Equal(t, []int{0, 0, 2, -1, -3}, []int{magnitude(1), magnitude(-9.99), magnitude(100), magnitude(0.5), magnitude(0.001)})
	require.True(t, isWhole(3))
	require.False(t, isWhole(3.001))
	require.Equal(t, 0x1p-20, roundedBy(-8))
}

// TestColumnsOfJoints: a column is turned, two are exchanged, and those that rotate are in another unit.
func TestColumnsOfJoints(t *testing.T) {
	numbers := func() []float64 { return []float64{1, 2, 3, 4, 5, 6} }
	turned := numbers()
	turn(turned, 1, 3)
	require.Equal(t, []float64{1, -2, 3, 4, -5, 6}, turned)
	exchanged := numbers()
	exchange(exchanged, 0, 2, 3)
	require.Equal(t, []float64{3, 2, 1, 6, 5, 4}, exchanged)
	scaled := numbers()
	(&Recording{Elements: 3, Rotates: []bool{true, false, true}}).times(10)(scaled)
	require.Equal(t, []float64{10, 2, 30, 40, 5, 60}, scaled)
}

// weighted is a joint of mass 2, and one of mass 3 that rests, with their weights.
func weighted(accelerations ...float64) *Recording {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, len(accelerations) + 1}, Time: 0.5}
	x, v := 0.0, 0.0
	for frame := range len(accelerations) + 1 {
		r.Positions, r.Rates = append(r.Positions, x, 7), append(r.Rates, v, 0)
		if frame < len(accelerations) {
			x, v = x+0.5*v, v+0.5*accelerations[frame]
		}
	}
	r.AddEnergies = func(of *Recording) {
		for frame := range of.frames() {
			for joint, mass := range []float64{2, 3} {
				v := of.Rates[2*frame+joint]
				of.Energies = append(of.Energies, mass*v*v/2, mass*10*of.Positions[2*frame+joint])
			}
		}
	}
	return r
}

// TestNeededLoads: inertia needs the mass times the acceleration, and weight the mass times gravity.
func TestNeededLoads(t *testing.T) {
	r := weighted(1, -2, 4)
	inertia, weight := r.needed(0)
	allclose.Within(t, []float64{2, -4, 8, 0}, inertia, 1e-6)
	allclose.Within(t, []float64{20, 20, 20, 0}, weight, 1e-6)
	inertia, weight = r.needed(1)
	allclose.Within(t, []float64{0, 0, 0, 0}, inertia, 1e-6)
	allclose.Within(t, []float64{30, 30, 30, 0}, weight, 1e-6)
	var momenta []float64
	for _, near := range r.near(0) {
		kinetic, potential := near.differ(0, 1)
		momenta = append(momenta, kinetic)
		require.InDelta(t, 0, potential, 1e-9)
	}
	allclose.Within(t, []float64{0, 1, -1, 3}, momenta, 1e-9)
	r.Loads = []float64{5, 1, 5, 2, 5, 3, 5, 4}
	load, constant := r.constant(0)
	require.True(t, constant)
	require.Equal(t, 5.0, load)
	load, constant = r.constant(1)
	require.False(t, constant)
	require.Zero(t, load)
}

// TestDeadJoints: a constant load of a joint that needs another is reported with it, and what drives a joint
// that follows is a load of the other.
func TestDeadJoints(t *testing.T) {
	accelerations := make([]float64, 200)
	for frame := range accelerations {
		accelerations[frame] = math.Sin(0.1 * float64(frame))
	}
	r := weighted(accelerations...)
	r.Loads = slices.Repeat([]float64{1, 9}, r.frames())
	r.AddEnergies(r)
	r.States = r.Energies
	found := r.dead(0)
	require.Equal(t, Dead{Joint: 0, Frames: 201, First: 0, Load: 1, Ratio: found.Ratio, Of: "what inertia and weight take there"}, found)
	require.Greater(t, found.Ratio, 0.5)
	require.True(t, math.IsInf(r.dead(1).Ratio, 1), "it rests")
	require.Equal(t, 0, r.Dead().Joint)
	r.States = nil
	require.Equal(t, Dead{}, r.Dead(), "energies are not known")
	r.States = r.Energies
	r.Followers = []Follower{{Joint: 0}}
	require.Equal(t, Dead{}, r.dead(0))
	r.Followers, r.Loads = nil, make([]float64, len(r.Loads))
	require.Equal(t, Dead{}, r.Dead(), "there are no loads")
}

// TestAround: the largest number around another, but for those that are nearer.
func TestAround(t *testing.T) {
	values := make([]float64, 2*around+5)
	at := around + 2
	for i := range values {
		values[i] = float64(100 - 10*max(at-i, i-at)) // the nearest are the largest
	}
	require.Equal(t, 90.0, most(values, at, 1))
	require.Equal(t, 80.0, most(values, at, 2))
	values[at-around], values[at+around] = 500, 400
	require.Equal(t, 500.0, most(values, at, 2))
	values[at-around], values[at-around-1] = 0, 600
	require.Equal(t, 400.0, most(values, at, 2))
	values[at+around], values[at+around+1] = 0, 600
	require.Equal(t, 80.0, most(values, at, 2))
	jumps := []Jump{{Frame: 2}, {Frame: 5}}
	require.Equal(t, []bool{false, true, false, true, false}, []bool{isAt(jumps, 1), isAt(jumps, 2), isAt(jumps, 3), isAt(jumps, 5), isAt(jumps, 6)})
	still := system.Trajectory{Particles: 1, Positions: []float64{1, 2, 3, 1, 2, 3, 1, 2, 4}}
	require.True(t, rests(still, 0))
	require.False(t, rests(still, 1))
}

// TestAcrossABox: a jump is one across a box if two or more of other particles are as long, to two hundredths.
func TestAcrossABox(t *testing.T) {
	r := &Recording{Elements: 3, Each: 3, Starts: []int{0, 2}, Positions: []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 9.85, 0, 0, 0, 0, -10.15}}
	jumps := []Jump{{Frame: 0, Particle: 0}, {Frame: 0, Particle: 1}, {Frame: 0, Particle: 2}}
	require.True(t, r.crossesBox(jumps, 0, 0))
	require.False(t, r.crossesBox(jumps[:2], 0, 0))
	r.Positions[12] = 9.75
	require.False(t, r.crossesBox(jumps, 0, 0))
}
