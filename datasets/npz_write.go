package datasets

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gmnc/internal/atomicfile"
)

// namedArray is one entry of a .npz file to be written, with two axes or
// more; it has either floats or ints.
type namedArray struct {
	key    string
	shape  []int
	floats []float32
	ints   []int64
}

// writeArchive writes a .npz file as numpy.savez does: uncompressed, since
// positions and velocities hardly compress. The same arrays give the same
// bytes.
func writeArchive(path string, arrays []namedArray) error {
	return atomicfile.Write(path, func(file io.Writer) error {
		archive := zip.NewWriter(file)
		for _, array := range arrays {
			entry, err := archive.CreateHeader(&zip.FileHeader{
				Name:     array.key + ".npy",
				Method:   zip.Store,
				Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
			})
			if err != nil {
				return err
			}
			if err := array.write(entry); err != nil {
				return err
			}
		}
		return archive.Close()
	})
}

// write writes the array in the .npy format, version 1.0. npyio's writer
// takes a shape from nested Go types only, so the header is made here.
func (a namedArray) write(file io.Writer) error {
	dtype, values := "<f4", any(a.floats)
	if a.ints != nil {
		dtype, values = "<i8", a.ints
	}
	sizes := make([]string, len(a.shape))
	for i, size := range a.shape {
		sizes[i] = strconv.Itoa(size)
	}
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtype, strings.Join(sizes, ", "))
	// The data starts at a multiple of 64 bytes: 10 before the header, its
	// blanks and its newline.
	const alignment = 64
	blanks := alignment - (10+len(header)+1)%alignment
	header += strings.Repeat(" ", blanks) + "\n"
	start := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))
	if _, err := file.Write(append(start, header...)); err != nil {
		return err
	}
	return binary.Write(file, binary.LittleEndian, values)
}
