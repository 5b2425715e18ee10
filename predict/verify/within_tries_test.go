package verify

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestTriesOfADrawing: a system whose particles are nearer to each other than half of what the data
// had is drawn anew, fifty times in all. Others are drawn once.
func TestTriesOfADrawing(t *testing.T) {
	structure := system.Structure{Particles: 3}
	drawn := func(least float64) drawing {
		return drawing{ranges: &system.Ranges{Extent: &system.Range{Least: 1, Most: 2}, Speed: &system.Range{Most: 1}, Nearest: &system.Range{Least: least, Most: least}}, source: rand.New(rand.NewPCG(1, 2))}
	}
	for least, tries := range map[float64]int{0: 1, 1e6: 50} {
		got, err := drawn(least).sample(structure)
		require.NoError(t, err)
		d, want := drawn(least), system.Sample{}
		_, err = structure.Draw(d.source)
		require.NoError(t, err)
		for range tries {
			d.move(&want, 3)
		}
		require.Equal(t, want.Position, got.Position, least)
		for _, factor := range []float64{1.999, 2.001} { // just near enough, or too near
			near := nearest(want.Position) * factor
			again, err := drawn(near).sample(structure)
			require.NoError(t, err)
			if tries == 1 {
				require.Equal(t, factor < 2, again.Position[0] == want.Position[0], factor)
			}
		}
	}
}
