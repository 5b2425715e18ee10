package weights

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/nlpodyssey/gopickle/types"
)

// torchArchive is a file written by torch.save. The containers around the pickles are read here
// and not by gopickle's own PyTorch loader. That loader takes a short read for a whole one and
// skips the zip's checksums, so that it loads a truncated or damaged file as wrong weights
// without an error.
type torchArchive struct {
	data     []byte
	storages map[string]*storage
	records  map[string]*zip.File // by path in the archive; nil in the older format
	folder   string               // in the zip, with the slash
	budget   int                  // bytes that may still be allocated
}

// A file may cost budgetFactor times its size plus budgetBase bytes of memory. This bounds zip
// bombs and tensors that repeat one element.
const (
	budgetFactor = 16
	budgetBase   = 16 << 20
)

func newTorchArchive(data []byte) *torchArchive {
	return &torchArchive{data: data, storages: map[string]*storage{}, budget: budgetFactor*len(data) + budgetBase}
}

// spend subtracts count elements of size bytes from the budget, or returns an error if the
// budget is too small.
func (a *torchArchive) spend(count, size int) error {
	if count > a.budget/size {
		return fmt.Errorf("it unpacks to more than %d times the file's size", budgetFactor)
	}
	a.budget -= count * size
	return nil
}

// load returns the pickled value. In the older format, the storages are filled when it returns.
// In the zip format, they are read when they are used.
func (a *torchArchive) load() (any, error) {
	if bytes.HasPrefix(a.data, []byte("PK\x03\x04")) {
		return a.loadZip()
	}
	return a.loadLegacy()
}

func (a *torchArchive) loadZip() (any, error) {
	reader, err := zip.NewReader(bytes.NewReader(a.data), int64(len(a.data)))
	if err != nil {
		return nil, fmt.Errorf("its zip archive is broken (%w): is it cut short?", err)
	}
	a.records = map[string]*zip.File{}
	for _, record := range reader.File {
		a.records[record.Name] = record
		if folder, isPickle := strings.CutSuffix(record.Name, "data.pkl"); isPickle {
			a.folder = folder
		}
	}
	if a.records[a.folder+"data.pkl"] == nil {
		return nil, errors.New("it is a zip archive without data.pkl, so torch.save did not write it")
	}
	if a.records[a.folder+"constants.pkl"] != nil {
		return nil, errors.New("it is a TorchScript model; save model.state_dict() with torch.save instead")
	}
	if a.records[a.folder+"byteorder"] != nil {
		if order, err := a.record("byteorder"); err != nil || string(order) != "little" {
			return nil, fmt.Errorf("its numbers are stored in byte order %q, expected \"little\"", order)
		}
	}
	text, err := a.record("data.pkl")
	if err != nil {
		return nil, err
	}
	value, _, err := a.unpickle(text)
	return value, err
}

var errTooLong = errors.New("it is longer than the archive says")

// record reads a file of the zip archive and checks its checksum.
func (a *torchArchive) record(name string) ([]byte, error) {
	record := a.records[a.folder+name]
	if record == nil {
		return nil, fmt.Errorf("its zip archive lacks %s", name)
	}
	if record.UncompressedSize64 > uint64(a.budget) {
		return nil, fmt.Errorf("record %s unpacks to more than %d times the file's size", name, budgetFactor)
	}
	reader, err := record.Open()
	if err != nil {
		return nil, fmt.Errorf("record %s: %w", name, err)
	}
	defer reader.Close()
	contents := make([]byte, record.UncompressedSize64)
	a.budget -= len(contents)
	_, err = io.ReadFull(reader, contents)
	if err == nil {
		_, err = io.ReadFull(reader, make([]byte, 1)) // the end is where the checksum is compared
	}
	if err != io.EOF {
		return nil, fmt.Errorf("record %s is damaged: %w", name, cmp.Or(err, errTooLong))
	}
	return contents, nil
}

// These belong to the older format: the number in its first pickle and the version in its
// second.
const (
	legacyMagic   = "1950a86a20f9469cfc6c"
	legacyVersion = 1001
)

// loadLegacy reads the format of PyTorch before 1.6. It begins with pickles of a magic number,
// a version, facts about the machine, the value and the keys of the storages. Each storage
// follows, as a little-endian uint64 of its element count and its elements.
func (a *torchArchive) loadLegacy() (any, error) {
	var pickles [5]any
	rest := a.data
	for i := range pickles {
		value, length, err := a.unpickle(rest)
		if err == nil && i == 0 && !isMagic(value) {
			err = errors.New("it does not begin with the number torch.save writes")
		}
		if err != nil && i == 0 {
			return nil, fmt.Errorf("not a PyTorch file: %w", err)
		}
		if err != nil {
			return nil, err
		}
		pickles[i], rest = value, rest[length:]
	}
	if pickles[1] != legacyVersion {
		return nil, fmt.Errorf("its format has version %s, expected %d", describe(pickles[1]), legacyVersion)
	}
	keys, ok := pickles[4].(*types.List)
	if !ok {
		return nil, errors.New("the list of its storages is missing")
	}
	return pickles[3], a.fillStorages(*keys, rest)
}

func isMagic(value any) bool {
	number, ok := value.(*big.Int)
	return ok && number.Text(16) == legacyMagic
}

func (a *torchArchive) fillStorages(keys types.List, data []byte) error {
	for _, key := range keys {
		name, _ := key.(string)
		target := a.storages[name]
		if target == nil {
			return fmt.Errorf("it stores the data of %s, which nothing refers to", describe(key))
		}
		size := storageTypes[target.class].size
		if size == 0 {
			return fmt.Errorf("it has a storage of class %s, which this reader does not know", target.class)
		}
		if len(data) < 8 {
			return errCutShort
		}
		count := binary.LittleEndian.Uint64(data)
		data = data[8:]
		if count != uint64(target.count) {
			return fmt.Errorf("a storage is said to have %d elements in one place and %d in another", target.count, count)
		}
		if target.count > len(data)/size {
			return errCutShort
		}
		target.raw, data = data[:target.count*size], data[target.count*size:]
	}
	return nil
}

// elements returns a storage's elements as float32.
func (a *torchArchive) elements(source *storage) ([]float32, error) {
	if source.elements != nil {
		return source.elements, nil
	}
	element := storageTypes[source.class]
	if elementSizes[element.dtype] == 0 {
		return nil, fmt.Errorf("it is of type %s; weights may be float64, float32, float16 or bfloat16", source.class)
	}
	if source.raw == nil && a.records != nil {
		var err error
		if source.raw, err = a.record("data/" + source.key); err != nil {
			return nil, err
		}
	}
	if source.count > len(source.raw)/element.size || source.count*element.size != len(source.raw) {
		return nil, fmt.Errorf("its storage should have %d elements of %d bytes, but has %d bytes", source.count, element.size, len(source.raw))
	}
	if err := a.spend(source.count, elementSizes["F32"]); err != nil {
		return nil, err
	}
	var err error
	source.elements, err = decodeElements(element.dtype, source.raw)
	return source.elements, err
}
