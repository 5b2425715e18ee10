package datasets

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/sbinet/npyio/npy"
)

// A .npz file is a zip of .npy arrays, and both layers can claim sizes that
// have nothing to do with the bytes that are there. So every allocation for
// array data is taken from a budget that grows with the file's size, before
// it is made. What remains up to 16 times the file's size plus 16 MB is for
// the zip's directory (measured: at most 8 bytes a byte; for maxEntries, 2
// bytes a byte and 0.1 MB), decoders, buffers and headers.
const (
	arrayBytesPerFileByte = 12
	arrayBytesFree        = 8 << 20

	maxEntries = 256  // our formats have 24 at most
	maxHeader  = 1024 // bytes before an array's data; numpy writes 128
)

// archive is an open .npz file. It reads finite floats and integers of any
// width and byte order; its errors name the file and the key.
type archive struct {
	path    string
	keys    []string // in the file's order
	entries map[string]*zip.File
	size    int64 // of the file, bytes
	budget  int64 // bytes that may still be allocated for arrays
}

// axis is one axis of an expected shape; size < 0 accepts any.
type axis struct {
	name string
	size int
}

// openArchive reads the directory of the .npz file of the given size; path
// is for errors only.
func openArchive(path string, file io.ReaderAt, size int64) (*archive, error) {
	directory, err := zip.NewReader(file, size)
	if err != nil {
		return nil, fmt.Errorf("%s %s", path, notZip(file, err))
	}
	if len(directory.File) > maxEntries {
		return nil, fmt.Errorf("%s holds %d arrays, more than %d: it is not a data set of ours", path, len(directory.File), maxEntries)
	}
	a := &archive{path: path, entries: map[string]*zip.File{}, size: size, budget: arrayBytesPerFileByte*size + arrayBytesFree}
	for _, entry := range directory.File {
		key := strings.TrimSuffix(entry.Name, ".npy")
		if a.has(key) {
			return nil, fmt.Errorf("%s holds the key %.40q twice", path, key)
		}
		a.keys = append(a.keys, key)
		a.entries[key] = entry
	}
	return a, nil
}

// notZip says what a file is that is not a whole zip file.
func notZip(file io.ReaderAt, err error) string {
	var start [6]byte
	n, _ := file.ReadAt(start[:], 0)
	switch {
	case n == 0:
		return "is empty, expected a .npz file"
	case start == npy.Magic:
		return "is a single .npy array, expected a .npz file: save all arrays together with numpy.savez"
	case string(start[:4]) == "PK\x03\x04":
		return fmt.Sprintf("is cut short or damaged (%v): copy or make it again", err)
	}
	return fmt.Sprintf("is not a .npz file (%v): save it with numpy.savez", err)
}

func (a *archive) has(key string) bool {
	_, ok := a.entries[key]
	return ok
}

func (a *archive) errorf(key, format string, arguments ...any) error {
	return fmt.Errorf("%s: %s %s", a.path, key, fmt.Sprintf(format, arguments...))
}

// take asks for memory, on behalf of key, for count elements of width bytes.
func (a *archive) take(key string, count int, width int64) error {
	if int64(count) > a.budget/width {
		return a.errorf(key, "is too large once unpacked for a file of %d bytes: save it uncompressed, with numpy.savez", a.size)
	}
	a.budget -= int64(count) * width
	return nil
}

// floats reads an array of float32 or float64 numbers and its shape.
func (a *archive) floats(key string, axes ...axis) ([]float32, []int, error) {
	array, err := a.open(key)
	if err != nil {
		return nil, nil, err
	}
	defer array.Close()
	if err := array.match(axes); err != nil {
		return nil, nil, err
	}
	var values []float32
	switch array.kind {
	case "f4":
		values, err = read[float32](array)
	case "f8":
		values, err = readAs[float64, float32](array)
	default:
		err = a.errorf(key, `has element type %q, expected float32 or float64: convert it with .astype("float32")`, array.dtype)
	}
	return values, array.shape, err
}

// ints reads an array of int32 or int64 numbers. One without elements, of
// whatever shape and type, is nil.
func (a *archive) ints(key string, axes ...axis) ([]int64, error) {
	array, err := a.open(key)
	if err != nil {
		return nil, err
	}
	defer array.Close()
	if array.elements == 0 {
		return nil, nil
	}
	if err := array.match(axes); err != nil {
		return nil, err
	}
	switch array.kind {
	case "i4":
		return readAs[int32, int64](array)
	case "i8":
		return read[int64](array)
	}
	return nil, a.errorf(key, `has element type %q, expected int32 or int64: convert it with .astype("int64")`, array.dtype)
}

// arrayReader is an entry whose header was read and agrees with the entry's
// size; its data is still to come.
type arrayReader struct {
	archive  *archive
	key      string
	dtype    string // as in the file, with byte order
	kind     string // dtype without byte order
	shape    []int
	elements int
	header   *npy.Reader
	body     *bufio.Reader
	io.Closer
}

