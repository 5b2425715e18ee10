package weights

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pack builds a safetensors file of a header and size zero bytes.
func pack(header string, size int) []byte {
	data := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(data, header...), make([]byte, size)...)
}

func tensorNamed(t *testing.T, file File, name string) Tensor {
	t.Helper()
	for _, tensor := range file.Tensors {
		if tensor.Name == name {
			return tensor
		}
	}
	require.Failf(t, "no such tensor", "%s", name)
	return Tensor{}
}

func TestWriteThenReadGivesTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.safetensors")
	file := File{
		Tensors: []Tensor{
			{Name: "a<b>.\"weight\"", Shape: []int{2, 3}, Data: []float32{1, -2, 3.5, 0, math.MaxFloat32, math.SmallestNonzeroFloat32}},
			{Name: "empty", Shape: []int{0, 4}, Data: []float32{}},
			{Name: "scalar", Shape: []int{}, Data: []float32{7}},
		},
		Metadata: map[string]string{"z": "1", "a": "Δ&<"},
	}
	require.NoError(t, Write(path, file))
	got, err := Load(path)
	require.NoError(t, err)
	require.Equal(t, file, got)
}

func TestBytesDependOnContentsAlone(t *testing.T) {
	a, b := Tensor{Name: "a", Shape: []int{1}, Data: []float32{1}}, Tensor{Name: "b", Shape: []int{1}, Data: []float32{2}}
	given := []Tensor{b, a}
	encoded, err := Encode(File{Tensors: given, Metadata: map[string]string{"y": "2", "x": "1"}})
	require.NoError(t, err)
	header := `{"__metadata__":{"x":"1","y":"2"},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`
	header += strings.Repeat(" ", (8-len(header)%8)%8)
	expected := append(pack(header, 0), 0, 0, 0x80, 0x3f, 0, 0, 0, 0x40)
	require.Equal(t, expected, encoded)
	require.Equal(t, []Tensor{b, a}, given, "the caller's order must stay")
}

func TestReadsReferenceImplementation(t *testing.T) {
	file, err := Load("testdata/state.safetensors")
	require.NoError(t, err)
	requireState(t, file)
	require.Equal(t, map[string]string{"format": "pt"}, file.Metadata)
}

func TestHalfPrecisionIsExact(t *testing.T) {
	widened := func(half uint16) float32 {
		values, err := decodeElements("F16", binary.LittleEndian.AppendUint16(nil, half))
		require.NoError(t, err)
		return values[0]
	}
	for half, expected := range map[uint16]float32{
		0x0000: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0001: 5.9604645e-8, 0x03ff: 6.097555e-5,
		0x0400: 6.1035156e-5, 0x3555: 0.33325195, 0x7c00: float32(math.Inf(1)), 0xfc00: float32(math.Inf(-1)),
	} {
		require.Equal(t, expected, widened(half), "%#04x", half)
	}
	require.True(t, math.IsNaN(float64(widened(0x7e00))))
	require.True(t, math.Signbit(float64(widened(0x8000))))
}

