package reproduce

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/test/ranks"
	engine "gmnc/runtime"
)

// withoutTimes is a table's text without its last columns, which say when and
// how fast.
func withoutTimes(t *testing.T, report *pages.Report) string {
	t.Helper()
	var kept []string
	for _, table := range report.Tables {
		for _, p := range table.Comparisons {
			for _, m := range p.Measured {
				kept = append(kept, p.Row.Name, p.Column.System, m.Blank, m.Overflow)
				if m.Errors != nil {
					kept = append(kept, strings.TrimSpace(strings.Join([]string{m.Result.Run, m.Result.Best}, " ")))
				}
			}
		}
	}
	return strings.Join(kept, "\n")
}

// TestRanksShareCells: together they make what one process makes, and each
// trains only its own.
func TestRanksShareCells(t *testing.T) {
	table := smallTable()
	table.Rows = table.Rows[:2]
	want := withoutTimes(t, reproduced(t, smallJob(t, table)))
	job := smallJob(t, table)
	for rank, err := range ranks.Run(3, func(r engine.Ranks) error {
		own := job
		own.Ranks = r
		report, err := Run(t.Context(), own)
		if err == nil && r.Rank() == 0 {
			require.Equal(t, want, withoutTimes(t, report))
		}
		return err
	}) {
		require.NoError(t, err, "rank %d", rank)
	}
}

// TestShards: each does some of the cells, and what they make together is the
// whole; a missing or a doubled one is told.
func TestShards(t *testing.T) {
	table := smallTable()
	table.Rows = table.Rows[:2]
	want := withoutTimes(t, reproduced(t, smallJob(t, table)))
	var folders []string
	for number := 1; number <= 2; number++ {
		shard := smallJob(t, table)
		shard.Folder = filepath.Join(t.TempDir(), "shard")
		shard.Shard = Shard{number, 2}
		blank, all := reproduced(t, shard).Tables[0].Missing()
		require.Greater(t, blank, 0)
		require.Less(t, blank, all)
		folders = append(folders, shard.Folder)
	}
	whole := smallJob(t, table)
	require.ErrorContains(t, Merge(whole, folders[:1]), "the shards do not make the whole: no shard has ")
	require.ErrorContains(t, Merge(whole, append(folders, folders[0])), "no shard has nothing; two have ")
	require.NoDirExists(t, whole.Folder)
	runs, err := os.ReadDir(filepath.Join(folders[0], pages.RunsFolder))
	require.NoError(t, err)
	rest := filepath.Join(whole.Folder, pages.RunsFolder, runs[0].Name()+".part") // of a copy that was killed
	require.NoError(t, os.MkdirAll(rest, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(rest, "config.json"), nil, 0o600))
	require.NoError(t, Merge(whole, folders))
	require.NoDirExists(t, rest)
	before, err := os.ReadDir(filepath.Join(whole.Folder, pages.RunsFolder))
	require.NoError(t, err)
	require.Equal(t, want, withoutTimes(t, reproduced(t, whole)))
	after, err := os.ReadDir(filepath.Join(whole.Folder, pages.RunsFolder))
	require.NoError(t, err)
	require.Equal(t, len(before), len(after), "nothing is trained again")
}

func TestShardNames(t *testing.T) {
	var s Shard
	require.NoError(t, s.UnmarshalText([]byte("3/8")))
	require.Equal(t, Shard{3, 8}, s)
	require.NoError(t, s.UnmarshalText([]byte("8/8")))
	require.NoError(t, s.UnmarshalText([]byte("1/8")))
	for _, wrong := range []string{"", "3", "0/8", "9/8", "a/8", "3/b", "3/8/1", "-1/-1"} {
		require.ErrorContains(t, s.UnmarshalText([]byte(wrong)), "expected its number and how many there are, as in 3/8", wrong)
	}
}

// TestWorkOfShards: each training, the most expensive first, goes to the shard with the least work, and the tests of one stay together.
func TestWorkOfShards(t *testing.T) {
	of := func(seed uint64, tested string, work float64) task {
		c := protocol.Cell{}
		c.Training.Seed, c.Test.System = seed, tested
		return task{cell: c, work: work}
	}
	tasks := []task{of(1, "", 1), of(2, "", 3), of(3, "a", 2), of(4, "", 4), of(3, "b", 3), of(5, "", 3)}
	require.Equal(t, tasks, Shard{}.within(tasks))
	require.Equal(t, tasks, Shard{1, 1}.within(tasks))
	taken := map[string]int{}
	for number := 1; number <= 2; number++ {
		var work float64
		own := Shard{number, 2}.within(tasks)
		for _, one := range own {
			work += one.work
			taken[one.cell.Test.System]++
		}
		require.EqualValues(t, 8, work)
		tests := slices.DeleteFunc(own, func(one task) bool { return one.cell.Training.Seed != 3 })
		require.Contains(t, []int{0, 2}, len(tests))
	}
	require.Equal(t, map[string]int{"": 4, "a": 1, "b": 1}, taken)
}
