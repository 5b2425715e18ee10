package weights

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allocated"
)

// requireModest fails if decode allocates more than the package promises.
func requireModest(t *testing.T, data []byte, decode func([]byte) (File, error)) (File, error) {
	t.Helper()
	var file File
	var err error
	allocated.Below(t, budgetFactor*len(data)+budgetBase, func() { file, err = decode(data) })
	return file, err
}

func FuzzDecode(f *testing.F) {
	data, err := os.ReadFile("testdata/state.safetensors")
	require.NoError(f, err)
	f.Add(data)
	f.Add(pack(`{"__metadata__":{"a":"b"},"w":{"dtype":"BF16","shape":[2,1],"data_offsets":[0,4]}}  `, 4))
	f.Add(pack(`{"w":{"dtype":"F16","shape":[],"data_offsets":[0,2]},"v":{"dtype":"F64","shape":[0,9],"data_offsets":[2,2]}}`, 2))
	f.Add(pack(`{}`, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := requireModest(t, data, Decode)
		if err != nil {
			return
		}
		encoded, err := Encode(file)
		require.NoError(t, err)
		again, err := Decode(encoded)
		require.NoError(t, err)
		repeated, err := Encode(again)
		require.NoError(t, err)
		require.Equal(t, encoded, repeated)
	})
}

func FuzzDecodeTorch(f *testing.F) {
	for _, name := range []string{"state.pt", "state_protocol4.pt", "state_legacy.pt", "checkpoint.pt"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(f, err)
		f.Add(data)
	}
	for _, pickle := range hostilePickles() {
		f.Add(archived(f, pickle))
		f.Add([]byte(pickle))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := requireModest(t, data, decodeTorch)
		if err != nil {
			return
		}
		for _, tensor := range file.Tensors {
			count, err := elementCount(tensor.Shape)
			require.NoError(t, err)
			require.Len(t, tensor.Data, count)
		}
	})
}

func TestHostileHeadersAllocateLittle(t *testing.T) {
	const entries = 100_000
	var tensors, metadata strings.Builder
	for i := range entries {
		fmt.Fprintf(&tensors, `,"%x":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}`, i)
		fmt.Fprintf(&metadata, `,"%x":""`, i)
	}
	for name, header := range map[string]string{
		"many tensors":   "{" + tensors.String()[1:] + "}",
		"much metadata":  `{"__metadata__":{` + metadata.String()[1:] + "}}",
		"one long shape": `{"w":{"shape":[` + strings.Repeat("0,", 10*entries) + "0]}}",
		"one long name":  `{"` + strings.Repeat("w", 10*entries) + `":1}`,
		"deep nesting":   `{"w":` + strings.Repeat("[", 10*entries),
	} {
		t.Run(name, func(t *testing.T) {
			requireModest(t, pack(header, 0), Decode)
		})
	}
}

// hostilePickles are few bytes, once they are compressed, that would cost the
// unpickler much memory or time.
func hostilePickles() map[string]string {
	const many = 1 << 20
	dict := "ccollections\nOrderedDict\nq\x00"
	long := "(" + strings.Repeat("K\x01", many) + "tq\x01"
	text := "B\x00\x00\x10\x00" + strings.Repeat("x", many) + "q\x01"
	state := "}q\x01(" + strings.Repeat("X\x04\x00\x00\x00abcdN", 1<<13) + "u"
	rebuild := "ctorch._utils\n_rebuild_tensor_v2\nq\x02"
	return map[string]string{
		"lists":      "\x80\x02" + strings.Repeat("]", many) + ".",
		"dicts":      "\x80\x02" + strings.Repeat("}", many) + ".",
		"sets":       "\x80\x04" + strings.Repeat("\x8f", many) + ".",
		"marks":      "\x80\x02" + strings.Repeat("(", many) + ".",
		"memo":       "\x80\x04N" + strings.Repeat("\x94", many) + ".",
		"ordered":    "\x80\x02" + dict + strings.Repeat("h\x00)R", many) + ".",
		"shapes":     "\x80\x02" + long + rebuild + strings.Repeat("h\x02(NK\x00h\x01h\x01tR", 1<<14) + ".",
		"arrays":     "\x80\x02" + text + "carray\n_array_reconstructor\nq\x03" + strings.Repeat("h\x03(NX\x01\x00\x00\x00bK\x01h\x01tR", 1<<14) + ".",
		"arrays too": "\x80\x04" + text + "\x8c\x05array\x8c\x14_array_reconstructor\x93q\x03" + strings.Repeat("h\x03(NX\x01\x00\x00\x00bK\x01h\x01tR", 1<<14) + ".",
		"states":     "\x80\x02" + state + dict + ")R" + strings.Repeat("h\x01b", 1<<14) + ".",
		"long":       "\x80\x02L" + strings.Repeat("9", many) + "L\n.",
	}
}

// archived is a file of a pickle as torch.save writes it, compressed.
func archived(t testing.TB, pickle string) []byte {
	t.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	record, err := archive.Create("archive/data.pkl")
	require.NoError(t, err)
	_, err = record.Write([]byte(pickle))
	require.NoError(t, err)
	require.NoError(t, archive.Close())
	return file.Bytes()
}

func TestHostilePicklesAllocateLittle(t *testing.T) {
	for name, pickle := range hostilePickles() {
		t.Run(name, func(t *testing.T) {
			for _, file := range [][]byte{archived(t, pickle), []byte(pickle)} {
				_, err := requireModest(t, file, decodeTorch)
				require.Regexp(t, "a number of 1048578 digits|an array of Python's module array|it unpacks to more than 16 times the file's size", err)
			}
		})
	}
}
