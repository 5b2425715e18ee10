// Package npz reads and writes .npz files, which are the archives of numpy.savez. Its memory is
// bounded by the file's size, and its errors name the file and the key.
package npz

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gmnc/internal/fileformat"
	"gmnc/internal/plainfile"
)

// A .npz file is a zip of .npy arrays, and both layers can claim sizes that have nothing to do
// with the bytes that are there. So every allocation for array data is taken, before it is
// made, from a budget that grows with the file's size. The whole of a reader's memory is up to
// 16 times the file's size plus 16 MB. What the budget leaves is for the zip's directory,
// decoders, buffers and headers. The directory was measured at no more than 8 bytes a byte and,
// for MaxEntries, at 2 bytes a byte and 0.1 MB.
const (
	bytesPerFileByte = 12
	// BytesFree is the number of bytes that any file may take.
	BytesFree = 8 << 20

	// MaxEntries is the greatest number of arrays in a file, read or written.
	MaxEntries = 256
	maxHeader  = 1024 // greatest number of bytes before an array's data; numpy writes 128
)

// Archive is an open .npz file. It reads floats, integers and texts of any width and byte
// order. Its errors name the file and the key. The arrays that it reads allocate at most 12
// bytes for each byte of the file plus 8 MB.
type Archive struct {
	Path    string   // for errors
	Keys    []string // in the order of the file
	entries map[string]*zip.File
	size    int64 // size of the file in bytes
	budget  int64 // bytes that may still be allocated for arrays
}

// Axis is one axis of an expected shape. A negative Size accepts any size.
type Axis struct {
	Name string
	Size int
}

// Open calls read with the .npz file at path, and closes it afterwards.
func Open(path string, read func(*Archive) error) error {
	file, size, err := open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	archive, err := New(path, file, size)
	if err != nil {
		return err
	}
	return read(archive)
}

// Content returns the content of the file at path, whatever it is.
func Content(path string) ([]byte, error) {
	file, size, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content := make([]byte, size)
	if _, err := io.ReadFull(file, content); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return content, nil
}

// absent is the error of a file that does not exist, by its path. It is fs.ErrNotExist.
type absent string

func (a absent) Error() string        { return string(a) + " does not exist: check the name" }
func (a absent) Is(target error) bool { return target == fs.ErrNotExist }

// open opens a file and returns its size in bytes.
func open(path string) (file *os.File, size int64, err error) {
	file, err = plainfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, absent(path)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("cannot read %s: %w", path, errors.Unwrap(err))
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, 0, fmt.Errorf("cannot read %s: %w", path, errors.Unwrap(err))
	}
	if info.IsDir() {
		file.Close()
		return nil, 0, fileformat.Explain(path, fmt.Errorf("%s is a folder, expected an .npz file", path), fileformat.NPZ)
	}
	return file, info.Size(), nil
}

// New reads the directory of a .npz file of the given size. path is only used in errors.
func New(path string, file io.ReaderAt, size int64) (*Archive, error) {
	directory, err := zip.NewReader(file, size)
	if err != nil {
		return nil, cmp.Or(fileformat.Refusal(path, file, fileformat.NPZ), notZip(path, file, err))
	}
	if len(directory.File) > MaxEntries {
		return nil, fmt.Errorf("%s holds %d arrays, more than %d: it is not a data set of ours", path, len(directory.File), MaxEntries)
	}
	if !slices.ContainsFunc(directory.File, isArray) {
		if err := fileformat.Refusal(path, file, fileformat.NPZ); err != nil {
			return nil, err
		}
	}
	a := &Archive{Path: path, entries: map[string]*zip.File{}, size: size, budget: bytesPerFileByte*size + BytesFree}
	for _, entry := range directory.File {
		key := strings.TrimSuffix(entry.Name, ".npy")
		if !utf8.ValidString(key) || strings.ContainsFunc(key, notPrintable) {
			return nil, fmt.Errorf("%s holds an array named %.60q, with characters that cannot be printed: save it with another name", path, key)
		}
		if a.Has(key) {
			return nil, fmt.Errorf("%s holds the key %.40q twice", path, key)
		}
		a.Keys = append(a.Keys, key)
		a.entries[key] = entry
	}
	return a, nil
}

func notPrintable(letter rune) bool { return !unicode.IsPrint(letter) }

