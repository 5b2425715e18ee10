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
	for v, in := range map[float64]int{3.9e-5: -1, 4.1e-5: 1} {
		g := line(2, []float64{0, 1, 0, 1}, []float64{0, -4, v, 1})
		still := NewStillness(g, 0, 2, true)
		require.Equal(t, in, still.MovesIn(0), "relative to the largest velocity, 4")
	}
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

// cells gives a group the vectors of a cell, with these lengths along the axes.
func cells(g *recordings.Group, lengths ...float32) *recordings.Group {
	for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
		vector := make([]float32, 3)
		vector[k] = lengths[k]
		g.Given = append(g.Given, recordings.Given{Field: f, Values: vector})
	}
	return g
}

// TestSeveralRecordings: each is measured and unwrapped from its own first frame, and the first particle
// that goes too far is named, with its frame.
func TestSeveralRecordings(t *testing.T) {
	x := []float64{0, 0.5, 0.6, 0.9, 0.2, 0.1, 0.7, 0.3, 6.3, 0.3, 6.3, 9.3} // two particles, two recordings of three frames
	g := cells(line(2, x, make([]float64, 12)), 1, 1, 1)
	g.Starts = []int{0, 3, 6}
	moved, crossed := Unwrap(g, 2, nil)
	require.True(t, moved)
	parted := cells(line(2, []float64{0.1, 0.2, 0.9, 0.1}, make([]float64, 4)), 1, 1, 1)
	parted.Starts = []int{0, 1, 2}
	joined, _ := Unwrap(parted, 2, system.Objects{system.Stick.Of(0, 1)})
	require.True(t, joined, "the particles of an object in the first frame of the second recording")
	require.InDelta(t, 1.1, parted.Positions[9], 1e-6)
	require.Equal(t, "recording 1, frame 0: particle 0 goes 6 lengths of the cell to the next frame", crossed)
	for i, want := range []float64{0, 0.5, -0.4, 0.9, -0.8, 1.1, 0.7, 0.3, 0.3, 0.3, 0.3, 0.3} {
		require.InDelta(t, want, g.Positions[3*i], 1e-6, "%d", i)
	}
}

// TestMostTurns: the particle that goes farthest, along any axis.
func TestMostTurns(t *testing.T) {
	cell := cellOf(cells(line(1, []float64{0}, []float64{0}), 1, 2, 4).Cells(), func(v recordings.Given) []float32 { return v.Values })
	particle, most := mostTurns(cell, make([]float64, 9), []float64{3, 0, 0, 0, -10, 0, 0, 0, 16})
	require.Equal(t, 1, particle)
	require.EqualValues(t, 5, most)
	particle, most = mostTurns(cell, make([]float64, 9), []float64{1, 0, 0, 0, 2, 0, 0, 0, 16})
	require.Equal(t, 2, particle)
	require.EqualValues(t, 4, most)
}

// TestJoinObjects: members of a tree are next to their parents, and others next to the first member.
func TestJoinObjects(t *testing.T) {
	cell := cellOf(cells(line(1, []float64{0}, []float64{0}), 1, 1, 1).Cells(), func(v recordings.Given) []float32 { return v.Values })
	positions := func() []float64 { return []float64{0, 0, 0, 0, 0, 0.4, 0, 0, -0.2} }
	chain, body := positions(), positions()
	require.True(t, joinObjects(cell, system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}, chain))
	require.InDelta(t, 0.8, chain[8], 1e-12)
	require.False(t, joinObjects(cell, system.Objects{{Kind: system.Body, Members: []int{0, 1, 2}}}, body))
	require.Equal(t, positions(), body)
}

// TestCellsThatStay: no vectors, or those of several cells, are left as they are, and so are cells of 0.
func TestCellsThatStay(t *testing.T) {
	require.Empty(t, ReduceCells(line(1, []float64{0}, []float64{0})))
	skewed := func() *recordings.Group {
		g := cells(line(1, []float64{0}, []float64{0}), 1, 1, 1)
		g.Given[1].Values = []float32{1, 1, 0}
		return g
	}
	for k := range 2 {
		g := skewed()
		g.Given[k+1].Per++
		require.Empty(t, ReduceCells(g), "%d", k)
	}
	g := skewed()
	for k := range g.Given { // of two frames, of which the first has no cell
		g.Given[k].Values = append(make([]float32, 3), g.Given[k].Values...)
	}
	require.Equal(t, system.CellA.Array(), ReduceCells(g))
	require.Equal(t, make([]float32, 3), g.Given[0].Values[:3])
	none := cells(line(1, []float64{0.8, 0.1}, make([]float64, 2)), 0, 0, 0)
	moved, _ := Unwrap(none, 1, nil)
	require.False(t, moved)
}

