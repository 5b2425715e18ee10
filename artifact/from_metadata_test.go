package artifact

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/run"
)

// TestTrainingOfAFile: the options of a training come back from a file. A file without them has
// none, and damaged ones are an error.
func TestTrainingOfAFile(t *testing.T) {
	options := run.PaperOptions()
	text, err := json.Marshal(options)
	require.NoError(t, err)
	file := &export.File{Version: "1", Config: `{"model": "linear"}`, Metadata: map[string]string{}}
	trained, _, err := fromMetadata(file)
	require.NoError(t, err)
	require.Nil(t, trained.Training)
	file.Metadata[trainingKey] = string(text)
	trained, _, err = fromMetadata(file)
	require.NoError(t, err)
	require.Equal(t, &options, trained.Training)
	file.Metadata[trainingKey] = "{"
	_, _, err = fromMetadata(file)
	require.ErrorContains(t, err, "its training options are damaged")
}
