package recordings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestGroup: recordings of 2 and 3 frames, and two that are as long as each other.
func TestGroup(t *testing.T) {
	differ, same := &Group{Starts: []int{0, 2, 5}, Split: "train"}, &Group{Starts: []int{0, 3, 6}}
	for _, c := range []struct {
		g                                   *Group
		recordings, frames, equal, shortest int
		key                                 string
	}{
		{differ, 2, 5, 0, 2, "train_positions"},
		{same, 2, 6, 3, 3, "positions"},
		{&Group{Starts: []int{0, 3, 5}}, 2, 5, 0, 2, "positions"},
		{&Group{Starts: []int{0, 4}}, 1, 4, 4, 4, "positions"},
	} {
		require.Equal(t, c.recordings, c.g.Recordings())
		require.Equal(t, c.frames, c.g.Frames())
		require.Equal(t, c.equal, c.g.Equal())
		require.Equal(t, c.shortest, c.g.Shortest())
		require.Equal(t, c.key, c.g.Key("positions"))
	}
	for frame, want := range map[int]string{
		0: "recording 0, frame 0", 1: "recording 0, frame 1",
		2: "recording 1, frame 0", 4: "recording 1, frame 2",
	} {
		require.Equal(t, want, differ.Where(frame))
	}
}

// TestIn: values of two recordings with 2 and 3 frames. Whoever appends to what In returns
// changes no value of the next.
func TestIn(t *testing.T) {
	g := &Group{Starts: []int{0, 2, 5}}
	values := []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for per, want := range map[Extent][]float32{
		OfAll: values, OfRecording: {5, 6, 7, 8, 9}, OfFrame: {6, 7},
	} {
		in := Given{Values: values, Per: per}.In(g, 1, 3)
		require.Equal(t, want, in)
		require.Equal(t, len(in), cap(in))
	}
}

// TestField: a group is asked for a field that it has, and for one that it lacks. A cell needs
// all three of its vectors.
func TestField(t *testing.T) {
	g := &Group{Given: []Given{{Field: system.CellA}, {Field: system.Mass}, {Field: system.CellB}}}
	require.Same(t, &g.Given[1], g.Field(system.Mass))
	require.Same(t, &g.Given[0], g.Field(system.CellA))
	require.Nil(t, g.Field(system.Charge))
	require.Nil(t, g.Cells())
	g.Given = append(g.Given, Given{Field: system.CellC, Per: OfFrame})
	require.Equal(t, []Given{g.Given[0], g.Given[2], g.Given[3]}, g.Cells())
}

// TestBreaks: breaks are in order and each is there once, and those one after the other are one
// gap.
func TestBreaks(t *testing.T) {
	g := &Group{Starts: []int{0, 20}}
	require.Zero(t, g.Gaps())
	g.Break(9, 4)
	g.Break(5, 4, 7)
	require.Equal(t, []int{4, 5, 7, 9}, g.Breaks)
	require.Equal(t, 3, g.Gaps())
}