// TestBoundsOfStillness: the extent is measured from the particle, in all frames, along each axis. The
// spacing is that of the first 200 particles.
func TestBoundsOfStillness(t *testing.T) {
	g := line(2, []float64{5, 5, 5, 7, 5, 4}, make([]float64, 6))
	still := NewStillness(g, 0, 2, true)
	require.Equal(t, [3]float64{4, 0, 0}, still.low)
	require.Equal(t, [3]float64{7, 0, 0}, still.high)
	g.Starts = []int{0, 1, 3}
	still = NewStillness(g, 1, 2, true)
	require.Equal(t, [3]float64{4, 0, 0}, still.low)
	require.Equal(t, 1, still.MovesIn(1))
	row := func(particles int) (x []float64) { // pairs 1 apart, and after 200 particles 3 apart
		at := 0.0
		for i := range particles {
			x = append(x, at, 0, 0)
			at += 1
			if i%2 == 1 || i >= 200 {
				at += 9
			}
		}
		return x
	}
	require.EqualValues(t, 1, Spacing(row(200), 200))
	require.EqualValues(t, 1, Spacing(row(1000), 1000))
	require.EqualValues(t, 4, Spacing([]float64{0, 0, 0, 0, 4, 0, 4, 4, 0}, 3))
}

// TestExtentOfStillness: what a particle may move by grows with the extent of the recording, on whichever side
// of the origin.
func TestExtentOfStillness(t *testing.T) {
	for off, in := range map[float64]int{0.9e-3: -1, 1.1e-3: 1} {
		g := line(2, []float64{-200, -300, -200 + off, -250}, make([]float64, 4))
		require.Equal(t, in, NewStillness(g, 0, 2, true).MovesIn(0), "%g", off)
		require.Equal(t, [3]float64{-200 + off, 0, 0}, NewStillness(g, 0, 2, true).high)
	}
}

// TestNearestAlongAllAxes: images are nearest along each axis, for each particle, from wherever it was before.
func TestNearestAlongAllAxes(t *testing.T) {
	cell := cellOf(cells(line(1, []float64{0}, []float64{0}), 1, 2, 4).Cells(), func(v recordings.Given) []float32 { return v.Values })
	before := []float64{10.4, 20.9, -30.1, 0.1, 0.2, 0.3}
	after := []float64{11.3, 19.1, -26.2, 0.2, 0.3, 0.4}
	require.True(t, nearest(cell, before, after))
	for i, want := range []float64{10.3, 21.1, -30.2, 0.2, 0.3, 0.4} {
		require.InDelta(t, want, after[i], 1e-6, "%d", i)
	}
	require.False(t, nearest(cell, before, after))
	after[2] += 4
	require.True(t, nearest(cell, before, after), "the first alone moves")
	particle, most := mostTurns(cell, []float64{1, 2, 3, 5, 5, 5}, []float64{1, 2, 3, 5.1, 5.1, 17.1})
	require.Equal(t, [2]float64{1, 3}, [2]float64{float64(particle), most})
	particle, most = mostTurns(cell, []float64{1, 10, 3, 5, 5, 5}, []float64{1, 20, 3, 5, 5, 25})
	require.Equal(t, [2]float64{0, 5}, [2]float64{float64(particle), most}, "the first of two that go as far")
}

// TestStepsOfWrappedParticles: a particle is measured from the frame before, and not from the first.
func TestStepsOfWrappedParticles(t *testing.T) {
	for _, step := range []float64{3, 4} {
		g := cells(line(1, []float64{0.1, 0.1 + step, 0.1 + 2*step, 0.1 + 3*step}, make([]float64, 4)), 1, 1, 1)
		_, crossed := Unwrap(g, 1, nil)
		require.Empty(t, crossed)
	}
	second := cells(line(2, []float64{0.5, 0.5, 0.9, 0.1, 0.9, 0.1}, make([]float64, 6)), 1, 1, 1)
	second.Starts = []int{0, 1, 3}
	moved, _ := Unwrap(second, 2, system.Objects{system.Stick.Of(0, 1)})
	require.True(t, moved)
	for i, want := range []float64{0.5, 0.5, 0.9, 1.1, 0.9, 1.1} {
		require.InDelta(t, want, second.Positions[3*i], 1e-6)
	}
}
