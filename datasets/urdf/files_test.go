package urdf

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFilesWithoutAMark: the two orders of UTF-16 are seen by the first letters.
func TestFilesWithoutAMark(t *testing.T) {
	for _, first := range []int{0, 1} {
		bytes := make([]byte, 0, 60)
		for _, letter := range []byte("<?xml?><robot/>") {
			pair := [2]byte{}
			pair[first] = letter
			bytes = append(bytes, pair[:]...)
		}
		text, err := decoded(strings.NewReader(string(bytes)))
		require.NoError(t, err)
		all, err := io.ReadAll(text)
		require.NoError(t, err)
		require.Equal(t, "<robot/>", string(all))
	}
}

// TestMissingRobots: a file that is missing is named by all that read it.
func TestMissingRobots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.urdf")
	_, _, err := ReadShapes(path, nil)
	require.ErrorContains(t, err, "cannot read the robot: ")
	_, _, err = ReadLinks(path, Options{})
	require.ErrorContains(t, err, "cannot read the robot: ")
	_, _, err = ReadMechanism(path, Options{})
	require.ErrorContains(t, err, "cannot read the robot: ")
	_, _, err = ReadShapes(writeURDF(t, "{"), nil)
	require.ErrorContains(t, err, "outside of <robot>: expected one <robot> and nothing else")
}