func isArray(entry *zip.File) bool { return strings.HasSuffix(entry.Name, ".npy") }

// notZip returns an error about a file that is neither a whole zip file nor of another known
// format.
func notZip(path string, file io.ReaderAt, err error) error {
	var start [4]byte
	if n, _ := file.ReadAt(start[:], 0); string(start[:n]) == "PK\x03\x04" {
		return fmt.Errorf("%s is cut short or damaged (%w): copy or make it again", path, err)
	}
	return fmt.Errorf("%s is not an .npz file (%w): save it with numpy.savez", path, err)
}

// Has reports whether the file has the key.
func (a *Archive) Has(key string) bool {
	_, ok := a.entries[key]
	return ok
}

// Errorf returns an error about a key. A text that begins with a colon or a comma follows the
// key without a space.
func (a *Archive) Errorf(key, format string, arguments ...any) error {
	text := fmt.Sprintf(format, arguments...)
	if text[0] != ':' && text[0] != ',' {
		text = " " + text
	}
	return fmt.Errorf("%s: %s%s", a.Path, key, text)
}

// Take takes memory for count elements of width bytes from the budget. It returns an error
// about the key if the budget is too small.
func (a *Archive) Take(key string, count int, width int64) error {
	if int64(count) > a.budget/width {
		return a.Errorf(key, "is too large once unpacked for a file of %d bytes: save it uncompressed, with numpy.savez, and what samples share for each of them", a.size)
	}
	a.budget -= int64(count) * width
	return nil
}

// Floats reads an array of float32 or float64 numbers. It returns the numbers and the shape,
// which must match the axes.
func (a *Archive) Floats(key string, axes ...Axis) ([]float32, []int, error) {
	return floats[float32](a, key, axes)
}

// Shape returns the shape of an array.
func (a *Archive) Shape(key string) ([]int, error) {
	array, err := a.open(key)
	if err != nil {
		return nil, err
	}
	return array.shape, array.Close()
}

// Doubles does the same as Floats in float64.
func (a *Archive) Doubles(key string, axes ...Axis) ([]float64, []int, error) {
	return floats[float64](a, key, axes)
}

func floats[T float32 | float64](a *Archive, key string, axes []Axis) (values []T, shape []int, err error) {
	array, err := a.open(key)
	if err != nil {
		return nil, nil, err
	}
	defer array.Close()
	if err := array.match(axes); err != nil {
		return nil, nil, err
	}
	switch array.kind {
	case "f4":
		values, err = readAs[float32, T](array)
	case "f8":
		values, err = readAs[float64, T](array)
	default:
		err = a.Errorf(key, `has element type %q, expected float32 or float64: convert it with .astype("float32")`, array.dtype)
	}
	return values, array.shape, err
}

// Numbers reads an array of floats, integers or booleans of any shape. true is read as 1.
func (a *Archive) Numbers(key string) ([]float64, []int, error) {
	array, err := a.open(key)
	if err != nil {
		return nil, nil, err
	}
	defer array.Close()
	var values []float64
	switch array.kind {
	case "f4":
		values, err = readAs[float32, float64](array)
	case "f8":
		values, err = readAs[float64, float64](array)
	case "b1":
		values, err = array.booleans()
	default:
		var known bool
		if values, known, err = integers[float64](array); !known {
			err = a.Errorf(key, "has element type %q, expected numbers or booleans", array.dtype)
		}
	}
	return values, array.shape, err
}

// Ints reads an array of integers. An array without elements, of whatever shape and type, is
// read as nil.
func (a *Archive) Ints(key string, axes ...Axis) ([]int64, error) {
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
	if values, known, err := integers[int64](array); known {
		return values, err
	}
	return nil, a.Errorf(key, `has element type %q, expected int32 or int64: convert it with .astype("int64")`, array.dtype)
}

// Text reads a text, which NumPy writes as an array without axes.
func (a *Archive) Text(key string) (string, error) {
	array, err := a.open(key)
	if err != nil {
		return "", err
	}
	defer array.Close()
	if array.kind[0] != 'U' || len(array.shape) != 0 {
		return "", a.Errorf(key, "is an array %v of %s, expected a text", array.shape, array.dtype)
	}
	characters, err := array.texts()
	return strings.TrimRight(string(characters), "\x00"), err
}
