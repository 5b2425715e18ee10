package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/recordings"
	"gmnc/system"
)

// line is a recording of particles along x, frame by frame, with velocities along x.
func line(particles int, x, v []float64) *recordings.Group {
	g := &recordings.Group{Starts: []int{0, len(x) / particles}}
	for i := range x {
		g.Positions, g.Velocities = append(g.Positions, x[i], 0, 0), append(g.Velocities, v[i], 0, 0)
	}
	return g
}

// TestStillness: a particle rests that moves by no more than 1e-5 of the extent and of the largest velocity.
func TestStillness(t *testing.T) {
	for _, c := range []struct {
		x, v     float64
		measured bool
		in       int
	}{{0.9e-5, 0, true, -1}, {1.1e-5, 0, true, 1}, {0, 0.9e-5, true, -1}, {0, 1.1e-5, true, 1}, {0, 1.1e-5, false, -1}} {
		g := line(2, []float64{0, 0, c.x, 1}, []float64{0, 1, c.v, 1})
		still := NewStillness(g, 0, 2, c.measured)
		require.Equal(t, c.in, still.MovesIn(0), "%+v", c)
		still.Rest(0)
		require.Zero(t, g.Positions[6])
		require.Zero(t, g.Velocities[6])
		require.EqualValues(t, 1, g.Positions[9], "the other one moves")
	}
	g := line(2, []float64{1e6, 1e6, 1e6 + 0.2, 1e6 + 1}, make([]float64, 4))
	still := NewStillness(g, 0, 2, true)
	require.Equal(t, -1, still.MovesIn(0), "far from the origin it is rounding")
	g = line(2, []float64{1e6, 1e6, 1e6 + 0.3, 1e6 + 1}, make([]float64, 4))
	still = NewStillness(g, 0, 2, true)
	require.Equal(t, 1, still.MovesIn(0))
}

// TestSpacing: it is the median distance to the nearest neighbor, and of one particle a quarter of its path.
func TestSpacing(t *testing.T) {
	require.EqualValues(t, 2, Spacing([]float64{0, 0, 0, 1, 0, 0, 3, 0, 0, 6, 0, 0, 9, 0, 0}, 5))
	require.EqualValues(t, 1, Spacing([]float64{0, 0, 0, 4, 0, 0}, 1))
}

// TestUnwrap: a particle that crosses the cell goes on, an object is in one piece, and a particle that moves by more
// lengths of the cell than any wrapped one is named.
func TestUnwrap(t *testing.T) {
	cell := func(g *recordings.Group) *recordings.Group {
		for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
			vector := make([]float32, 3)
			vector[k] = 1
			g.Given = append(g.Given, recordings.Given{Field: f, Values: vector})
		}
		return g
	}
	g := cell(line(1, []float64{0.8, 0.1}, make([]float64, 2)))
	moved, crossed := Unwrap(g, 1, nil)
	require.True(t, moved)
	require.Empty(t, crossed)
	require.InDelta(t, 1.1, g.Positions[3], 1e-12)
	for x, text := range map[float64]string{4.2: "", 5.2: "recording 0, frame 0: particle 0 goes 5 lengths of the cell to the next frame"} {
		_, crossed = Unwrap(cell(line(1, []float64{0, x}, make([]float64, 2))), 1, nil)
		require.Equal(t, text, crossed)
	}
	g = cell(line(2, []float64{0.9, 0.1}, make([]float64, 2)))
	g.Starts = []int{0, 1}
	moved, _ = Unwrap(g, 2, system.Objects{system.Stick.Of(0, 1)})
	require.True(t, moved)
	require.InDelta(t, 1.1, g.Positions[3], 1e-12)
	moved, _ = Unwrap(line(1, []float64{0.8, 0.1}, make([]float64, 2)), 1, nil)
	require.False(t, moved, "without a cell")
}

// TestReduceCells: a skewed cell has its shortest vectors afterwards, and its array is named.
func TestReduceCells(t *testing.T) {
	g := line(1, []float64{0}, []float64{0})
	for k, vector := range [][]float32{{1, 0, 0}, {1, 1, 0}, {0, 0, 1}} {
		g.Given = append(g.Given, recordings.Given{Field: []*system.Field{system.CellA, system.CellB, system.CellC}[k], Values: vector})
	}
	require.Equal(t, system.CellA.Array(), ReduceCells(g))
	var longest float64
	for _, v := range g.Given {
		longest = max(longest, math.Hypot(float64(v.Values[0]), float64(v.Values[1])))
	}
	require.InDelta(t, 1, longest, 1e-6)
	require.Empty(t, ReduceCells(g))
}
