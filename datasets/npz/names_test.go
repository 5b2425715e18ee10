package npz

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNamesCanBePrinted: errors name the arrays of a file, so a name has to fit on a line.
func TestNamesCanBePrinted(t *testing.T) {
	for name, printed := range map[string]string{
		"positions": "", "masse (µg)": "", "質量": "",
		"posi\ntions": `"posi\ntions"`, "\xcd\xcc": `"\xcd\xcc"`, "\x1b[2J": `"\x1b[2J"`,
	} {
		var file bytes.Buffer
		directory := zip.NewWriter(&file)
		_, err := directory.Create(name + ".npy")
		require.NoError(t, err)
		require.NoError(t, directory.Close())
		archive, err := New("in.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
		if printed == "" {
			require.NoError(t, err, name)
			require.Equal(t, []string{name}, archive.Keys)
			continue
		}
		require.EqualError(t, err, "in.npz holds an array named "+printed+", with characters that cannot be printed: save it with another name")
	}
}
