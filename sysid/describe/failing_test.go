package describe_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid/describe"
)

var errFull = errors.New("the disk is full")

// full is a writer with room for a number of bytes.
type full struct {
	left  int
	calls int
}

func (f *full) Write(text []byte) (int, error) {
	f.calls++
	if f.left -= len(text); f.left < 0 {
		return 0, errFull
	}
	return len(text), nil
}

// TestMJCFIntoAFullDisk: the first error of the writer is that of the file, and nothing is written after it.
func TestMJCFIntoAFullDisk(t *testing.T) {
	_, joints := crane(t)
	var whole strings.Builder
	require.NoError(t, describe.MJCF(&whole, "crane", [3]float64{}, joints))
	for _, room := range []int{0, 200, whole.Len() - 1} {
		disk := &full{left: room}
		require.Equal(t, errFull, describe.MJCF(disk, "crane", [3]float64{}, joints))
		require.Equal(t, strings.Count(whole.String()[:room], "\n")+1, disk.calls)
	}
	require.NoError(t, describe.MJCF(&full{left: whole.Len()}, "crane", [3]float64{}, joints))
}
