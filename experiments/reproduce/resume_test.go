package reproduce

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/folderlock"
)

// TestStoppedInATraining stops at the first validated epoch, as Ctrl-C does;
// the same job then ends with the numbers of one that was not stopped.
func TestStoppedInATraining(t *testing.T) {
	learned := oneCellTable()
	fitted := oneCellTable()
	fitted.Rows = []protocol.Row{protocol.InFormula()}
	fitted.Rows[0].Model.Layers, fitted.Rows[0].Finer = 2, protocol.FinerSteps{Steps: 4}
	for name, table := range map[string]protocol.Table{"drawn weights": learned, "a fitted law": fitted} {
		table.Rows[0].Training.Epochs = 6
		t.Run(name, func(t *testing.T) { stopped(t, table) })
	}
}

// stopped does a table at once, and a second time with a stop in it.
func stopped(t *testing.T, table protocol.Table) {
	job := smallJob(t, table)
	whole := reproduced(t, job)

	job.Folder = filepath.Join(t.TempDir(), "stopped")
	ctx, stop := context.WithCancel(t.Context())
	steps := 0
	job.Progress = func(Progress) {
		if steps++; steps == 5 {
			stop()
		}
	}
	_, err := Run(ctx, job)
	require.ErrorIs(t, err, context.Canceled)
	left, err := filepath.Glob(filepath.Join(job.Folder, "runs", "*", "state.safetensors"))
	require.NoError(t, err)
	require.NotEmpty(t, left)
	again := trained(&job)
	require.Equal(t, errorsOf(whole), errorsOf(reproduced(t, job)))
	require.Less(t, *again, 12, "a stopped training goes on where it was")
}

func errorsOf(report *pages.Report) (all []protocol.Errors) {
	for _, table := range report.Tables {
		for _, p := range table.Comparisons {
			for _, m := range p.Measured {
				all = append(all, *m.Errors)
			}
		}
	}
	return all
}

func TestAKillBeforeTheRunWasOne(t *testing.T) {
	table := oneCellTable()
	job := smallJob(t, table)
	folder := filepath.Join(job.Folder, "runs", protocol.Digest(table.Cell(table.Rows[0], table.Columns[0], 1).TrainingKey()))
	require.NoError(t, os.MkdirAll(folder, 0o755))
	for _, name := range []string{folderlock.Name, "state.safetensors"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("half"), 0o600))
	}
	reproduced(t, job)
}

// TestATrainingBegunForAnotherTable goes on with the samples of that, of
// which the file has another number.
func TestATrainingBegunForAnotherTable(t *testing.T) {
	for name, samples := range map[string][2]int{"larger": {8, 12}, "smaller": {12, 8}} {
		t.Run(name, func(t *testing.T) {
			table := oneCellTable()
			other := table
			other.Columns = slices.Clone(table.Columns)
			table.Columns[0].Data.Train, other.Columns[0].Data.Train = samples[0], samples[1]
			job := smallJob(t, table)
			job.Seeds = job.Seeds[:1]
			whole := reproduced(t, job)

			job.Folder = filepath.Join(t.TempDir(), "stopped")
			ctx, stop := context.WithCancel(t.Context())
			job.Progress = func(Progress) { stop() }
			_, err := Run(ctx, job)
			require.ErrorIs(t, err, context.Canceled)
			job.Tables, job.Progress = []protocol.Table{other}, nil
			require.Equal(t, errorsOf(whole), errorsOf(reproduced(t, job)))
		})
	}
}

// TestWhatIsBegunComesFirst: a training that is done leaves a test, and that
// is cheaper than any training.
func TestWhatIsBegunComesFirst(t *testing.T) {
	table := smallTable()
	table.Rows = table.Rows[:1]
	dear := table
	dear.Columns = table.Columns[1:2]
	job := smallJob(t, dear)
	job.Seeds = job.Seeds[:1]
	reproduced(t, job)
	require.NoError(t, os.RemoveAll(filepath.Join(job.Folder, "cells")))
	for _, begun := range []bool{true, false} {
		if !begun {
			job.Folder = t.TempDir()
		}
		job.Tables = []protocol.Table{table}
		r := &runner{job: job, blank: map[string]string{}}
		tasks, err := r.plan()
		require.NoError(t, err)
		require.Len(t, tasks, 3)
		require.Equal(t, begun, tasks[0].name == "A on 1,1,0, 8 samples, seed 1")
		require.Equal(t, begun, tasks[0].left() == 0)
	}
}

// TestOneProcessAFolder: while a job is done its folder is taken.
func TestOneProcessAFolder(t *testing.T) {
	job := smallJob(t, smallTable())
	var second error
	job.Progress = func(Progress) {
		if second == nil {
			_, second = Run(t.Context(), Job{Tables: job.Tables, Seeds: job.Seeds, Folder: job.Folder})
		}
	}
	reproduced(t, job)
	require.ErrorContains(t, second, "another process works in "+job.Folder)
}

// TestACellOfAnotherFormat is done again, and so is a damaged one; their
// training need not be.
func TestACellOfAnotherFormat(t *testing.T) {
	table := smallTable()
	job := smallJob(t, table)
	whole := text(t, reproduced(t, job))
	path := resultStore{filepath.Join(job.Folder, "cells")}.path(table.Cell(table.Rows[0], table.Columns[0], 1))
	finished, err := os.ReadFile(path)
	require.NoError(t, err)
	format := fmt.Sprintf(`"format": %d`, cellFormat)
	require.Contains(t, string(finished), format)
	for _, content := range []string{"{", "{}", strings.Replace(string(finished), format, `"format": 0`, 1)} {
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		steps := trained(&job)
		require.Equal(t, whole, text(t, reproduced(t, job)))
		require.Zero(t, *steps)
	}
}
