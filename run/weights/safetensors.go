package weights

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"gmnc/internal/plainfile"
)

// lengthBytes is the size of the number before the header, and maxHeader is the largest header
// that the format's reference implementation accepts.
const (
	lengthBytes = 8
	maxHeader   = 100_000_000
)

// Read reads the safetensors file at path: the header's length as a little-endian uint64, a
// JSON header, and the tensors' bytes. Elements of type F32, F64, F16 and BF16 become float32.
// Every rule of the format is checked: the tensors must tile the bytes after the header
// exactly, in any order.
func Read(path string) (File, error) {
	data, err := plainfile.Read(path)
	if err != nil {
		return File{}, fmt.Errorf("cannot read weights: %w", err)
	}
	file, err := Decode(data)
	if err != nil {
		return File{}, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return file, nil
}

// Decode reads a safetensors file held in memory, as Read does.
func Decode(data []byte) (File, error) {
	if len(data) < lengthBytes {
		return File{}, fmt.Errorf("not a safetensors file: it has %d bytes, and the header's length alone takes %d", len(data), lengthBytes)
	}
	length, body := binary.LittleEndian.Uint64(data), data[lengthBytes:]
	if length > maxHeader {
		return File{}, fmt.Errorf("not a safetensors file: its header would have %d bytes, and at most %d are allowed", length, maxHeader)
	}
	if length > uint64(len(body)) {
		return File{}, fmt.Errorf("file is cut short: its header has %d bytes, and %d are there", length, len(body))
	}
	header, err := parseHeader(body[:length])
	if err != nil {
		return File{}, err
	}
	body = body[length:]
	if err := checkTiling(header.entries, len(body)); err != nil {
		return File{}, err
	}
	file := File{Tensors: make([]Tensor, len(header.entries)), Metadata: header.metadata}
	for i, entry := range header.entries {
		values, err := decodeElements(entry.dtype, body[entry.begin:entry.end])
		if err != nil {
			return File{}, fmt.Errorf("tensor %q: %w", entry.name, err)
		}
		file.Tensors[i] = Tensor{Name: entry.name, Shape: entry.shape, Data: values}
	}
	sortByName(file.Tensors)
	return file, nil
}

// checkTiling sorts entries by their offset in the file. It returns an error unless each begins
// where the previous one ends, each has the number of bytes that its shape needs, and together
// they fill the size bytes after the header.
func checkTiling(entries []entry, size int) error {
	slices.SortStableFunc(entries, func(a, b entry) int {
		if a.begin != b.begin {
			return a.begin - b.begin
		}
		return a.end - b.end
	})
	offset := 0
	for _, entry := range entries {
		if entry.begin != offset {
			return fmt.Errorf("tensor %q begins at byte %d after the header, but the tensors before it end at %d: the format allows neither gaps nor overlaps", entry.name, entry.begin, offset)
		}
		if entry.end < entry.begin || entry.end > size {
			return fmt.Errorf("tensor %q is said to lie at bytes %d to %d after the header, where the file has %d bytes: is it cut short?", entry.name, entry.begin, entry.end, size)
		}
		if err := entry.checkSize(); err != nil {
			return err
		}
		offset = entry.end
	}
	if offset != size {
		return fmt.Errorf("the tensors end at byte %d after the header, but the file has %d bytes there", offset, size)
	}
	return nil
}

func (e entry) checkSize() error {
	elementSize, known := elementSizes[e.dtype]
	if !known {
		return fmt.Errorf("tensor %q has elements of type %q; weights may be F32, F64, F16 or BF16", e.name, e.dtype)
	}
	count, err := elementCount(e.shape)
	if err != nil {
		return fmt.Errorf("tensor %q: %w", e.name, err)
	}
	if count > math.MaxInt/elementSize || count*elementSize != e.end-e.begin {
		return fmt.Errorf("tensor %q of shape %v and type %s needs %d elements of %d bytes, but has %d bytes", e.name, e.shape, e.dtype, count, elementSize, e.end-e.begin)
	}
	return nil
}
