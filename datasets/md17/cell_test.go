package md17

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/periodic"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestUnwrap: an atom that a box has wrapped goes on beyond it, and what no box wraps stays.
func TestUnwrap(t *testing.T) {
	box, err := periodic.New([3][3]float64{{10}, {0, 10}, {0, 0, 10}}, [3]bool{true, true, true})
	require.NoError(t, err)
	for _, c := range []struct {
		cells   []*periodic.Cell
		x       [3]float64 // of one atom, in three frames
		want    [3]float64
		changed bool
	}{
		{nil, [3]float64{9, 1, 2}, [3]float64{9, 1, 2}, false},
		{[]*periodic.Cell{nil, box, box}, [3]float64{9, 1, 2}, [3]float64{9, 11, 12}, true},
		{[]*periodic.Cell{nil, box, box}, [3]float64{1, 5, 9}, [3]float64{1, 5, 9}, false},
		{[]*periodic.Cell{nil, box, nil}, [3]float64{9, 1, 2}, [3]float64{9, 11, 2}, true},
		{[]*periodic.Cell{nil, nil, box}, [3]float64{1, 9, 8}, [3]float64{1, 9, 8}, false},
		{[]*periodic.Cell{nil, nil, box}, [3]float64{1, 9, 1}, [3]float64{1, 9, 11}, true},
	} {
		frames := &trajectory{cells: c.cells, motion: system.Trajectory{Particles: 1}}
		for _, x := range c.x {
			frames.motion.Positions = append(frames.motion.Positions, x, 0, 0)
		}
		require.Equal(t, c.changed, frames.unwrap(), "%v", c.x)
		for k, x := range c.want {
			require.InDelta(t, x, frames.motion.Positions[3*k], 1e-12, "%v", c.x)
		}
	}
}

// TestBring: a position moves to the image next to another one, and one that is there stays as it is.
func TestBring(t *testing.T) {
	box, err := periodic.New([3][3]float64{{10}, {0, 10}, {0, 0, 10}}, [3]bool{true, true, false})
	require.NoError(t, err)
	x := []float64{9, 2, 9}
	require.True(t, bring(box, []float64{1, 1, 1}, x))
	require.InDelta(t, -1, x[0], 1e-12)
	require.Equal(t, []float64{2, 9}, x[1:])
	require.False(t, bring(box, []float64{1, 1, 1}, x))
}

// TestCellOfParameters: three edges along the axes at right angles, and a leaning third one.
func TestCellOfParameters(t *testing.T) {
	for _, c := range []struct {
		parameters [6]float64
		want       []float64
	}{
		{[6]float64{2, 3, 4, 90, 90, 90}, []float64{2, 0, 0, 0, 3, 0, 0, 0, 4}},
		{[6]float64{2, 3, 4, 90, 90, 60}, []float64{2, 0, 0, 1.5, 2.598076211353316, 0, 0, 0, 4}},
		{[6]float64{2, 3, 4, 60, 90, 90}, []float64{2, 0, 0, 0, 3, 0, 0, 2, 3.4641016151377544}},
		{[6]float64{2, 3, 4, 90, 60, 90}, []float64{2, 0, 0, 0, 3, 0, 2, 0, 3.4641016151377544}},
		{[6]float64{2, 3, 4, 60, 60, 60}, []float64{2, 0, 0, 1.5, 2.598076211353316, 0, 2, 1.1547005383792517, 3.265986323710904}},
	} {
		for i, x := range fromParameters(c.parameters) {
			require.InDelta(t, c.want[i], x, 1e-12, "%v", c.parameters)
		}
	}
}

// TestCompletedCells: a vector of 0 along an axis that is not periodic becomes one at right angles to the
// others, as long as the longer.
func TestCompletedCells(t *testing.T) {
	open := [3]bool{true, true, false}
	require.Equal(t, [3][3]float64{{2}, {0, 3}, {0, 0, 3}}, completed([3][3]float64{{2}, {0, 3}, {}}, open))
	require.Equal(t, [3][3]float64{{2}, {0, 3}, {}}, completed([3][3]float64{{2}, {0, 3}, {}}, [3]bool{true, true, true}))
	require.Equal(t, [3][3]float64{{}, {0, 3}, {0, 0, 5}}, completed([3][3]float64{{}, {0, 3}, {0, 0, 5}}, open))
	all := completed([3][3]float64{{0, 0, 2}, {}, {}}, [3]bool{true, false, false})
	for i := range 3 {
		norm, across := 0.0, 0.0
		for k := range 3 {
			norm += all[i][k] * all[i][k]
			across += all[i][k] * all[(i+1)%3][k]
		}
		require.InDelta(t, 4, norm, 1e-12)
		require.InDelta(t, 0, across, 1e-12)
	}
	require.Equal(t, [3][3]float64{}, completed([3][3]float64{}, [3]bool{}))
	cell, err := newCell([]float64{2, 3, 4}, [3]bool{true, true, true})
	require.NoError(t, err)
	require.Equal(t, [3][3]float64{{2}, {0, 3}, {0, 0, 4}}, cell.Vectors)
	cell, err = newCell([]float64{2, 0, 0, 1, 3, 0, 1, 1, 4}, [3]bool{true, true, true})
	require.NoError(t, err)
	require.Equal(t, [3][3]float64{{2, 0, 0}, {1, 3, 0}, {1, 1, 4}}, cell.Vectors)
}

// TestJoinedAtoms: a bonded atom is brought next to the one that it is bonded to, by a chain from the first,
// and frames without a cell stay as they are.
func TestJoinedAtoms(t *testing.T) {
	cell, err := newCell([]float64{10, 10, 10}, [3]bool{true, true, true})
	require.NoError(t, err)
	at := func() *trajectory {
		return &trajectory{numbers: []int64{6, 6, 6, 6}, motion: system.Trajectory{Particles: 4, Positions: []float64{9.5, 0, 0, 2.4, 0, 0, 0.9, 0, 0, 5, 5, 5}}, cells: []*periodic.Cell{cell}}
	}
	own := at()
	require.True(t, own.unwrap())
	allclose.Within(t, []float64{9.5, 0, 0, 12.4, 0, 0, 10.9, 0, 0, 5, 5, 5}, own.motion.Positions, 1e-12)
	own = at()
	own.cells[0] = nil
	require.False(t, own.unwrap())
	own.motion.Positions = append(own.motion.Positions, 0.5, 0, 0, 2.4, 0, 0, 0.9, 0, 0, 5, 5, 14)
	own.cells = append(own.cells, cell)
	require.True(t, own.unwrap())
	allclose.Within(t, []float64{10.5, 0, 0, 2.4, 0, 0, 0.9, 0, 0, 5, 5, 4}, own.motion.Positions[12:], 1e-12)
	require.Equal(t, 9.0+16+25, square([]float64{1, 2, 3}, []float64{4, 6, 8}))
	require.False(t, (&trajectory{}).unwrap())
}
