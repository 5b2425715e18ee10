package npz

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sbinet/npyio/npy"
)

// arrayReader is an entry whose header was read and agrees with the entry's size. Its data has
// not been read yet.
type arrayReader struct {
	archive  *Archive
	key      string
	dtype    string // as in the file, with byte order
	kind     string // dtype without the byte order
	shape    []int
	elements int
	header   *npy.Reader
	body     *bufio.Reader
	io.Closer
}

var elementSize = map[string]int64{"b1": 1, "f4": 4, "f8": 8, "i1": 1, "u1": 1, "i2": 2, "u2": 2, "i4": 4, "u4": 4, "i8": 8}

// sizeOf returns the size in bytes of an element. The size of a text, whose kind is U and its
// length, is 4 bytes for each character.
func sizeOf(kind string) (size int64, known bool) {
	if length, isText := strings.CutPrefix(kind, "U"); isText {
		characters, err := strconv.ParseUint(length, 10, 24)
		return 4 * int64(characters), err == nil && characters > 0
	}
	size, known = elementSize[kind]
	return size, known
}

func (a *Archive) open(key string) (*arrayReader, error) {
	entry, known := a.entries[key]
	if !known {
		return nil, a.Errorf(key, "is missing: expected an array of this name")
	}
	packed, err := entry.Open()
	if err != nil {
		return nil, a.Errorf(key, "cannot be unpacked (%v): save the file with numpy.savez", err)
	}
	array := &arrayReader{archive: a, key: key, body: bufio.NewReaderSize(packed, 32<<10), Closer: packed}
	if err := array.readHeader(entry.UncompressedSize64); err != nil {
		packed.Close()
		return nil, err
	}
	return array, nil
}

// readHeader reads the header and checks that exactly the data that it announces can follow in
// an entry of size bytes.
func (r *arrayReader) readHeader(size uint64) error {
	length, err := headerLength(r.body)
	if err != nil {
		return r.archive.Errorf(r.key, "is not a .npy array (%v): save the file again with numpy.savez", err)
	}
	if r.header = parseHeader(r.body); r.header == nil {
		return r.archive.Errorf(r.key, "has an unreadable .npy header: save the file again with numpy.savez")
	}
	description := r.header.Header.Descr
	r.dtype, r.shape = description.Type, description.Shape
	r.kind = strings.TrimLeft(r.dtype, "<>|")
	width, known := sizeOf(r.kind)
	if !known || len(r.dtype) > len(r.kind)+1 {
		return r.archive.Errorf(r.key, "has element type %.20q, expected float32, float64, int32 or int64, or str of a text: convert it with .astype", r.dtype)
	}
	var fits bool
	r.elements, fits = elements(r.shape)
	if data := size - length; !fits || size < length || data%uint64(width) != 0 || data/uint64(width) != uint64(r.elements) {
		return r.archive.Errorf(r.key, "has shape %v of %s in its header, which does not agree with its %d bytes: the file is damaged, copy or make it again", r.shape, r.dtype, size)
	}
	return nil
}

// headerLength peeks at the length in bytes of magic, version and text header, so that no
// header is parsed that claims an absurd length.
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

// parseHeader calls npyio's parser, which slices headers without checking that the pieces are
// in the expected order, and recovers from its panics. It returns nil for a header that is not
// well-formed.
func parseHeader(body io.Reader) (header *npy.Reader) {
	defer func() { _ = recover() }() // header is nil then
	header, err := npy.NewReader(body)
	if err != nil {
		return nil
	}
	return header
}

// elements returns the number of elements of a shape. ok is false if the shape is not valid.
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
func (r *arrayReader) match(axes []Axis) error {
	same := len(axes) == len(r.shape)
	expected := make([]string, len(axes))
	for i, want := range axes {
		expected[i] = want.Name
		if want.Size >= 0 {
			expected[i] = fmt.Sprintf("%d %s", want.Size, want.Name)
			same = same && r.shape[i] == want.Size
		}
	}
	if same {
		return nil
	}
	return r.archive.Errorf(r.key, "has shape %v, expected [%s]", r.shape, strings.Join(expected, ", "))
}