func TestDecodeRefuses(t *testing.T) {
	const good = `{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`
	_, err := Decode(pack(good, 8))
	require.NoError(t, err)
	_, err = Decode(pack(good+"   ", 8))
	require.NoError(t, err, "spaces may pad the header")

	huge := pack("", 0)
	binary.LittleEndian.PutUint64(huge, math.MaxUint64)
	wide := pack(`{"w":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}}`, 0)
	wide = binary.LittleEndian.AppendUint64(wide, math.Float64bits(1e39))
	for message, data := range map[string][]byte{
		"alone takes 8":                                   {1, 2, 3},
		"header would have 1844674407370":                 huge,
		"file is cut short":                               pack(good, 8)[:20],
		"does not begin with {":                           pack(" "+good, 8),
		"not valid UTF-8":                                 pack("{\"\xff\":1}", 0),
		"expected only spaces after":                      pack(good+"{}", 8),
		"ends too early, expected a comma or }":           pack(good[:len(good)-1], 8),
		"expected a colon":                                pack(`{"w" 3}`, 0),
		"expected {, got '3'":                             pack(`{"w":3}`, 0),
		`"w" comes twice`:                                 pack(`{"w":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"w":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}`, 0),
		`"dtype" comes twice`:                             pack(`{"w":{"dtype":"F32","dtype":"F64","shape":[0],"data_offsets":[0,0]}}`, 0),
		"needs all of":                                    pack(`{"w":{"dtype":"F32","shape":[0]}}`, 0),
		"extra: unknown key":                              pack(`{"w":{"dtype":"F32","shape":[0],"data_offsets":[0,0],"extra":1}}`, 0),
		"shape: byte 28: expected [, got 'n'":             pack(`{"w":{"dtype":"F32","shape":null,"data_offsets":[0,0]}}`, 0),
		"expected an integer that fits, got 'n'":          pack(`{"w":{"dtype":"F32","shape":[null],"data_offsets":[0,0]}}`, 0),
		"byte 29: expected an integer that fits, got '1'": pack(`{"w":{"dtype":"F32","shape":[1.0],"data_offsets":[0,4]}}`, 4),
		"integer that fits, got '1'":                      pack(`{"w":{"dtype":"F32","shape":[1e99],"data_offsets":[0,4]}}`, 4),
		"a list has more than 16":                         pack(`{"w":{"dtype":"F32","shape":[`+strings.Repeat("1,", 16)+`1],"data_offsets":[0,4]}}`, 4),
		"expected begin and end":                          pack(`{"w":{"dtype":"F32","shape":[0],"data_offsets":[0]}}`, 0),
		"dtype: byte 14: expected a string":               pack(`{"w":{"dtype":32,"shape":[0],"data_offsets":[0,0]}}`, 0),
		"__metadata__: byte 25: expected a string":        pack(`{"__metadata__":{"epoch":3}}`, 0),
		"negative dimension":                              pack(`{"w":{"dtype":"F32","shape":[-1,-2],"data_offsets":[0,8]}}`, 8),
		"more elements than memory":                       pack(`{"w":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}}`, 8),
		"needs 4611686018427387904":                       pack(`{"w":{"dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,0]}}`, 0),
		"needs 3 elements of 4 bytes":                     pack(`{"w":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}`, 8),
		"begins at byte 4":                                pack(`{"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`, 8),
		"begins at byte -4":                               pack(`{"w":{"dtype":"F32","shape":[3],"data_offsets":[-4,8]}}`, 8),
		"the string is not JSON":                          pack(`{"\q":1}`, 0),
		"no control character":                            pack("{\"\n\":1}", 0),
		"a closing quote":                                 pack(`{"\`, 0),
		"expected an integer that fits, got '0'":          pack(`{"w":{"dtype":"F32","shape":[01],"data_offsets":[0,4]}}`, 4),
		"gaps nor overlaps":                               pack(`{"v":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"w":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}}`, 12),
		"bytes 0 to 8":                                    pack(good, 7),
		"end at byte 8":                                   pack(good, 9),
		`"w" has elements of type "I64"`:                  pack(`{"w":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}}`, 8),
		"too large for float32":                           wide,
	} {
		t.Run(message, func(t *testing.T) {
			file, err := Decode(data)
			require.ErrorContains(t, err, message)
			require.Zero(t, file)
		})
	}
}

func TestErrorsNameTheFile(t *testing.T) {
	_, err := Load("testdata/bad_integers.safetensors")
	require.EqualError(t, err, `cannot read testdata/bad_integers.safetensors: tensor "steps" has elements of type "I64"; weights may be F32, F64, F16 or BF16`)
	_, err = Load("testdata/absent.safetensors")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = Load("weights.h5")
	require.EqualError(t, err, "weights.h5 does not exist: expected a file of weights (.safetensors, .pt, .pth or .ckpt)")
	_, err = Load("weights.go")
	require.EqualError(t, err, `cannot read weights.go: no weight format has the extension ".go"; known are .safetensors, .pt, .pth and .ckpt`)
}

func TestWriteRefusesAndKeepsTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.safetensors")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	one := Tensor{Name: "w", Shape: []int{1}, Data: []float32{1}}
	for message, tensors := range map[string][]Tensor{
		`"w" comes twice`:      {one, one},
		"needs 2 elements":     {{Name: "w", Shape: []int{2}, Data: []float32{1}}},
		"negative dimension":   {{Name: "w", Shape: []int{-1}}},
		"safetensors reserves": {{Name: "__metadata__", Shape: []int{0}}},
		"not valid UTF-8":      {{Name: "\xff", Shape: []int{0}}},
		"has 17 dimensions":    {{Name: "w", Shape: make([]int, 17)}},
	} {
		err := Write(path, File{Tensors: tensors})
		require.ErrorContains(t, err, message)
		require.ErrorContains(t, err, path)
	}
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(kept))
}

// TestLengthsOfHeaders: a header has at most 100 million bytes.
func TestLengthsOfHeaders(t *testing.T) {
	for length, want := range map[uint64]string{0: "does not begin with {", 1: "file is cut short", 100_000_000: "file is cut short", 100_000_001: "and at most 100000000 are allowed"} {
		_, err := Decode(binary.LittleEndian.AppendUint64(nil, length))
		require.ErrorContains(t, err, want)
	}
}

// TestTilings: tensors may be in any order of their names, and empty ones between others.
func TestTilings(t *testing.T) {
	of := func(name string, begin, end int) entry {
		return entry{name: name, dtype: "F32", shape: []int{(end - begin) / 4}, begin: begin, end: end}
	}
	require.NoError(t, checkTiling([]entry{of("a", 8, 12), of("b", 0, 8), of("c", 12, 12), of("d", 8, 8), of("e", 0, 0)}, 12))
	require.ErrorContains(t, checkTiling([]entry{of("a", 0, 4), of("b", 8, 12)}, 12), `tensor "b" begins at byte 8 after the header, but the tensors before it end at 4`)
	require.ErrorContains(t, checkTiling([]entry{{name: "a", dtype: "F32", begin: 0, end: -4}}, 0), `tensor "a" is said to lie at bytes 0 to -4`)
	require.NoError(t, checkTiling(nil, 0))
	require.ErrorContains(t, checkTiling(nil, 1), "the tensors end at byte 0 after the header, but the file has 1 bytes there")
}

// TestCounts: the number of elements fits an int.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		shape []int
		want  int
	}{{nil, 1}, {[]int{2, 3}, 6}, {[]int{0, math.MaxInt}, 0}, {[]int{math.MaxInt, 0}, 0}, {[]int{math.MaxInt, 1}, math.MaxInt}, {[]int{math.MaxInt / 2, 2}, math.MaxInt - 1}} {
		count, err := elementCount(c.shape)
		require.NoError(t, err)
		require.Equal(t, c.want, count)
	}
	_, err := elementCount([]int{math.MaxInt/2 + 1, 2})
	require.ErrorContains(t, err, "has more elements than memory can hold")
}

// TestHeadersWithoutTensors: a header is padded to whole words, and holds metadata alone, too.
func TestHeadersWithoutTensors(t *testing.T) {
	encoded, err := Encode(File{})
	require.NoError(t, err)
	require.Equal(t, pack("{}      ", 0), encoded)
	encoded, err = Encode(File{Metadata: map[string]string{"a": "b"}})
	require.NoError(t, err)
	require.Equal(t, pack(`{"__metadata__":{"a":"b"}}      `, 0), encoded)
	_, err = Encode(File{Tensors: []Tensor{{Name: "w", Shape: make([]int, 16), Data: nil}}})
	require.NoError(t, err)
}

// TestOtherPrecisions: bfloat16 is the upper half of float32, and a float64 keeps its infinity.
func TestOtherPrecisions(t *testing.T) {
	values, err := decodeElements("BF16", []byte{0x80, 0x3f, 0x00, 0xc0})
	require.NoError(t, err)
	require.Equal(t, []float32{1, -2}, values)
	wide := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, math.Float64bits(0.5)), math.Float64bits(math.Inf(-1)))
	values, err = decodeElements("F64", wide)
	require.NoError(t, err)
	require.Equal(t, []float32{0.5, float32(math.Inf(-1))}, values)
	_, err = decodeElements("F64", binary.LittleEndian.AppendUint64(wide, math.Float64bits(-1e39)))
	require.ErrorContains(t, err, "element 2 is -1e+39, too large for float32")
}
