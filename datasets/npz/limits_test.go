package npz

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTake: memory is taken until the budget is used up, to the last byte.
func TestTake(t *testing.T) {
	a := &Archive{Path: "x.npz", budget: 100, size: 7}
	require.NoError(t, a.Take("k", 12, 8))
	require.EqualValues(t, 4, a.budget)
	require.EqualError(t, a.Take("k", 1, 8), "x.npz: k is too large once unpacked for a file of 7 bytes: save it uncompressed, with numpy.savez, and what samples share for each of them")
	require.NoError(t, a.Take("k", 1, 4))
	require.Zero(t, a.budget)
	require.NoError(t, a.Take("k", 0, 4))
	require.ErrorContains(t, a.Take("k", 1, 1), "x.npz: k is too large once unpacked for a file of 7 bytes")
}

// TestBudget: arrays may take 12 bytes for each of a file, and 8 MB.
func TestBudget(t *testing.T) {
	a := zipped(t, "a.npy", entry("<f4", "(1,)", "1234"))
	require.Positive(t, a.size)
	require.Equal(t, 12*a.size+(8<<20), a.budget)
	require.Equal(t, []string{"a"}, a.Keys)
	require.True(t, a.Has("a"))
	require.False(t, a.Has("a.npy"))
}

// TestErrorf: a text follows the key after a space, unless it begins with a colon or a comma.
func TestErrorf(t *testing.T) {
	a := &Archive{Path: "x.npz"}
	for text, want := range map[string]string{"is %d": "x.npz: k is 3", ": %d": "x.npz: k: 3", ", %d": "x.npz: k, 3"} {
		require.EqualError(t, a.Errorf("k", text, 3), want)
	}
}

// TestMostEntries: a file may hold MaxEntries arrays.
func TestMostEntries(t *testing.T) {
	for more, refused := range map[int]bool{0: false, 1: true} {
		var file bytes.Buffer
		w := zip.NewWriter(&file)
		for i := range MaxEntries + more {
			_, err := w.Create(fmt.Sprint(i, ".npy"))
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		a, err := New("x.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
		if refused {
			require.EqualError(t, err, "x.npz holds 257 arrays, more than 256: it is not a data set of ours")
			continue
		}
		require.NoError(t, err)
		require.Len(t, a.Keys, 256)
	}
}

// TestMatch: a shape has the expected axes, each of its size unless that is negative.
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		shape []int
		axes  []Axis
		want  string
	}{
		{nil, nil, ""},
		{[]int{2, 3}, []Axis{{"rows", -1}, {"columns", 3}}, ""},
		{[]int{2, 0}, []Axis{{"rows", 2}, {"columns", 0}}, ""},
		{[]int{2, 3}, []Axis{{"rows", -1}, {"columns", 4}}, "x.npz: k has shape [2 3], expected [rows, 4 columns]"},
		{[]int{2, 3}, []Axis{{"rows", 0}, {"columns", 3}}, "x.npz: k has shape [2 3], expected [0 rows, 3 columns]"},
		{[]int{2}, []Axis{{"rows", -1}, {"columns", -1}}, "x.npz: k has shape [2], expected [rows, columns]"},
		{[]int{2, 3}, []Axis{{"rows", 2}}, "x.npz: k has shape [2 3], expected [2 rows]"},
	} {
		r := &arrayReader{archive: &Archive{Path: "x.npz"}, key: "k", shape: c.shape}
		if err := r.match(c.axes); c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
}

// TestHeaderLength: a header has up to 1024 bytes with what is before it: 10 bytes in version 1, and 12 in
// others.
func TestHeaderLength(t *testing.T) {
	for _, c := range []struct {
		start  string
		length uint64
		want   string
	}{
		{"\x93NUMPY\x01\x00\xf6\x03", 1024, ""},
		{"\x93NUMPY\x01\x00\xf7\x03", 0, "its header claims 1025 bytes"},
		{"\x93NUMPY\x02\x00\xf4\x03\x00\x00", 1024, ""},
		{"\x93NUMPY\x02\x00\xf5\x03\x00\x00", 0, "its header claims 1025 bytes"},
		{"\x93NUMPY\x02\x00\x00\x00\x01\x00", 0, "its header claims 65548 bytes"},
		{"\x93NUMPZ\x01\x00\xf6\x03", 0, "it does not begin as one"},
	} {
		length, err := headerLength(bufio.NewReader(strings.NewReader(c.start + "  ")))
		require.Equal(t, c.length, length)
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
	_, err := headerLength(bufio.NewReader(strings.NewReader("\x93NUMPY\x01\x00\xf6\x03 ")))
	require.EqualError(t, err, "it is too short")
}

// TestSizesOfElements: each element type has its width.
func TestSizesOfElements(t *testing.T) {
	for kind, want := range map[string]int64{"b1": 1, "f4": 4, "f8": 8, "i1": 1, "u1": 1, "i2": 2, "u2": 2, "i4": 4, "u4": 4, "i8": 8, "U1": 4, "U3": 12} {
		size, known := sizeOf(kind)
		require.True(t, known, kind)
		require.Equal(t, want, size, kind)
	}
	for _, kind := range []string{"", "u8", "f2", "c8", "U", "U0", "U-1", "U99999999", "O"} {
		_, known := sizeOf(kind)
		require.False(t, known, kind)
	}
}
