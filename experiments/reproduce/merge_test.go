package reproduce

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
)

// TestMergedCells: each cell is copied from the shard that has it, with its run if the job has none. A cell that no shard or that two have
// is an error, and then nothing is copied.
func TestMergedCells(t *testing.T) {
	job := smallJob(t, oneCellTable())
	table := job.Tables[0]
	shard := func(seeds ...uint64) string {
		folder := t.TempDir()
		store := resultStore{filepath.Join(folder, cellsFolder)}
		require.NoError(t, os.MkdirAll(store.folder, 0o755))
		for _, seed := range seeds {
			c := table.Cell(table.Rows[0], table.Columns[0], seed)
			result := &protocol.Result{Cell: c, Overflow: "in " + folder, Run: protocol.Digest(c.TrainingKey())}
			require.NoError(t, store.put(result))
			own := filepath.Join(folder, pages.RunsFolder, result.Run)
			require.NoError(t, os.MkdirAll(own, 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(own, "config.json"), []byte(folder), 0o600))
		}
		return folder
	}
	first, second, both := shard(1), shard(2), shard(1, 2)
	require.EqualError(t, Merge(job, []string{first}), "the shards do not make the whole: no shard has A on 1,1,0, 4 samples, seed 2; two have nothing")
	require.EqualError(t, Merge(job, []string{first, both}), "the shards do not make the whole: no shard has nothing; two have A on 1,1,0, 4 samples, seed 1 (in "+first+" and "+both+")")
	require.NoDirExists(t, job.Folder)

	runFolder := func(seed uint64) string {
		return (&runner{job: job}).runFolder(table.Cell(table.Rows[0], table.Columns[0], seed).TrainingKey())
	}
	require.NoError(t, os.MkdirAll(runFolder(2), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(runFolder(2), "config.json"), []byte("own"), 0o600))
	require.NoError(t, Merge(job, []string{first, second}))
	for seed, want := range map[uint64][2]string{1: {first, first}, 2: {second, "own"}} {
		result, err := resultStore{filepath.Join(job.Folder, cellsFolder)}.get(table.Cell(table.Rows[0], table.Columns[0], seed))
		require.NoError(t, err)
		require.Equal(t, "in "+want[0], result.Overflow)
		text, err := os.ReadFile(filepath.Join(runFolder(seed), "config.json"))
		require.NoError(t, err)
		require.Equal(t, want[1], string(text), "seed %d", seed)
	}

	cell := resultStore{filepath.Join(first, cellsFolder)}.path(table.Cell(table.Rows[0], table.Columns[0], 1))
	require.NoError(t, os.Remove(cell))
	require.NoError(t, os.Mkdir(cell, 0o755))
	require.ErrorContains(t, Merge(job, []string{first, second}), "cannot read a finished cell: ")
	require.ErrorIs(t, copyFolder(filepath.Join(t.TempDir(), "into"), filepath.Join(t.TempDir(), "absent")), os.ErrNotExist)
}

// TestCopiesReplace: a copy of a folder has what the folder has, and nothing of what was there before.
func TestCopiesReplace(t *testing.T) {
	from, into := t.TempDir(), filepath.Join(t.TempDir(), "into")
	require.NoError(t, os.WriteFile(filepath.Join(from, "new"), []byte("text"), 0o600))
	for _, old := range []string{into, into + ".part"} {
		require.NoError(t, os.Mkdir(old, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(old, "old"), nil, 0o600))
	}
	require.NoError(t, copyFolder(into, from))
	text, err := os.ReadFile(filepath.Join(into, "new"))
	require.NoError(t, err)
	require.Equal(t, "text", string(text))
	require.NoFileExists(t, filepath.Join(into, "old"))
	require.NoDirExists(t, into+".part")
}
