package checks

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCutRecordings: recordings are cut after frames, and those of the file stay known, for the joints of particles, too.
func TestCutRecordings(t *testing.T) {
	r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 3, 6}, Positions: make([]float64, 6), joints: &Recording{Elements: 1, Each: 1, Starts: []int{0, 3, 6}}}
	cut := r.cut([]int{4, 1})
	require.Equal(t, []int{0, 2, 3, 5, 6}, cut.Starts)
	require.Equal(t, []int{0, 3, 6}, cut.file())
	require.Equal(t, []int{0, 2, 3, 5, 6}, cut.joints.Starts)
	require.Equal(t, []int{0, 3, 6}, r.Starts)
	require.Equal(t, []int{0, 2, 3, 4, 5, 6}, cut.cut([]int{3}).Starts)
	require.Equal(t, []int{0, 3, 6}, cut.cut([]int{3}).file())
	for frame, want := range map[int][2]int{0: {0, 0}, 2: {0, 0}, 3: {1, 3}, 5: {1, 3}} {
		number, first := cut.holding(frame)
		require.Equal(t, want, [2]int{number, first}, frame)
	}
}
