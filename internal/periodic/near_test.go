package periodic

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/vector"
)

// TestNear: lists of neighbors equal the lists from all pairs and all images, in boxes
// that are wide, narrow, skewed, periodic along some axes, and without one.
func TestNear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	positions := make([]float32, 3*60)
	for i := range positions {
		positions[i] = float32(40*random.Float64() - 15)
	}
	for name, box := range map[string]*Cell{
		"none":   nil,
		"wide":   boxOf(t, 30, 0, 0, 0, 28, 0, 0, 0, 33),
		"narrow": boxOf(t, 11, 0, 0, 0, 13, 0, 0, 0, 50),
		"skewed": boxOf(t, 20, 0, 0, 5, 19, 0, -4, 3, 24),
	} {
		const cutoff = 5.0
		want := make([][]int64, 60)
		for i := range want {
			for j := range want {
				way := [3]float64{}
				for axis := range way {
					way[axis] = float64(positions[3*i+axis]) - float64(positions[3*j+axis])
				}
				if i != j && nearestOf(box, way) < cutoff {
					want[i] = append(want[i], int64(j))
				}
			}
		}
		require.Equal(t, want, Near(positions, box, cutoff), name)
	}
}

func boxOf(t *testing.T, numbers ...float64) *Cell {
	box, err := New([3][3]float64{[3]float64(numbers[:3]), [3]float64(numbers[3:6]), [3]float64(numbers[6:])}, [3]bool{true, true, true})
	require.NoError(t, err)
	return box
}

// nearestOf is the shortest of a way's images, of several around.
func nearestOf(box *Cell, way [3]float64) float64 {
	if box == nil {
		return vector.Norm(way)
	}
	shortest := vector.Norm(way)
	for k := range 11 * 11 * 11 {
		turns := [3]float64{float64(k%11 - 5), float64(k/11%11 - 5), float64(k/121 - 5)}
		other := way
		for i, v := range box.Vectors {
			for axis := range other {
				other[axis] += turns[i] * v[axis]
			}
		}
		shortest = min(shortest, vector.Norm(other))
	}
	return shortest
}
