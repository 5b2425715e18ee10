package sysid

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeldOut(t *testing.T) {
	for seconds, held := range map[float64]bool{0: false, 7.9: false, 8: true, 11.9: true, 12: false, 20: true} {
		require.Equal(t, held, heldOut(seconds), seconds)
	}
}

// TestDivided: time runs on from recording to recording, so the third four seconds of every twelve
// are held out of short recordings, too.
func TestDivided(t *testing.T) {
	short := stamped(0, 1, 2, 3, 4)
	short.regressor = make([][][]float64, 5)
	training, validation := divided([]*motion{short, short})
	require.Len(t, training, 2)
	require.Len(t, validation, 1)
	require.Equal(t, []int{4}, validation[0].rows)
	_, validation = divided([]*motion{short})
	require.Empty(t, validation)
}
