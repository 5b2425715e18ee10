package weights

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/nlpodyssey/gopickle/types"
	"github.com/stretchr/testify/require"
)

// zipped is a zip archive of records that are stored as they are.
func zipped(t *testing.T, records map[string]string) []byte {
	t.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for name, contents := range records {
		record, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		require.NoError(t, err)
		_, err = record.Write([]byte(contents))
		require.NoError(t, err)
	}
	require.NoError(t, archive.Close())
	return file.Bytes()
}

// TestBudget: a file may cost 16 times its size and 16 MiB, and what is spent is gone.
func TestBudget(t *testing.T) {
	require.Equal(t, 16_777_216, newTorchArchive(nil).budget)
	require.Equal(t, 16_777_216+160, newTorchArchive(make([]byte, 10)).budget)
	a := &torchArchive{budget: 100}
	require.EqualError(t, a.spend(26, 4), "it unpacks to more than 16 times the file's size")
	require.Equal(t, 100, a.budget)
	require.NoError(t, a.spend(20, 4))
	require.Equal(t, 20, a.budget)
	require.NoError(t, a.spend(5, 4))
	require.NoError(t, a.spend(0, 4))
	require.ErrorContains(t, a.spend(1, 1), "it unpacks to more")
}

// TestRecords: a record is read if the budget allows its size, which it costs.
func TestRecords(t *testing.T) {
	a := newTorchArchive(zipped(t, map[string]string{"model/data.pkl": "N.", "model/version": "four"}))
	value, err := a.load()
	require.NoError(t, err)
	require.Nil(t, value)
	require.Equal(t, "model/", a.folder)
	a.budget = 3
	_, err = a.record("version")
	require.EqualError(t, err, "record version unpacks to more than 16 times the file's size")
	a.budget = 4
	text, err := a.record("version")
	require.NoError(t, err)
	require.Equal(t, "four", string(text))
	require.Zero(t, a.budget)
	_, err = a.record("none")
	require.EqualError(t, err, "its zip archive lacks none")
}

// TestZips: torch.save writes a pickle and may write the order of bytes, which is little.
func TestZips(t *testing.T) {
	for _, c := range []struct {
		records map[string]string
		want    string
	}{
		{map[string]string{"a/data.pkl": "N."}, ""},
		{map[string]string{"a/data.pkl": "N.", "a/byteorder": "little"}, ""},
		{map[string]string{"a/data.pkl": "N.", "a/byteorder": "big"}, `its numbers are stored in byte order "big", expected "little"`},
		{map[string]string{"a/data.pkl": "N.", "a/constants.pkl": ""}, "it is a TorchScript model"},
		{map[string]string{"a/data.pkl": "N"}, "the file is cut short"},
		{map[string]string{"a/other": "N."}, "it is a zip archive without data.pkl"},
	} {
		_, err := newTorchArchive(zipped(t, c.records)).load()
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.want)
	}
	_, err := newTorchArchive([]byte("PK\x03\x04")).load()
	require.ErrorContains(t, err, "its zip archive is broken")
}

// pickledText is a text in a pickle.
func pickledText(s string) string { return "X" + string([]byte{byte(len(s)), 0, 0, 0}) + s }

// legacy is a file of the older format, of a state dict with the tensor w of two elements, [1, 2].
func legacy(version, class, keys string) []byte {
	storage := "(" + pickledText("storage") + "ctorch\n" + class + "\n" + pickledText("0") + pickledText("cpu") + "K\x02NtQ"
	tensor := "ctorch._utils\n_rebuild_tensor_v2\n(" + storage + "K\x00K\x02\x85K\x01\x85\x89}tR"
	text := "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19." + version + "}." + "}" + pickledText("w") + tensor + "s." + keys
	data := binary.LittleEndian.AppendUint64([]byte(text), 2)
	for _, value := range []float32{1, 2} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(value))
	}
	return data
}

// TestLegacy: the older format has its version, the storages that tensors refer to, and their elements.
func TestLegacy(t *testing.T) {
	const version = "M\xe9\x03."
	keys := "]" + pickledText("0") + "a."
	good := legacy(version, "FloatStorage", keys)
	file, err := decodeTorch(good)
	require.NoError(t, err)
	require.Equal(t, []Tensor{{Name: "w", Shape: []int{2}, Data: []float32{1, 2}}}, file.Tensors)
	for want, data := range map[string][]byte{
		"its format has version 1002, expected 1001": legacy("M\xea\x03.", "FloatStorage", keys),
		"the list of its storages is missing":        legacy(version, "FloatStorage", "}."),
		`it stores the data of "1", which nothing`:   legacy(version, "FloatStorage", "]"+pickledText("1")+"a."),
		"it has a storage of class OddStorage":       legacy(version, "OddStorage", keys),
		"the file is cut short":                      good[:len(good)-1],
		"should have 2 elements of 4 bytes, but has": legacy(version, "FloatStorage", "]."),
	} {
		_, err := decodeTorch(data)
		require.ErrorContains(t, err, want)
	}
	count := len(good) - 16
	_, err = decodeTorch(good[:count+7])
	require.ErrorIs(t, err, errCutShort)
	good[count] = 3
	_, err = decodeTorch(good)
	require.ErrorContains(t, err, "a storage is said to have 2 elements in one place and 3 in another")
}

// TestSeveralStorages follow one after another.
func TestSeveralStorages(t *testing.T) {
	a := &torchArchive{storages: map[string]*storage{"a": {class: "ByteStorage", count: 3}, "b": {class: "HalfStorage", count: 1}}}
	data := binary.LittleEndian.AppendUint64(nil, 3)
	data = append(data, 1, 2, 3)
	data = append(binary.LittleEndian.AppendUint64(data, 1), 4, 5)
	require.NoError(t, a.fillStorages(types.List{"a", "b"}, data))
	require.Equal(t, []byte{1, 2, 3}, a.storages["a"].raw)
	require.Equal(t, []byte{4, 5}, a.storages["b"].raw)
}

// TestElements: elements cost their size as float32, and are decoded once.
func TestElements(t *testing.T) {
	a := &torchArchive{budget: 7}
	half := &storage{class: "HalfStorage", count: 2, raw: []byte{0, 0x3c, 0, 0xc0}}
	_, err := a.elements(half)
	require.ErrorContains(t, err, "it unpacks to more")
	a.budget = 8
	for range 2 {
		values, err := a.elements(half)
		require.NoError(t, err)
		require.Equal(t, []float32{1, -2}, values)
		require.Zero(t, a.budget)
	}
	for want, source := range map[string]*storage{
		"its storage should have 1 elements of 2 bytes, but has 4 bytes": {class: "HalfStorage", count: 1, raw: make([]byte, 4)},
		"its storage should have 3 elements of 2 bytes, but has 4 bytes": {class: "HalfStorage", count: 3, raw: make([]byte, 4)},
		"its storage should have 2 elements of 2 bytes, but has 5 bytes": {class: "HalfStorage", count: 2, raw: make([]byte, 5)},
		"it is of type LongStorage; weights may be float64":              {class: "LongStorage", count: 1, raw: make([]byte, 8)},
	} {
		_, err := a.elements(source)
		require.ErrorContains(t, err, want)
	}
}
