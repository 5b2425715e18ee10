package artifact_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/export"
	"gmnc/internal/test/document"
	"gmnc/internal/test/testenv"
	"gmnc/onnx"
	"gmnc/run"
	"gmnc/system"
)

// TestMetadataOnAPage: docs/onnx.md has a row for each key of the metadata.
func TestMetadataOnAPage(t *testing.T) {
	_, table, found := strings.Cut(document.Read(t, "onnx.md"), "| key | what it holds |")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	listed := map[string]bool{}
	for line := range strings.Lines(table) {
		for _, key := range strings.Split(strings.Split(line, "|")[1], ", ") {
			listed[strings.Trim(key, " `")] = true
		}
	}
	trained := smallRun(t)
	trained.Config.Source, trained.Config.Training = "origin.pt", new(run.Options)
	trained.Config.Data = &run.DataInfo{
		File: "data.npz", SHA256: "0", LengthUnit: "m", VelocityUnit: "m/s", Interval: "1 s", Ranges: new(system.Ranges), Posed: true,
		Examples: []system.Example{{Sample: system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{0, 1, 0}}}}, Baseline: new(run.Baseline), Overlap: "9 %",
	}
	trained.Config.Model.NodeFeatures, trained.Config.Model.EdgeFeatures = []string{"z"}, []string{"hop"}
	trained.Metrics = map[string]string{"valid_mse": "1"}
	info, err := artifact.Info(trained)
	require.NoError(t, err)
	keys := []string{export.UnitsPrefix + "position", export.MeaningPrefix + "parents", "gradients", "step"}
	for key := range info.Metadata {
		keys = append(keys, key)
	}
	require.Greater(t, len(keys), 18)
	for _, name := range []string{"model", "cart"} {
		m, err := artifact.Load(filepath.Join(testenv.Root(), "testdata", "golden", name+".onnx"))
		require.NoError(t, err)
		file, err := onnx.Read(m.Bytes())
		require.NoError(t, err)
		for _, entry := range file.Metadata {
			keys = append(keys, entry.Key)
		}
	}
	for _, key := range keys {
		for _, prefix := range []string{export.UnitsPrefix, export.MeaningPrefix, "metrics."} {
			if strings.HasPrefix(key, prefix) {
				key = prefix + "NAME"
			}
		}
		require.True(t, listed[key], "docs/onnx.md has no row of the metadata %q", key)
	}
}
