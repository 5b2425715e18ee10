package weights

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireModest fails if decode allocates more than the package promises.
func requireModest(t *testing.T, data []byte, decode func([]byte) (File, error)) (File, error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	file, err := decode(data)
	runtime.ReadMemStats(&after)
	require.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(budgetFactor*len(data)+budgetBase))
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
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := decodeTorch(data)
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
