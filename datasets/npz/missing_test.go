package npz

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMissingArray: an array that a file lacks is an error, whatever is asked of it.
func TestMissingArray(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.npz")
	require.NoError(t, Write(path, []Array{{Key: "x", Shape: []int{1}, Floats: []float32{1}}}))
	for _, read := range []func(a *Archive) error{
		func(a *Archive) error { _, _, err := a.Doubles("y", Axis{Size: -1}); return err },
		func(a *Archive) error { _, err := a.Ints("y", Axis{Size: -1}); return err },
	} {
		require.EqualError(t, Open(path, read), path+": y is missing: expected an array of this name")
	}
}
