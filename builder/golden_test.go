package builder_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/graphs"
	"gmnc/internal/test/testenv"
	"gmnc/ir"
)

var update = flag.Bool("update", false, "renew testdata/builder and testdata/graphs.txt")

// TestGraphs: models of every kind have the graphs that testdata/graphs.txt knows.
func TestGraphs(t *testing.T) {
	if *update {
		graphs.Renew(t)
	}
	graphs.Compare(t, "")
}

// TestText shows the model as IR: one call for each function of a layer.
func TestText(t *testing.T) {
	m, err := builder.New(config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}, false)
	require.NoError(t, err)
	text := ir.Print(m.Module)
	path := filepath.Join(testenv.Root(), "testdata", "builder", "gmn.txt")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "go test ./builder -update renews it")

	parsed, err := ir.Parse(text)
	require.NoError(t, err)
	require.Equal(t, text, ir.Print(parsed))
}
