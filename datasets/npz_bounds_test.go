package datasets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/allocated"
)

// hugeArray is 9 MB of zeros, which deflate packs a thousandfold: a
// decompression bomb, or a legitimate file.
func hugeArray() []byte {
	return npyFile("<f4", "False", "(1, 750000, 3)", make([]float32, 3*750_000))
}

func TestReadUncompressedFileOfAnySize(t *testing.T) {
	// 10 MB, of which the budget's constant part alone would allow 8.
	const particles = 250_000
	zeros := npyFile("<f4", "False", "(1, 250000, 3)", make([]float32, 3*particles))
	data, err := readBytes(zipFile(zip.Store, entry{"train_x0", zeros}, entry{"train_v0", zeros}, entry{"train_xT", zeros},
		entry{"train_charge", npyFile("<f4", "False", "(1, 250000, 1)", make([]float32, particles))}))
	require.NoError(t, err)
	require.Equal(t, particles, data.Train[0].Particles())
}

func TestReadManySmallestSamples(t *testing.T) {
	// A sample's fixed cost is largest beside its data where it has one
	// particle; the budget must still suffice for uncompressed files.
	const samples = 50_000
	zeros := npyFile("<f4", "False", "(50000, 1, 3)", make([]float32, 3*samples))
	file := zipFile(zip.Store, entry{"train_x0", zeros}, entry{"train_v0", zeros}, entry{"train_xT", zeros},
		entry{"train_charge", npyFile("<f4", "False", "(50000, 1, 1)", make([]float32, samples))})
	requireBoundedRead(t, file)
	data, err := readBytes(file)
	require.NoError(t, err)
	require.Len(t, data.Train, samples)
}

// requireBoundedRead reads a file and fails if that allocated more than the
// documented bound in all, garbage included.
func requireBoundedRead(t *testing.T, file []byte) {
	t.Helper()
	var err error
	allocated.Below(t, 16*len(file)+16<<20, func() { _, err = readBytes(file) })
	if err != nil {
		require.NotContains(t, err.Error(), "\n")
	}
}

// directoryBomb is a zip directory of the cheapest entries, whose only
// content is what makes reading them costly: a time with a time zone.
func directoryBomb(entries int) []byte {
	header := make([]byte, 46)
	copy(header, "PK\x01\x02")
	binary.LittleEndian.PutUint16(header[14:], 0x21) // 1980-01-01 00:00, local time
	extra := []byte{0x55, 0x54, 5, 0, 1}             // Unix time, 5 h 45 min less
	extra = binary.LittleEndian.AppendUint32(extra, 315532800-20700)
	binary.LittleEndian.PutUint16(header[30:], uint16(len(extra)))
	directory := bytes.Repeat(append(header, extra...), entries)
	end := make([]byte, 22)
	copy(end, "PK\x05\x06")
	binary.LittleEndian.PutUint16(end[8:], uint16(entries))
	binary.LittleEndian.PutUint16(end[10:], uint16(entries))
	binary.LittleEndian.PutUint32(end[12:], uint32(len(directory)))
	return append(directory, end...)
}

// uncheckedZip is an uncompressed zip file without checksums, so that a
// fuzzer's changes to its arrays are not refused at once; each array claims
// to be longer by a number of bytes.
func uncheckedZip(longer uint64, entries ...entry) []byte {
	return packed(entries, func(archive *zip.Writer, e entry) (io.Writer, error) {
		size := uint64(len(e.data))
		return archive.CreateRaw(&zip.FileHeader{Name: e.key + ".npy", CompressedSize64: size, UncompressedSize64: size + longer})
	})
}

// zip64Bomb claims an array of a little over 2^61 float32, whose bytes an
// int64 cannot count.
func zip64Bomb() []byte {
	const particles = 768614336404564651
	start := npyFile("<f4", "False", fmt.Sprintf("(1, %d, 3)", particles), nil)
	return uncheckedZip(4*3*particles, replaced(smallEntries(), "train_x0", start)...)
}

func bombs() [][]byte {
	// 13 float64 numbers a particle, which the budget just allows.
	const particles = npz.BytesFree / (13 * 16)
	fitting := npyFile("<f8", "False", fmt.Sprintf("(1, %d, 3)", particles), make([]float64, 3*particles))
	charge := npyFile("<f8", "False", fmt.Sprintf("(1, %d, 1)", particles), make([]float64, particles))
	empty := npyFile("<f4", "False", "(1000000000, 0, 3)", nil)
	return [][]byte{
		zipFile(zip.Deflate, replaced(smallEntries(), "train_x0", hugeArray())...),
		zipFile(zip.Store, entry{"train_x0", empty}, entry{"train_v0", empty}, entry{"train_xT", empty}, entry{"train_charge", empty}),
		zipFile(zip.Deflate, entry{"train_x0", fitting}, entry{"train_v0", fitting}, entry{"train_xT", fitting},
			entry{"train_vT", fitting}, entry{"train_charge", charge}),
		zip64Bomb(),
		directoryBomb(200_000),
	}
}

func TestReadBoundsAllocation(t *testing.T) {
	for i, file := range bombs() {
		t.Run(fmt.Sprint(i), func(t *testing.T) { requireBoundedRead(t, file) })
	}
}

// FuzzRead is best run with -fuzzminimizetime 10x: shortening interesting
// zip files takes most of the time otherwise.
func FuzzRead(f *testing.F) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		f.Add(zipFile(method, smallEntries()...))
		f.Add(zipFile(method, replaced(smallEntries(), "train_x0", npyFile(">f8", "False", "(1, 3, 3)", make([]float64, 9)))...))
		f.Add(zipFile(method, replaced(smallEntries(), "train_x0", npyBytes(2, 1<<30, "{'descr': '<f4'", nil))...))
	}
	path := filepath.Join(f.TempDir(), "seed.npz")
	require.NoError(f, Write(path, exampleData()))
	file, err := os.ReadFile(path)
	require.NoError(f, err)
	f.Add(file)
	f.Add(file[:len(file)/2])
	hinges := npyFile("<i8", "False", "(1, 1, 3)", []int64{0, 1, 2})
	f.Add(uncheckedZip(0, smallEntries()...))
	f.Add(uncheckedZip(0, replaced(smallEntries()[:4], "train_hinges", hinges)...))
	f.Add(zip64Bomb())
	f.Add(directoryBomb(3))
	require.NoError(f, Write(path, sparseData()))
	file, err = os.ReadFile(path)
	require.NoError(f, err)
	f.Add(file)
	f.Fuzz(func(t *testing.T, file []byte) { requireBoundedRead(t, file) })
}
