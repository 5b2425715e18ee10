package npz

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// entry is a .npy array of version 1 with that description, shape and data.
func entry(dtype, shape, data string) string {
	header := "{'descr': '" + dtype + "', 'fortran_order': False, 'shape': " + shape + ", }\n"
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header + data
}

// zipped is an archive of entries, by their names and contents in turn.
func zipped(t *testing.T, entries ...string) *Archive {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for i := 0; i < len(entries); i += 2 {
		one, err := w.CreateHeader(&zip.FileHeader{Name: entries[i], Method: zip.Store})
		require.NoError(t, err)
		_, err = one.Write([]byte(entries[i+1]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	a, err := New("x.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return a
}

// TestArchive: what is written is read again, each array as what it is.
func TestArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npz")
	require.NoError(t, Write(path, []Array{
		{Key: "floats", Shape: []int{2, 1}, Floats: []float32{1, 2.5}}, {Key: "ints", Shape: []int{3}, Ints: []int64{4, -5, 6}}, {Key: "text", Text: "häuser"},
	}))
	require.NoError(t, Open(path, func(a *Archive) error {
		values, shape, err := a.Numbers("floats")
		require.NoError(t, err)
		require.Equal(t, []float64{1, 2.5}, values)
		require.Equal(t, []int{2, 1}, shape)
		values, shape, err = a.Numbers("ints")
		require.NoError(t, err)
		require.Equal(t, []float64{4, -5, 6}, values)
		require.Equal(t, []int{3}, shape)
		shape, err = a.Shape("floats")
		require.NoError(t, err)
		require.Equal(t, []int{2, 1}, shape)
		single, _, err := a.Floats("floats", Axis{Size: 2}, Axis{Size: 1})
		require.NoError(t, err)
		require.Equal(t, []float32{1, 2.5}, single)
		text, err := a.Text("text")
		require.NoError(t, err)
		require.Equal(t, "häuser", text)
		_, err = a.Text("ints")
		require.EqualError(t, err, path+": ints is an array [3] of <i8, expected a text")
		_, _, err = a.Floats("ints", Axis{Size: 3})
		require.ErrorContains(t, err, `ints has element type "<i8", expected float32 or float64`)
		_, _, err = a.Numbers("text")
		require.ErrorContains(t, err, "expected numbers or booleans")
		return nil
	}))
	content, err := Content(path)
	require.NoError(t, err)
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, written, content)
}

// TestKinds: booleans are 0 and 1, doubles are rounded, and texts have the byte order that they say.
func TestKinds(t *testing.T) {
	a := zipped(t, "b.npy", entry("|b1", "(3,)", "\x01\x00\x01"), "d.npy", entry("<f8", "(1,)", "\x9a\x99\x99\x99\x99\x99\xb9\x3f"),
		"t.npy", entry(">U2", "()", "\x00\x00\x00a\x00\x00\x00\x00"), "l.npy", entry("<U1", "()", "a\x00\x00\x00"))
	values, _, err := a.Numbers("b")
	require.NoError(t, err)
	require.Equal(t, []float64{1, 0, 1}, values)
	values, _, err = a.Numbers("d")
	require.NoError(t, err)
	require.Equal(t, []float64{0.1}, values)
	single, _, err := a.Floats("d", Axis{Size: 1})
	require.NoError(t, err)
	require.Equal(t, []float32{0.1}, single)
	for _, key := range []string{"t", "l"} {
		text, err := a.Text(key)
		require.NoError(t, err)
		require.Equal(t, "a", text)
	}
}

// TestMemoryOfNumbers: an element takes its own bytes as it is read, and eight more where it becomes
// a number of another type.
func TestMemoryOfNumbers(t *testing.T) {
	for kind, data := range map[string]string{"|b1": "\x01\x00\x01", "<i4": strings.Repeat("\x01\x00\x00\x00", 3)} {
		for missing, refused := range map[int64]bool{0: false, 1: true} {
			a := zipped(t, "b.npy", entry(kind, "(3,)", data))
			a.budget = int64(len(data)) + 3*8 - missing
			_, _, err := a.Numbers("b")
			require.Equal(t, refused, err != nil, "%s: %v", kind, err)
		}
	}
}

// TestDamaged: each entry that is no array, or not the one that its header says, is refused by its
// name.
func TestDamaged(t *testing.T) {
	good := entry("<f4", "(1,)", "\x00\x00\x80\x3f")
	for content, message := range map[string]string{
		"":                                          "x is not a .npy array (it is too short)",
		good[:11]:                                   "(it is too short)",
		"\x94NUMPY\x01\x00" + good[8:]:              "(it does not begin as one)",
		good[:8] + "\xff\xff" + good[10:]:           "x is not a .npy array (its header claims 65545 bytes)",
		"\x93NUMPY\x02\x00" + good[8:]:              "(its header claims",
		good[:10] + "}" + good[11:]:                 "x has an unreadable .npy header",
		entry("<c8", "(1,)", "12345678"):            `x has element type "<c8", expected float32`,
		entry("<U0", "()", ""):                      `x has element type "<U0"`,
		entry("<U", "()", ""):                       `x has element type "<U"`,
		entry("<<f4", "(1,)", "1234"):               `x has element type "<<f4"`,
		entry("<f4", "(2,)", "1234"):                "x has shape [2] of <f4 in its header, which does not agree with its",
		entry("<f4", "(1,)", "123"):                 "does not agree",
		entry("<f4", "(1,)", "12345"):               "does not agree",
		entry("<f4", "(1,)", "12345678"):            "does not agree",
		entry("<f4", "(1048576,4294967296)", ""):    "does not agree",
		entry("<f4", "(4294967296,2147483648)", ""): "does not agree",
		entry("<f4", "(-1,)", ""):                   "does not agree",
		good[:8] + "\xf0\x03" + good[10:]:           "x has an unreadable .npy header",
	} {
		_, _, err := zipped(t, "x.npy", content).Numbers("x")
		require.ErrorContains(t, err, message, "%q", content)
		_, err = zipped(t, "x.npy", content).Shape("x")
		require.ErrorContains(t, err, message)
		_, err = zipped(t, "x.npy", content).Text("x")
		require.ErrorContains(t, err, message)
		_, _, err = zipped(t, "x.npy", content).Floats("x")
		require.ErrorContains(t, err, message)
	}
	values, _, err := zipped(t, "x.npy", good).Numbers("x")
	require.NoError(t, err)
	require.Equal(t, []float64{1}, values)
}

// TestDamagedData: data that are not those of the checksum are refused in either order of the axes.
func TestDamagedData(t *testing.T) {
	for _, fortran := range []string{"False", "True"} {
		header := strings.Replace(entry("<f4", "(2,2)", ""), "False", fortran, 1)
		header = header[:8] + string([]byte{byte(len(header) - 10)}) + header[9:]
		var file bytes.Buffer
		w := zip.NewWriter(&file)
		one, err := w.CreateHeader(&zip.FileHeader{Name: "x.npy", Method: zip.Store})
		require.NoError(t, err)
		_, err = one.Write([]byte(header + "abcdefghijklmnop"))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		damaged := bytes.Replace(file.Bytes(), []byte("abcd"), []byte("abce"), 1)
		a, err := New("x.npz", bytes.NewReader(damaged), int64(len(damaged)))
		require.NoError(t, err)
		_, _, err = a.Floats("x", Axis{Size: 2}, Axis{Size: 2})
		require.EqualError(t, err, "x.npz: x is cut short or damaged (zip: checksum error): copy or make the file again")
	}
}

// TestNoText: a number is no text, and a text takes memory as arrays do.
func TestNoText(t *testing.T) {
	_, err := zipped(t, "x.npy", entry("<f4", "()", "1234")).Text("x")
	require.EqualError(t, err, "x.npz: x is an array [] of <f4, expected a text")
	_, err = zipped(t, "x.npy", entry("<U1", "(1,)", "a\x00\x00\x00")).Text("x")
	require.EqualError(t, err, "x.npz: x is an array [1] of <U1, expected a text")
	for missing, refused := range map[int64]bool{0: false, 1: true} {
		a := zipped(t, "x.npy", entry("<U1", "()", "a\x00\x00\x00"))
		a.budget = 3*4 - missing
		_, err := a.Text("x")
		require.Equal(t, refused, err != nil, "%v", err)
	}
}

// TestNoArchive: a file that cannot be one says what it is instead.
func TestNoArchive(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"cut": "PK\x03\x04 and no more", "text": "no zip", "empty": ""} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	for name, message := range map[string]string{
		"none": "does not exist: check the name", "cut": "is a zip archive, expected an .npz file", "text": "is not an .npz file", "empty": "empty", ".": "is a folder, expected an .npz file",
	} {
		path := folder + string(filepath.Separator) + name
		require.ErrorContains(t, Open(path, func(*Archive) error { return nil }), message, name)
	}
	_, err := Content(filepath.Join(folder, "none"))
	require.ErrorContains(t, err, "does not exist")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NotErrorIs(t, err, fs.ErrPermission)
	content, err := Content(filepath.Join(folder, "text"))
	require.NoError(t, err)
	require.Equal(t, "no zip", string(content))
	var others bytes.Buffer
	texts := zip.NewWriter(&others)
	_, err = texts.Create("a.txt")
	require.NoError(t, err)
	require.NoError(t, texts.Close())
	_, err = New("x.zip", bytes.NewReader(others.Bytes()), int64(others.Len()))
	require.ErrorContains(t, err, "x.zip is a zip archive, expected an .npz file")
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for range 2 {
		_, err := w.Create("x.npy")
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	_, err = New("x.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.EqualError(t, err, `x.npz holds the key "x" twice`)
	_, err = New("x.npz", bytes.NewReader(file.Bytes()), int64(file.Len()-1))
	require.ErrorContains(t, err, "x.npz is cut short or damaged (zip: not a valid zip file): copy or make it again")
}

// TestAlignment: data begin at a multiple of 64 bytes.
func TestAlignment(t *testing.T) {
	for _, shape := range [][]int{{1}, {1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}} {
		var file bytes.Buffer
		require.NoError(t, Array{Key: "x", Shape: shape, Floats: []float32{1}}.write(&file))
		require.Zero(t, (file.Len()-4)%64, shape)
		require.Less(t, file.Len(), 200, shape)
		require.Equal(t, len(shape) == 1, strings.Contains(file.String(), ",), }"), "Python writes a tuple of one with a comma")
	}
}
