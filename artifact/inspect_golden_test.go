package artifact_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/graphs"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/system"
)

var update = flag.Bool("update", false, "renew testdata/inspect.txt")

// TestInspected: what is said of the project's own files, of runs of models of many kinds and of data is what
// testdata/inspect.txt has.
func TestInspected(t *testing.T) {
	var text strings.Builder
	root := testenv.Root()
	for _, name := range []string{"model", "mechanics", "bodies", "cart", "train_step"} {
		m, err := artifact.Load(filepath.Join(root, "testdata", "golden", name+".onnx"))
		require.NoError(t, err, name)
		require.NoError(t, m.Inspect(&text, name+".onnx", false))
	}
	var before *artifact.Model
	for _, name := range []string{
		"gmn trees", "gmn features", "egnn sparse", "rf cell", "gmn scale and trees", "gmn-ode runs", "gmn-ode radius", "gmn-l-reg/published[]",
		"law, mechanics by rk4", "law, bodies on trees by midpoint", "law, learned mass and damping", "law, learned mass by type", "law, learned springs in a cell",
		"law, formulas by kinds", "law, formula power", "law, contact, learned", "law, boxes", "law, joints that turn, learned", "law, joints that slide",
	} {
		config := graphs.Cases()[name]
		model, err := builder.New(config, config.Sparse)
		require.NoError(t, err, name)
		trained, err := run.New(run.Config{Version: "1", Model: config}, run.WithShapes(model, model.Draw(1)))
		require.NoError(t, err, name)
		m := artifact.FromRun(trained)
		require.NoError(t, m.Inspect(&text, name, false), name)
		if name == "gmn features" {
			differences, err := artifact.Diff(before, m)
			fmt.Fprintln(&text, differences, err)
		}
		before = m
	}
	require.NoError(t, artifact.DescribeModels(&text))
	samples := fixtures.Samples(system.Composition{3, 2, 1}, 3, 5)
	require.NoError(t, artifact.InspectData(&text, "particles", &datasets.Data{Train: samples[:2], Test: samples[2:],
		About: datasets.About{Source: "a simulation", LengthUnit: "m", VelocityUnit: "m/s", Interval: "0.1 s", Up: "z"}}))
	for _, forest := range fixtures.Forests() {
		require.NoError(t, artifact.InspectData(&text, "a forest", &datasets.Data{Train: forest.Samples(2, 5)}))
	}
	path := filepath.Join(root, "testdata", "inspect.txt")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), text.String(), "go test ./artifact -run Inspected -update renews testdata/inspect.txt")
}
