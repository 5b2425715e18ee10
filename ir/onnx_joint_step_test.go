package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKeptColumns: all columns of positions or of velocities of placed bodies are the values that were kept, and
// other columns, of other values, or of bodies of which nothing was kept, are none.
func TestKeptColumns(t *testing.T) {
	place := byName[JointPlace]
	placed := sampleCallModule(t, place, place.Samples[0]).Main.Nodes[0].Result()
	e := &emitted{kept: map[*Value][]string{placed: {"position", "velocity"}}}
	for _, c := range []struct {
		of          *Value
		start, stop int
		want        string
	}{
		{placed, 0, 3, "position"}, {placed, 3, 6, "velocity"},
		{placed, 1, 4, ""}, {placed, 0, 2, ""}, {placed, 0, 6, ""}, {placed, 3, 4, ""},
		{&Value{Name: "x", Type: placed.Type}, 0, 3, ""},
	} {
		n := &Node{Op: byName[Columns], Args: []*Value{c.of}, Attrs: Attrs{"start": c.start, "stop": c.stop}}
		require.Equal(t, c.want, keptColumns(e, n), "columns %d to %d", c.start, c.stop)
	}
	n := &Node{Op: byName[Columns], Args: []*Value{placed}, Attrs: Attrs{"start": 0, "stop": 3}}
	require.Empty(t, keptColumns(&emitted{}, n))
}
