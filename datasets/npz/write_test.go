package npz_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

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

// TestSameBytes: what is written does not tell when: its time is the first that a zip file can have.
func TestSameBytes(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, npz.Encode(&file, []npz.Array{{Key: "x", Shape: []int{1}, Floats: []float32{1}}}))
	archive, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	require.True(t, time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC).Equal(archive.File[0].Modified))
}

// full is a disk that has room for so many bytes.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(text []byte) (int, error) {
	if f.left -= len(text); f.left < 0 {
		return 0, errFull
	}
	return len(text), nil
}

// TestFullDisk: an error of the disk ends the writing, wherever it comes.
func TestFullDisk(t *testing.T) {
	arrays := make([]npz.Array, 3)
	for i := range arrays {
		arrays[i] = npz.Array{Key: fmt.Sprint(i), Shape: []int{2000}, Floats: make([]float32, 2000)}
	}
	for room := 0; room < 24_000; room += 1000 {
		require.ErrorIs(t, npz.Encode(&full{room}, arrays), errFull, "%d bytes", room)
	}
	require.NoError(t, npz.Encode(io.Discard, arrays))
}
