package npz

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

// Array is one entry of a .npz file that is to be written. It has either floats or ints, or is
// a text without a shape.
type Array struct {
	Key    string
	Shape  []int
	Floats []float32
	Ints   []int64
	Text   string
}

// Write writes a .npz file as numpy.savez does. The file is uncompressed, since positions and
// velocities hardly compress. The same arrays give the same bytes.
func Write(path string, arrays []Array) error {
	return atomicfile.Write(path, func(file io.Writer) error { return Encode(file, arrays) })
}

// Encode writes the content of a .npz file. More than MaxEntries arrays are an error.
func Encode(file io.Writer, arrays []Array) error {
	if len(arrays) > MaxEntries {
		return fmt.Errorf("it would hold %d arrays, more than the %d that a data set may have: use fewer features", len(arrays), MaxEntries)
	}
	archive := zip.NewWriter(file)
	for _, array := range arrays {
		entry, err := archive.CreateHeader(&zip.FileHeader{
			Name:     array.Key + ".npy",
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
}

// write writes the array in the .npy format, version 1.0. It makes the header itself, because
// npyio's writer only takes a shape from nested Go types.
func (a Array) write(file io.Writer) error {
	dtype, values := "<f4", any(a.Floats)
	switch {
	case a.Ints != nil:
		dtype, values = "<i8", a.Ints
	case a.Floats == nil:
		characters := []rune(a.Text)
		dtype, values = fmt.Sprintf("<U%d", len(characters)), characters
	}
	sizes := make([]string, len(a.Shape))
	for i, size := range a.Shape {
		sizes[i] = strconv.Itoa(size)
	}
	shape := strings.Join(sizes, ", ")
	if len(sizes) == 1 {
		shape += "," // as Python writes a tuple of one
	}
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtype, shape)
	// The data starts at a multiple of 64 bytes. Before it are 10 bytes, the header, its blanks
	// and its newline.
	const alignment = 64
	blanks := alignment - (10+len(header)+1)%alignment
	header += strings.Repeat(" ", blanks) + "\n"
	start := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))
	if _, err := file.Write(append(start, header...)); err != nil {
		return err
	}
	return binary.Write(file, binary.LittleEndian, values)
}
