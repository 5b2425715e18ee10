package verify

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/periodic"
	"gmnc/internal/test/allclose"
	"gmnc/predict"
	"gmnc/system"
)

// cube returns a periodic cell with edges of a length.
func cube(length float64) *periodic.Cell { return box(length, length, length) }

// box returns a periodic cell with edges along the axes.
func box(x, y, z float64) *periodic.Cell {
	cell, _ := periodic.New([3][3]float64{{x, 0, 0}, {0, y, 0}, {0, 0, z}}, [3]bool{true, true, true})
	return cell
}

// TestElsewhere: each particle alone moves by whole vectors of the cell, by each in half of the draws,
// and the members of an object move together.
func TestElsewhere(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	moved, apart := [4][3]int{}, 0
	const draws = 200
	for range draws {
		x := [][3]float64{{0, 1, 2}, {1, 1, 2}, {2, 1, 2}, {3, 1, 2}}
		elsewhere(system.Objects{system.Stick.Of(1, 2)}, cube(10), x, source)
		require.Equal(t, [3]float64{1, 0, 0}, [3]float64{x[2][0] - x[1][0], x[2][1] - x[1][1], x[2][2] - x[1][2]})
		for i, position := range x {
			for k, start := range [3]float64{float64(i), 1, 2} {
				require.Contains(t, []float64{start, start + 10}, position[k], i)
				if position[k] > start {
					moved[i][k]++
				}
			}
		}
		if x[0][0]+3 != x[3][0] {
			apart++
		}
	}
	for _, own := range moved {
		for _, count := range own {
			require.InDelta(t, draws/2, count, draws/6)
		}
	}
	require.InDelta(t, draws/2, apart, draws/6, "alone, each by itself")
}

// TestBetween: a neighbor counts unless it is within a thousandth of the cell of the middle between two
// images, or farther than the images that models see.
func TestBetween(t *testing.T) {
	for x, want := range map[float32]bool{4.98: false, 4.995: true, 5: true, 5.005: true, 5.02: false, 0: false, 14.98: false, 15: true, 10*system.Images + 1: true, 10*system.Images - 1: false} {
		require.Equal(t, want, between([]float32{x, 0, 0, 0, 0, 0}, cube(10), 0, 1), "%g", x)
		require.Equal(t, want, between([]float32{0, 0, 0, x, 0, 0}, cube(10), 0, 1), "%g", x)
		require.Equal(t, want, between([]float32{0, 0, x, 0, 0, 0}, cube(10), 0, 1), "%g", x)
	}
}

// TestSurroundings: the longest list has no free slot, and a system without neighbors has one slot.
func TestSurroundings(t *testing.T) {
	x := []float32{0, 0, 0, 1, 0, 0, 9, 0, 0}
	require.Equal(t, []int64{1, 2, 0, -1, 0, -1}, surroundings(x, cube(10), 1.5))
	require.Equal(t, []int64{-1, -1, -1}, surroundings(x, cube(10), 0.5))
	require.Equal(t, []int64{-1, -1}, surroundings([]float32{0, 0, 0, 5, 0, 0}, cube(10), 5.5), "in the middle between two images")
}

// TestStraightened: a skewed cell in which models see images that are not the nearest gets right angles
// and keeps the lengths of its vectors; a square one that is too small doubles.
func TestStraightened(t *testing.T) {
	given := func(x float32, vectors [3][]float32) *system.Sample {
		s := &system.Sample{Position: []float32{0, 0, 0, x, 2.9, 0}, Velocity: make([]float32, 6)}
		for k, f := range sides {
			f.Set(s, vectors[k])
		}
		return s
	}
	square := [3][]float32{{10, 0, 0}, {0, 10, 0}, {0, 0, 10}}
	skewed := [3][]float32{{10, 0, 0}, {8, 6, 0}, {0, 3, 4}}
	for _, c := range []struct {
		x       float32
		vectors [3][]float32
		want    [3][]float32
	}{
		{29, square, square},
		{35, square, [3][]float32{{20, 0, 0}, {0, 20, 0}, {0, 0, 20}}},
		{75, square, [3][]float32{{40, 0, 0}, {0, 40, 0}, {0, 0, 40}}},
		{1, skewed, skewed},
		{4.9, skewed, [3][]float32{{10, 0, 0}, {0, 10, 0}, {0, 0, 5}}},
	} {
		s := given(c.x, c.vectors)
		straightened(s)
		for k, f := range sides {
			allclose.Within(t, c.want[k], f.Of(s), 1e-5, "%g %v", c.x, c.vectors)
		}
	}
}

// counted counts the systems that it predicts, and doubles positions.
type counted struct {
	predict.Predictor
	systems []int
	seen    [][]float32
}

func (c *counted) Outputs(samples []system.Sample) (map[string][]float32, error) {
	c.systems = append(c.systems, len(samples))
	outputs := map[string][]float32{}
	for _, s := range samples {
		c.seen = append(c.seen, append(append([]float32{}, s.Position...), s.Velocity...))
		for _, x := range s.Position {
			outputs["position"] = append(outputs["position"], 2*x)
		}
	}
	return outputs, nil
}

// TestRounded: four roundings change each position and velocity by 2^-22 of it at most, up and down, and
// 32 times the largest change of the output counts.
func TestRounded(t *testing.T) {
	model := &counted{}
	sample := system.Sample{Position: []float32{1, -2, 3}, Velocity: []float32{4, 5, -6}}
	change := Trusted{Predictor: model}.rounded(sample, "position", 6)
	require.Equal(t, []int{5}, model.systems)
	require.Equal(t, []float32{1, -2, 3, 4, 5, -6}, model.seen[0])
	up, down, largest := 0, 0, 0.0
	for _, seen := range model.seen[1:] {
		for i, x := range seen {
			by := float64(x)/float64(model.seen[0][i]) - 1
			require.LessOrEqual(t, max(by, -by), 1.0/(1<<22))
			switch {
			case by > 0:
				up++
			case by < 0:
				down++
			}
			if i < 3 {
				most := 2 * float64(x-model.seen[0][i]) / 6
				largest = max(largest, most, -most)
			}
		}
	}
	require.Greater(t, up, 3)
	require.Greater(t, down, 3)
	require.InEpsilon(t, 32*largest, change, 1e-6)
}
