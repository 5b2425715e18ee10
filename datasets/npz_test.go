package datasets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// Files of other programs and of attackers are put together here, since
// npz.Write makes well-formed ones of one kind only.

// npyFile is a version 1.0 .npy file with the given text for its fields.
func npyFile(dtype, fortran, shape string, data any) []byte {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", dtype, fortran, shape)
	return npyBytes(1, uint32(len(header)), header, encode(dtype, data))
}

// npyBytes is a .npy file whose claimed header length may be a lie.
func npyBytes(version byte, length uint32, header string, data []byte) []byte {
	file := append([]byte("\x93NUMPY"), version, 0)
	if version == 1 {
		file = binary.LittleEndian.AppendUint16(file, uint16(length))
	} else {
		file = binary.LittleEndian.AppendUint32(file, length)
	}
	return append(append(file, header...), data...)
}

func encode(dtype string, data any) []byte {
	if data == nil {
		return nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if strings.HasPrefix(dtype, ">") {
		order = binary.BigEndian
	}
	var buffer bytes.Buffer
	if err := binary.Write(&buffer, order, data); err != nil {
		panic(err)
	}
	return buffer.Bytes()
}

type entry struct {
	key  string
	data []byte
}

func zipFile(method uint16, entries ...entry) []byte {
	return packed(entries, func(archive *zip.Writer, e entry) (io.Writer, error) {
		return archive.CreateHeader(&zip.FileHeader{Name: e.key + ".npy", Method: method})
	})
}

// packed is a zip file of entries, each begun by create.
func packed(entries []entry, create func(*zip.Writer, entry) (io.Writer, error)) []byte {
	var buffer bytes.Buffer
	archive := zip.NewWriter(&buffer)
	for _, e := range entries {
		w, err := create(archive, e)
		if err != nil {
			panic(err)
		}
		if _, err := w.Write(e.data); err != nil {
			panic(err)
		}
	}
	if err := archive.Close(); err != nil {
		panic(err)
	}
	return buffer.Bytes()
}

// smallEntries is a training split of one sample of three particles.
func smallEntries() []entry {
	vector := []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}
	state := npyFile("<f4", "False", "(1, 3, 3)", vector)
	return []entry{
		{"train_x0", state}, {"train_v0", state}, {"train_xT", state},
		{"train_charge", npyFile("<f4", "False", "(1, 3, 1)", []float32{1, -1, 1})},
		{"train_sticks", npyFile("<i8", "False", "(1, 1, 2)", []int64{2, 0})},
	}
}

// replaced returns entries with one key's data replaced or added.
func replaced(entries []entry, key string, data []byte) []entry {
	entries = slices.Clone(entries)
	if i := slices.IndexFunc(entries, func(e entry) bool { return e.key == key }); i >= 0 {
		entries[i].data = data
		return entries
	}
	return append(entries, entry{key, data})
}

func readBytes(file []byte) (*Data, error) {
	archive, err := npz.New("x.npz", bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	data := new(Data)
	return data, data.read(archive)
}

func TestReadForeignEncodings(t *testing.T) {
	want, err := readBytes(zipFile(zip.Store, smallEntries()...))
	require.NoError(t, err)
	require.Equal(t, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}, want.Train[0].Position)
	require.Equal(t, [][]int{{2, 0}}, want.Train[0].Objects.Of(system.Stick))
	require.Nil(t, want.Train[0].TargetVelocity)
	require.Nil(t, want.Train[0].Objects.Of(system.Hinge))

	wide := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	version2 := "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3, 3), }\n"
	for name, c := range map[string]entry{
		"float64":            {"train_x0", npyFile("<f8", "False", "(1, 3, 3)", wide)},
		"big endian float32": {"train_x0", npyFile(">f4", "False", "(1, 3, 3)", want.Train[0].Position)},
		"big endian float64": {"train_x0", npyFile(">f8", "False", "(1, 3, 3)", wide)},
		"int32":              {"train_sticks", npyFile("<i4", "False", "(1, 1, 2)", []int32{2, 0})},
		"big endian int64":   {"train_sticks", npyFile(">i8", "False", "(1, 1, 2)", []int64{2, 0})},
		"no hinges":          {"train_hinges", npyFile("<i8", "False", "(1, 0, 3)", nil)},
		"no hinges at all":   {"train_hinges", npyFile("<f8", "False", "(0,)", nil)},
		"particles ignored":  {"train_particles", []byte("anything")},
		"empty test split":   {"test_particles", nil},
		"header version 2":   {"train_x0", npyBytes(2, uint32(len(version2)), version2, encode("<f4", want.Train[0].Position))},
	} {
		t.Run(name, func(t *testing.T) {
			for _, method := range []uint16{zip.Store, zip.Deflate} {
				have, err := readBytes(zipFile(method, replaced(smallEntries(), c.key, c.data)...))
				require.NoError(t, err)
				require.Equal(t, want, have)
			}
		})
	}
}