// read reads the data, which must end after the elements of the header.
func read[T any](r *arrayReader) ([]T, error) {
	if err := r.archive.Take(r.key, r.elements, elementSize[r.kind]); err != nil {
		return nil, err
	}
	values := make([]T, r.elements)
	if err := r.finish(r.header.Read(&values)); err != nil || !r.header.Header.Descr.Fortran || len(r.shape) < 2 {
		return values, err
	}
	if err := r.archive.Take(r.key, r.elements, elementSize[r.kind]); err != nil {
		return nil, err
	}
	return lastFirst(values, r.shape), nil
}

// lastFirst returns the values of an array, whose first index varies fastest, in the order in
// which the last index does.
func lastFirst[T any](values []T, shape []int) []T {
	ordered := make([]T, len(values))
	index, steps := make([]int, len(shape)), make([]int, len(shape))
	step := 1
	for axis, size := range shape {
		steps[axis], step = step, step*size
	}
	at := 0
	for i := range ordered {
		ordered[i] = values[at]
		for axis := len(shape) - 1; axis >= 0; axis-- {
			if index[axis]++; index[axis] < shape[axis] {
				at += steps[axis]
				break
			}
			at -= (shape[axis] - 1) * steps[axis]
			index[axis] = 0
		}
	}
	return ordered
}

// readAs reads data of type From and converts it to To, unless the types are the same.
func readAs[From, To int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | float32 | float64](r *arrayReader) ([]To, error) {
	values, err := read[From](r)
	if same, isSame := any(values).([]To); isSame || err != nil {
		return same, err
	}
	if err := r.archive.Take(r.key, r.elements, 8); err != nil {
		return nil, err
	}
	converted := make([]To, len(values))
	for i, value := range values {
		converted[i] = To(value)
	}
	return converted, nil
}

// integers reads integers of any width. known is false if the elements are not integers.
func integers[To int64 | float64](r *arrayReader) (values []To, known bool, err error) {
	switch r.kind {
	case "i1":
		values, err = readAs[int8, To](r)
	case "u1":
		values, err = readAs[uint8, To](r)
	case "i2":
		values, err = readAs[int16, To](r)
	case "u2":
		values, err = readAs[uint16, To](r)
	case "u4":
		values, err = readAs[uint32, To](r)
	case "i4":
		values, err = readAs[int32, To](r)
	case "i8":
		values, err = readAs[int64, To](r)
	default:
		return nil, false, nil
	}
	return values, true, err
}

// booleans reads booleans as 1 for true and 0 for false.
func (r *arrayReader) booleans() ([]float64, error) {
	truths, err := read[bool](r)
	if err != nil {
		return nil, err
	}
	if err := r.archive.Take(r.key, r.elements, 8); err != nil {
		return nil, err
	}
	values := make([]float64, len(truths))
	for i, isTrue := range truths {
		if isTrue {
			values[i] = 1
		}
	}
	return values, nil
}

// texts reads the characters of a text.
func (r *arrayReader) texts() ([]rune, error) {
	size, _ := sizeOf(r.kind)
	if err := r.archive.Take(r.key, 3, size); err != nil { // for the text, binary.Read and the string
		return nil, err
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if r.dtype[0] == '>' {
		order = binary.BigEndian
	}
	characters := make([]rune, size/4)
	return characters, r.finish(binary.Read(r.body, order, characters))
}

// finish returns an error about the key if reading the data failed or if there is more data
// than expected.
func (r *arrayReader) finish(err error) error {
	if err == nil {
		// Reaching the end compares the checksum, too.
		if _, err = r.body.ReadByte(); err == io.EOF {
			return nil
		}
	}
	return r.archive.Errorf(r.key, "is cut short or damaged (%v): copy or make the file again", err)
}
