package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestCheckOnJoints: a body a little off its joint is one on it, and farther off it is told.
func TestCheckOnJoints(t *testing.T) {
	rest := []float32{0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2}
	var s system.Sample
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}}}))
	for off, want := range map[float32]string{0.07: "", 0.1: "sample 1: body 0 is off its joint by 0.06"} {
		moved := s
		moved.Position = nil
		for i, x := range rest {
			if i%3 == 0 {
				x += off
			}
			moved.Position = append(moved.Position, x)
		}
		on := s
		on.Position = rest
		if err := CheckOnJoints([]system.Sample{on, moved}); want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
}
