package npz

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
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
		a := of(t, dtype, "False", "(2,)", values)
		read, err := a.Ints("z", Axis{"atoms", 2})
		require.NoError(t, err, dtype)
		require.Equal(t, []int64{6, 8}, read, dtype)
	}
}

// TestFortranOrder: an array whose first index goes fastest, as NumPy makes of x[:, [2, 0, 1]].
func TestFortranOrder(t *testing.T) {
	a := of(t, "<f4", "True", "(2, 3, 2)", []float32{0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11})
	read, shape, err := a.Doubles("z", Axis{"samples", 2}, Axis{"particles", 3}, Axis{"axes", 2})
	require.NoError(t, err)
	require.Equal(t, []int{2, 3, 2}, shape)
	require.Equal(t, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, read)
}

// TestOrderOfRows: an array whose last index goes fastest stays as it is.
func TestOrderOfRows(t *testing.T) {
	read, _, err := of(t, "<f4", "False", "(2, 3)", []float32{1, 2, 3, 4, 5, 6}).Doubles("z", Axis{"rows", 2}, Axis{"axes", 3})
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2, 3, 4, 5, 6}, read)
}

// TestFortranOrderOfFewAxes: a matrix is the smallest array whose order matters; one row or one column
// has the same order either way, and so has nothing.
func TestFortranOrderOfFewAxes(t *testing.T) {
	for _, c := range []struct {
		shape      string
		given      []float32
		rows, axes int
		want       []float64
	}{
		{"(2, 2)", []float32{1, 3, 2, 4}, 2, 2, []float64{1, 2, 3, 4}},
		{"(1, 3)", []float32{1, 2, 3}, 1, 3, []float64{1, 2, 3}},
		{"(3, 1)", []float32{1, 2, 3}, 3, 1, []float64{1, 2, 3}},
		{"(0, 3)", []float32{}, 0, 3, []float64{}},
	} {
		read, shape, err := of(t, "<f4", "True", c.shape, c.given).Doubles("z", Axis{"rows", -1}, Axis{"axes", c.axes})
		require.NoError(t, err, c.shape)
		require.Equal(t, []int{c.rows, c.axes}, shape)
		require.Equal(t, c.want, read, c.shape)
	}
}

// TestMemoryOfFortranOrder: an array is in memory twice while its numbers are put in order.
func TestMemoryOfFortranOrder(t *testing.T) {
	for missing, refused := range map[int64]bool{0: false, 1: true, 2*4*4 - 1: true} {
		a := of(t, "<f4", "True", "(2, 2)", []float32{1, 3, 2, 4})
		a.budget = 2*4*4 - missing
		_, _, err := a.Floats("z", Axis{"rows", 2}, Axis{"axes", 2})
		require.Equal(t, refused, err != nil, "%v", err)
	}
}

// TestNoIntegers: integers of another shape, and floats, are refused, unless there are none.
func TestNoIntegers(t *testing.T) {
	_, err := of(t, "<i4", "False", "(2,)", []int32{6, 8}).Ints("z", Axis{"atoms", 3})
	require.EqualError(t, err, "z.npz: z has shape [2], expected [3 atoms]")
	_, err = of(t, "<f4", "False", "(2,)", []float32{6, 8}).Ints("z", Axis{"atoms", 2})
	require.EqualError(t, err, `z.npz: z has element type "<f4", expected int32 or int64: convert it with .astype("int64")`)
	none, err := of(t, "<f4", "False", "(0,)", []float32{}).Ints("z", Axis{"atoms", 2}, Axis{"ends", 2})
	require.NoError(t, err)
	require.Nil(t, none)
}

// TestElements: a shape may have no elements, and neither axes below 0 nor more elements than can be
// counted.
func TestElements(t *testing.T) {
	for _, c := range []struct {
		shape []int
		count int
		ok    bool
	}{
		{nil, 1, true}, {[]int{2, 3}, 6, true}, {[]int{2, 0}, 0, true}, {[]int{0, math.MaxInt, 2}, 0, true}, {[]int{1, 1}, 1, true},
		{[]int{-1}, 0, false}, {[]int{math.MaxInt, 1}, math.MaxInt, true}, {[]int{math.MaxInt/2 + 1, 2}, 0, false},
	} {
		count, ok := elements(c.shape)
		require.Equal(t, c.ok, ok, c.shape)
		require.Equal(t, c.count, count, c.shape)
	}
}

// of is an archive with an array z.
func of(t *testing.T, dtype, fortran, shape string, values any) *Archive {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	entry, err := archive.Create("z.npy")
	require.NoError(t, err)
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", dtype, fortran, shape)
	header += strings.Repeat(" ", 117-len(header)) + "\n" // with the 10 bytes before, a multiple of 64
	_, err = fmt.Fprintf(entry, "\x93NUMPY\x01\x00%c\x00%s", len(header), header)
	require.NoError(t, err)
	require.NoError(t, binary.Write(entry, binary.LittleEndian, values))
	require.NoError(t, archive.Close())
	a, err := New("z.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return a
}
