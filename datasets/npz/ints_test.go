package npz

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIntegersOfAllWidths reads arrays as NumPy writes them, of each type.
func TestIntegersOfAllWidths(t *testing.T) {
	for dtype, values := range map[string]any{
		"|i1": []int8{6, 8}, "|u1": []uint8{6, 8}, "<i2": []int16{6, 8}, "<u2": []uint16{6, 8},
		"<i4": []int32{6, 8}, "<u4": []uint32{6, 8}, "<i8": []int64{6, 8},
	} {
		var file bytes.Buffer
		archive := zip.NewWriter(&file)
		entry, err := archive.Create("z.npy")
		require.NoError(t, err)
		header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (2,), }", dtype)
		header += strings.Repeat(" ", 117-len(header)) + "\n" // with the 10 bytes before, a multiple of 64
		_, err = fmt.Fprintf(entry, "\x93NUMPY\x01\x00%c\x00%s", len(header), header)
		require.NoError(t, err)
		require.NoError(t, binary.Write(entry, binary.LittleEndian, values))
		require.NoError(t, archive.Close())
		a, err := New("z.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		read, err := a.Ints("z", Axis{"atoms", 2})
		require.NoError(t, err, dtype)
		require.Equal(t, []int64{6, 8}, read, dtype)
	}
}
