package npz

import (
	"archive/zip"
	"bytes"
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
		func(a *Archive) error { _, _, err := a.Floats("y", Axis{Size: -1}); return err },
		func(a *Archive) error { _, _, err := a.Numbers("y"); return err },
		func(a *Archive) error { _, err := a.Shape("y"); return err },
		func(a *Archive) error { _, err := a.Text("y"); return err },
	} {
		require.EqualError(t, Open(path, read), path+": y is missing: expected an array of this name")
	}
}

// TestUnknownCompression: an array that is packed in another way than zip files usually are says so.
func TestUnknownCompression(t *testing.T) {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	_, err := w.CreateRaw(&zip.FileHeader{Name: "x.npy", Method: 99})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	a, err := New("x.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	_, _, err = a.Numbers("x")
	require.EqualError(t, err, "x.npz: x cannot be unpacked (zip: unsupported compression algorithm): save the file with numpy.savez")
}
