package artifact_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/artifact"
	"gmnc/internal/test/allocated"
	"gmnc/onnx/onnxpb"
)

// FuzzFromFile: a file is described or refused, in memory in proportion to it.
func FuzzFromFile(f *testing.F) {
	golden, err := os.ReadFile(filepath.Join("..", "testdata", "golden", "model.onnx"))
	require.NoError(f, err)
	f.Add(golden)
	for _, entry := range []struct{ key, value string }{
		{"topology", `{"particles": 1048576, "sticks": [[0, 1], [0, 1]], "sticks": []}`},
		{"topology", `{"particles": 1048576, "sticks": [[0, 1]], "hinges": []}`},
		{"training", `{"epochs": 1, "Epochs": 2}`},
	} {
		model := new(onnxpb.ModelProto)
		require.NoError(f, proto.Unmarshal(golden, model))
		model.MetadataProps = append(model.MetadataProps, &onnxpb.StringStringEntryProto{Key: proto.String(entry.key), Value: proto.String(entry.value)})
		hostile, err := proto.Marshal(model)
		require.NoError(f, err)
		f.Add(hostile)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		allocated.Below(t, 64*len(data)+256<<20, func() {
			if model, err := artifact.FromFile(data); err == nil {
				_ = model.Inspect(io.Discard, "file", false)
			}
		})
	})
}
