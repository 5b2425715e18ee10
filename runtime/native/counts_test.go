package native_test

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/testenv"
	"gmnc/ir"
	"gmnc/runtime/native"
	"gmnc/train"
)

var update = flag.Bool("update", false, "renew testdata/counts.txt")

// Models are counted with two layers of the width of the paper's tables, on a
// shard of four complete systems of ten particles.
const (
	countedLayers, countedWidth    = 2, 64
	countedParticles, countedEdges = 40, 360
)

// countedUses are what a model is compiled for.
var countedUses = []string{"predict", "train"}

// countNames are the columns of a page of counts, after a model and its use.
var countNames = []string{"kernel_calls", "row_instructions", "bytes_read_and_written", "arena_bytes"}

// mayChange is by how much of itself a count may differ from the golden.
const mayChange = 0.03

// counts are numbers in the order of countNames, by "model use".
type counts map[string][]int

// TestCounts holds what the native runtime does for each model to the golden
// of counts. They do not depend on the processor, nor on how busy it is. With
// -short GMN alone is counted.
func TestCounts(t *testing.T) {
	path := filepath.Join(testenv.Root(), "testdata", "counts.txt")
	if *update {
		require.False(t, testing.Short(), "-short counts one of the models")
		require.NoError(t, os.WriteFile(path, []byte(pageOf(countAll(t, config.Models()))), 0o644))
		return
	}
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	golden, models := readCounts(t, string(page)), config.Models()
	if testing.Short() {
		models, golden = []string{"gmn"}, counts{"gmn predict": golden["gmn predict"], "gmn train": golden["gmn train"]}
	}
	for _, message := range changes(golden, countAll(t, models)) {
		t.Error(message)
	}
}

// countAll counts all models, several at a time.
func countAll(t *testing.T, models []string) counts {
	all := counts{}
	var lock sync.Mutex
	t.Run("models", func(t *testing.T) {
		for _, name := range models {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				for _, use := range countedUses {
					c := compile(t, counted(t, name, use), native.Options{}).Count(countedParticles, countedEdges)
					lock.Lock()
					all[name+" "+use] = []int{c.Calls, c.RowInstructions, c.Bytes, c.Arena}
					lock.Unlock()
				}
			})
		}
	})
	return all
}

// counted is a model as it is run, or its loss with all gradients.
func counted(t *testing.T, name, use string) *ir.Module {
	model, err := builder.New(config.Config{Model: name, Form: config.Published, Layers: countedLayers, Hidden: countedWidth}, false)
	require.NoError(t, err)
	if use == "predict" {
		module, err := ir.OptimizeForKernels(model.Module)
		require.NoError(t, err)
		return module
	}
	loss := train.Loss{}
	if config.Describe(name).ConstraintTerm {
		loss.Lambda = 1
	}
	objective, err := train.ObjectiveOf(model, loss)
	require.NoError(t, err)
	return gradientsOf(t, model, objective)
}

// changes say which counts are no longer the golden's, in order.
func changes(golden, now counts) (messages []string) {
	const renew = "go test ./runtime/native -run TestCounts -update renews testdata/counts.txt"
	for _, key := range sortedKeys(golden, now) {
		want, got := golden[key], now[key]
		switch {
		case want == nil:
			messages = append(messages, fmt.Sprintf("%s has no golden counts; %s", key, renew))
			continue
		case got == nil:
			messages = append(messages, fmt.Sprintf("%s has golden counts, and is no model any more; %s", key, renew))
			continue
		}
		for i, name := range countNames {
			change := float64(got[i]-want[i]) / max(1, float64(want[i]))
			if math.Abs(change) <= mayChange {
				continue
			}
			verb, advice := "rose", "more work than before"
			if change < 0 {
				verb, advice = "fell", "less work than before, which the golden should keep"
			}
			messages = append(messages, fmt.Sprintf("%s: %s %s by %.1f %%, from %d to %d: %s. If it is meant, %s",
				key, name, verb, 100*math.Abs(change), want[i], got[i], advice, renew))
		}
	}
	return messages
}

// sortedKeys are the keys of all, each once.
func sortedKeys(all ...counts) []string {
	joined := counts{}
	for _, some := range all {
		maps.Copy(joined, some)
	}
	return slices.Sorted(maps.Keys(joined))
}

// pageOf is a page of counts, a line for each model and use.
func pageOf(all counts) string {
	var page strings.Builder
	table := tabwriter.NewWriter(&page, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "model\tuse\t%s\n", strings.Join(countNames, "\t"))
	for _, key := range sortedKeys(all) {
		fmt.Fprint(table, strings.ReplaceAll(key, " ", "\t"))
		for _, count := range all[key] {
			fmt.Fprint(table, "\t", count)
		}
		fmt.Fprintln(table)
	}
	table.Flush()
	return page.String()
}

func readCounts(t *testing.T, page string) counts {
	all := counts{}
	lines := strings.Split(strings.TrimSpace(page), "\n")
	require.Equal(t, append([]string{"model", "use"}, countNames...), strings.Fields(lines[0]))
	for _, line := range lines[1:] {
		var model, use string
		numbers := make([]int, len(countNames))
		_, err := fmt.Sscan(line, &model, &use, &numbers[0], &numbers[1], &numbers[2], &numbers[3])
		require.NoError(t, err, line)
		all[model+" "+use] = numbers
	}
	return all
}

func TestCountChanges(t *testing.T) {
	golden := counts{"gmn predict": {100, 1000, 10000, 0}, "gmn train": {200, 0, 1, 1}, "old train": {1, 1, 1, 1}}
	require.Empty(t, changes(golden, golden))
	require.Empty(t, changes(counts{"gmn train": {100, 1000, 0, 0}}, counts{"gmn train": {103, 970, 0, 0}}), "a little")
	messages := changes(golden, counts{"gmn predict": {104, 960, 10000, 1}, "gmn train": {200, 0, 1, 1}, "new train": {1, 1, 1, 1}})
	require.Len(t, messages, 5)
	for i, start := range []string{
		"gmn predict: kernel_calls rose by 4.0 %, from 100 to 104",
		"gmn predict: row_instructions fell by 4.0 %, from 1000 to 960",
		"gmn predict: arena_bytes rose by 100.0 %, from 0 to 1",
		"new train has no golden counts", "old train has golden counts, and is no model any more",
	} {
		require.True(t, strings.HasPrefix(messages[i], start), messages[i])
	}
	require.Equal(t, golden, readCounts(t, pageOf(golden)))
}