var elementSize = map[string]int64{"f4": 4, "f8": 8, "i4": 4, "i8": 8}

func (a *archive) open(key string) (*arrayReader, error) {
	entry := a.entries[key]
	packed, err := entry.Open()
	if err != nil {
		return nil, a.errorf(key, "cannot be unpacked (%v): save the file with numpy.savez", err)
	}
	array := &arrayReader{archive: a, key: key, body: bufio.NewReaderSize(packed, 32<<10), Closer: packed}
	if err := array.readHeader(entry.UncompressedSize64); err != nil {
		packed.Close()
		return nil, err
	}
	return array, nil
}

// readHeader reads the header and checks that exactly the data it announces
// can follow in an entry of size bytes.
func (r *arrayReader) readHeader(size uint64) error {
	length, err := headerLength(r.body)
	if err != nil {
		return r.archive.errorf(r.key, "is not a .npy array (%v): save the file again with numpy.savez", err)
	}
	if r.header = parseHeader(r.body); r.header == nil {
		return r.archive.errorf(r.key, "has an unreadable .npy header: save the file again with numpy.savez")
	}
	description := r.header.Header.Descr
	r.dtype, r.shape = description.Type, description.Shape
	r.kind = strings.TrimLeft(r.dtype, "<>")
	width, known := elementSize[r.kind]
	if !known || len(r.dtype) > len(r.kind)+1 {
		return r.archive.errorf(r.key, "has element type %.20q, expected float32, float64, int32 or int64", r.dtype)
	}
	if description.Fortran {
		return r.archive.errorf(r.key, "is in Fortran order: save numpy.ascontiguousarray(...) of it")
	}
	var fits bool
	r.elements, fits = elements(r.shape)
	if data := size - length; !fits || size < length || data%uint64(width) != 0 || data/uint64(width) != uint64(r.elements) {
		return r.archive.errorf(r.key, "has shape %v of %s in its header, which does not agree with its %d bytes: the file is damaged, copy or make it again", r.shape, r.dtype, size)
	}
	return nil
}

// headerLength looks ahead for the length in bytes of magic, version and
// text header, so that none is parsed that claims an absurd length.
func headerLength(body *bufio.Reader) (uint64, error) {
	const version1, version2 = 10, 12 // bytes before the text header
	start, err := body.Peek(version2)
	if err != nil {
		return 0, errors.New("it is too short")
	}
	if [6]byte(start) != npy.Magic {
		return 0, errors.New("it does not begin as one")
	}
	length := uint64(binary.LittleEndian.Uint16(start[8:])) + version1
	if start[6] != 1 {
		length = uint64(binary.LittleEndian.Uint32(start[8:])) + version2
	}
	if length > maxHeader {
		return 0, fmt.Errorf("its header claims %d bytes", length)
	}
	return length, nil
}

// parseHeader guards npyio's parser, which slices headers without looking
// whether the pieces are in the expected order. It returns nil for a header
// that is not well-formed.
func parseHeader(body io.Reader) (header *npy.Reader) {
	defer func() {
		if recover() != nil {
			header = nil
		}
	}()
	header, err := npy.NewReader(body)
	if err != nil {
		return nil
	}
	return header
}

// elements is the number of elements of a shape, if it is one.
func elements(shape []int) (count int, ok bool) {
	count = 1
	for _, size := range shape {
		if size < 0 || size > 0 && count > math.MaxInt/size {
			return 0, false
		}
		count *= size
	}
	return count, true
}

// match compares the shape with the expected axes.
func (r *arrayReader) match(axes []axis) error {
	same := len(axes) == len(r.shape)
	expected := make([]string, len(axes))
	for i, want := range axes {
		expected[i] = want.name
		if want.size >= 0 {
			expected[i] = fmt.Sprintf("%d %s", want.size, want.name)
			same = same && r.shape[i] == want.size
		}
	}
	if same {
		return nil
	}
	return r.archive.errorf(r.key, "has shape %v, expected [%s]", r.shape, strings.Join(expected, ", "))
}

// read reads the data, which must end where the header says.
func read[T any](r *arrayReader) ([]T, error) {
	if err := r.archive.take(r.key, r.elements, elementSize[r.kind]); err != nil {
		return nil, err
	}
	values := make([]T, r.elements)
	err := r.header.Read(&values)
	if err == nil {
		// Reaching the end compares the checksum, too.
		if _, err = r.body.ReadByte(); err == io.EOF {
			return values, nil
		}
	}
	return nil, r.archive.errorf(r.key, "is cut short or damaged (%v): copy or make the file again", err)
}

// readAs reads data of type From and converts it.
func readAs[From, To int32 | int64 | float32 | float64](r *arrayReader) ([]To, error) {
	if err := r.archive.take(r.key, r.elements, 8); err != nil {
		return nil, err
	}
	values, err := read[From](r)
	if err != nil {
		return nil, err
	}
	converted := make([]To, len(values))
	for i, value := range values {
		converted[i] = To(value)
	}
	return converted, nil
}