func TestReadArchiveErrors(t *testing.T) {
	small := zipFile(zip.Deflate, smallEntries()...)
	x0 := func(data []byte) []byte { return zipFile(zip.Deflate, replaced(smallEntries(), "train_x0", data)...) }
	header := func(text string) []byte { return x0(npyBytes(1, uint32(len(text)), text, nil)) }
	state := []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}
	damaged := zipFile(zip.Store, smallEntries()...)
	damaged[bytes.Index(damaged, encode("<f4", state))] ^= 1
	var many []entry
	for i := range npz.MaxEntries + 1 {
		many = append(many, entry{fmt.Sprint(i), nil})
	}
	const unreadable = "x.npz: train_x0 has an unreadable .npy header: save the file again with numpy.savez"
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":                  {nil, "x.npz is an empty file, expected an .npz file: copy or make it again"},
		"text":                   {[]byte("particle,x,y,z\n"), "x.npz is not an .npz file (zip: not a valid zip file): save it with numpy.savez"},
		"npy":                    {npyFile("<f4", "False", "(3,)", []float32{1, 2, 3}), "x.npz is a single .npy array, expected an .npz file: read it with numpy.load, and save its arrays with numpy.savez"},
		"cut short":              {small[:len(small)/2], "x.npz is cut short or damaged (zip: not a valid zip file): copy or make it again"},
		"many entries":           {zipFile(zip.Store, many...), "x.npz holds 257 arrays, more than 256: it is not a data set of ours"},
		"same key twice":         {zipFile(zip.Store, append(smallEntries(), smallEntries()[0])...), "x.npz holds the key \"train_x0\" twice"},
		"checksum":               {damaged, "x.npz: train_x0 is cut short or damaged (zip: checksum error): copy or make the file again"},
		"not npy":                {x0([]byte("hello, hello, hello")), "x.npz: train_x0 is not a .npy array (it does not begin as one): save the file again with numpy.savez"},
		"empty entry":            {x0(nil), "x.npz: train_x0 is not a .npy array (it is too short): save the file again with numpy.savez"},
		"header length":          {x0(npyBytes(2, 1<<32-1, "{}", nil)), "x.npz: train_x0 is not a .npy array (its header claims 4294967307 bytes): save the file again with numpy.savez"},
		"header version 3":       {x0(npyBytes(3, 2, "{}", nil)), unreadable},
		"header cut":             {x0(npyBytes(1, 100, "{'descr': ", nil)), unreadable},
		"header without newline": {header("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3, 3), }"), unreadable},
		"header out of order":    {header("}{'shape': (1, 3, 3), 'descr': '<f4', 'fortran_order': False, \n"), unreadable},
		"header without keys":    {header("{'shape': (1, 3, 3), }\n"), unreadable},
		"shape of words":         {x0(npyFile("<f4", "False", "(a, b)", state)), unreadable},
		"negative size":          {x0(npyFile("<f4", "False", "(1, -3, -3)", state)), "x.npz: train_x0 has shape [1 -3 -3] of <f4 in its header, which does not agree with its 111 bytes: the file is damaged, copy or make it again"},
		"overflowing size":       {x0(npyFile("<f4", "False", "(4294967296, 4294967296, 3)", state)), "x.npz: train_x0 has shape [4294967296 4294967296 3] of <f4 in its header, which does not agree with its 127 bytes: the file is damaged, copy or make it again"},
		"huge claim":             {x0(npyFile("<f4", "False", "(1, 1000000000000, 3)", state)), "x.npz: train_x0 has shape [1 1000000000000 3] of <f4 in its header, which does not agree with its 121 bytes: the file is damaged, copy or make it again"},
		"data missing":           {x0(npyFile("<f4", "False", "(1, 3, 3)", state[:8])), "x.npz: train_x0 has shape [1 3 3] of <f4 in its header, which does not agree with its 105 bytes: the file is damaged, copy or make it again"},
		"strings":                {x0(npyFile("<U3", "False", "(1, 3, 3)", make([]int32, 27))), `x.npz: train_x0 has element type "<U3", expected float32 or float64: convert it with .astype("float32")`},
		"complex numbers":        {x0(npyFile("<c8", "False", "(1, 3, 3)", nil)), `x.npz: train_x0 has element type "<c8", expected float32, float64, int32 or int64, or str of a text: convert it with .astype`},
		"endless string":         {x0(npyFile("<U99999999999", "False", "(1, 3, 3)", nil)), `x.npz: train_x0 has element type "<U99999999999", expected float32, float64, int32 or int64, or str of a text: convert it with .astype`},
		"integer position":       {x0(npyFile("<i8", "False", "(1, 3, 3)", make([]int64, 9))), `x.npz: train_x0 has element type "<i8", expected float32 or float64: convert it with .astype("float32")`},
		"float sticks": {zipFile(zip.Store, replaced(smallEntries(), "train_sticks", npyFile("<f8", "False", "(1, 1, 2)", make([]float64, 2)))...),
			`x.npz: train_sticks has element type "<f8", expected int32 or int64: convert it with .astype("int64")`},
		"too many bytes":   {zip64Bomb(), "is too large once unpacked for a file of"},
		"too compressible": {zipFile(zip.Deflate, replaced(smallEntries(), "train_x0", hugeArray())...), "is too large once unpacked for a file of"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readBytes(c.file)
			if strings.HasPrefix(c.want, "x.npz") {
				require.EqualError(t, err, c.want)
			} else {
				require.ErrorContains(t, err, c.want)
			}
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestWriteArchiveTimeIsFixed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.npz")
	require.NoError(t, WritePrediction(path, make([]float32, 6), make([]float32, 6), []int64{2}))
	archive, err := zip.OpenReader(path)
	require.NoError(t, err)
	defer archive.Close()
	for _, file := range archive.File {
		require.Equal(t, time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC), file.Modified.UTC())
	}
}
