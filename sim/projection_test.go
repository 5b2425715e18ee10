package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

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
