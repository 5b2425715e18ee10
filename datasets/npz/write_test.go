package npz_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// TestMostArrays: as many arrays are written as are read, and one more is refused.
func TestMostArrays(t *testing.T) {
	var arrays []npz.Array
	for i := range npz.MaxEntries {
		arrays = append(arrays, npz.Array{Key: fmt.Sprint("a", i), Shape: []int{1}, Floats: []float32{1}})
	}
	require.NoError(t, npz.Encode(&bytes.Buffer{}, arrays))
	var file bytes.Buffer
	err := npz.Encode(&file, append(arrays, npz.Array{Key: "more", Shape: []int{1}, Floats: []float32{1}}))
	require.ErrorContains(t, err, "it would hold 257 arrays, more than the 256 that a data set may have")
	require.Zero(t, file.Len())
}
