package sim

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestRestoreBody: a body with a bar that is too long comes back to the length of the bar in the shape that it had, and
// masses say how far each end moves.
func TestRestoreBody(t *testing.T) {
	rest := [][3]float64{{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, 2, 0}}
	objects := system.Objects{system.Body.Of(0, 1, 2), system.Stick.Of(2, 3)}
	for _, moved := range [][3]float64{{0.5, 2.2, 0}, {0.8, 2, 0.3}} {
		a, err := newArticulation(rest, []float64{1, 1, 2, 4}, nil, objects)
		require.NoError(t, err)
		position := append(slices.Clone(rest[:3]), moved)
		center := func() (sum vector) {
			for i, mass := range []float64{1, 1, 2, 4} {
				sum = sum.add(load(position[i]).scale(mass / 8))
			}
			return sum
		}
		before := center()
		require.True(t, a.restore(position, make([]vector, 4)))
		for _, pair := range [][2]int{{0, 1}, {1, 2}, {0, 2}, {2, 3}} {
			apart := func(at [][3]float64) float64 { return load(at[pair[0]]).sub(load(at[pair[1]])).norm() }
			require.InDelta(t, apart(rest), apart(position), 1e-12, "%v, from %v", pair, moved)
		}
		require.Less(t, center().sub(before).norm(), 1e-12)
		require.NotEqual(t, rest[2], position[2], "the body moves, too")
		require.Less(t, load(position[3]).sub(load(moved)).norm(), load(moved).sub(load(rest[3])).norm(), "by less than all of the miss")
	}
}

// TestConstrainAtRest: velocities of bars that rest stay 0, whatever stretches were wanted before.
func TestConstrainAtRest(t *testing.T) {
	position, velocity := [][3]float64{{}, {1}}, make([][3]float64, 2)
	a, err := newArticulation(position, nil, nil, system.Objects{system.Stick.Of(0, 1)})
	require.NoError(t, err)
	a.pieces[1].stretch = 5
	a.constrain(position, velocity, make([]vector, 2))
	require.Equal(t, make([][3]float64, 2), velocity)
}

// TestRestore: a relative error below 1e-7 gets one correction, which leaves half of its square.
// A larger one gets another. A bar of 1 m that is stretched to coth(t) has coth(2t) after a
// correction, so twelve corrections suffice below 243.6 m.
func TestRestore(t *testing.T) {
	for stretched, want := range map[float64]struct {
		converges   bool
		least, most float64 // error of the length that is left, m
	}{
		1:          {true, 0, 0},
		1 + 9.5e-8: {true, 4e-15, 5e-15},
		1 + 1.1e-7: {true, 0, 1e-15},
		1.05:       {true, 0, 1e-15},
		243:        {true, 0, 1e-14},
		245:        {false, 0, 1},
	} {
		rest := [][3]float64{{}, {1}}
		a, err := newArticulation(rest, nil, []bool{true, false}, system.Objects{system.Stick.Of(0, 1)})
		require.NoError(t, err)
		position := [][3]float64{{}, {stretched}}
		require.Equal(t, want.converges, a.restore(position, make([]vector, 2)), stretched)
		left := math.Abs(position[1][0] - 1)
		require.GreaterOrEqual(t, left, want.least, stretched)
		require.LessOrEqual(t, left, want.most, stretched)
	}
}
