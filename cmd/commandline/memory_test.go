package commandline

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allocated"
	"gmnc/system"
)

// TestTrainingThatDoesNotFit is refused with what it would take, before
// anything is built, unless it may take that much.
func TestTrainingThatDoesNotFit(t *testing.T) {
	s := getSession(t)
	folder := t.TempDir()
	run := filepath.Join(folder, "run")
	for _, model := range []string{"gmn", "tfn"} {
		allocated.Below(t, 64<<20, func() {
			requireFailure(t, " GB for them, where ", s.training(run, "--model", model, "--layers", "1000", "--hidden", "8192")...)
		})
	}
	requireFailure(t, "where 0.0001 are free", s.training(run, "--memory", "0.0001")...)
	requireFailure(t, "hidden=8192: ", "train", s.data, "-o", run, "--sweep", "hidden=8,8192", "--memory", "1")
	requireEmpty(t, folder)
	gmnc(t, s.training(run, "--memory", "1")...)
}

// TestMemoryOfWeights: a training that takes more than is free is refused, and so are as many runs of a
// sweep as may train at the same time.
func TestMemoryOfWeights(t *testing.T) {
	require.EqualError(t, checkMemory(config.DefaultConfig(), 10<<20),
		"4 layers of width 64 have 204952 weights, and training takes about 0.0199 GB for them, where 0.00977 are free: choose smaller layers or hidden, or allow it more memory")
	require.NoError(t, checkMemory(config.DefaultConfig(), 1<<30))

	one := &trainCommand{Model: "gmn", Form: config.Published, Layers: 4, Hidden: 64}
	require.NoError(t, checkMemories([]variant{{one, "a"}}, 30<<20))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	wide := &trainCommand{Model: "gmn", Form: config.Published, Layers: 4, Hidden: 1024}
	require.ErrorContains(t, checkMemories([]variant{{one, "a"}, {wide, "b"}}, 30<<20), "b: 4 layers of width 1024 have ")
	require.Equal(t, 2.5*gigabyte, (&trainCommand{Memory: 2.5}).free())
	require.Positive(t, (&trainCommand{}).free())
	require.ErrorContains(t, checkMemories([]variant{{one, "a"}, {one, "b"}, {one, "c"}}, 30<<20),
		"the largest 2 runs, which may train at the same time, take about 0.0397 GB for their weights, where 0.0293 are free")
}

// TestConfigurationsOfOtherWeights: a few hundred bytes cannot make commands
// build a model of gigabytes.
func TestConfigurationsOfOtherWeights(t *testing.T) {
	s := getSession(t)
	for _, model := range config.Models() {
		run := copyRun(t, s.run)
		c := `{"gmnc": "0.1.0", "model": {"model": "` + model + `", "form": "published", "layers": 1000, "hidden": 8192}}`
		require.NoError(t, os.WriteFile(filepath.Join(run, "config.json"), []byte(c), 0o600))
		message := "that is not the configuration of these weights"
		if config.Describe(model).Sizeless {
			message = "the weights do not fit the model"
		}
		for _, command := range [][]string{{"run", "seal", run}} {
			allocated.Below(t, 64<<20, func() { requireFailure(t, message, command...) })
		}
	}
}

// TestEdgesBeyondMemory: a system whose edges do not fit is refused by its numbers,
// before any of them is listed.
func TestEdgesBeyondMemory(t *testing.T) {
	large := system.Sample{Position: make([]float32, 3*100000)}
	err := checkEdges([]system.Sample{{}, large}, 1, 2*gigabyte)
	require.EqualError(t, err, "sample 1 has 100000 particles and 9999900000 edges, which take 74.5 GB or more, where 2 are free: list the neighbors of each particle in the data (the array neighbors), or take a larger machine")
	require.NoError(t, checkEdges([]system.Sample{large}, 1, 80*gigabyte))

	some := system.Sample{Position: make([]float32, 3*1000)}
	batch := slices.Repeat([]system.Sample{some}, 20)
	require.NoError(t, checkEdges(batch, 5, 0.05*gigabyte))
	require.ErrorContains(t, checkEdges(batch, 10, 0.05*gigabyte), "the 10 largest samples together have edges that take 0.0744 GB or more, where 0.05 are free: choose a smaller batch")
}
