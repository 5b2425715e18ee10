package reproduce

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
)

// TestPlannedOnce: a cell that two tables show is planned once, and the cells of a model that there is not are blank with the reason.
func TestPlannedOnce(t *testing.T) {
	other := smallTable()
	other.Name = "other"
	r := &runner{job: smallJob(t, smallTable(), other), blank: map[string]string{}, recordings: corpus.NewRecordings("")}
	tasks, err := r.plan()
	require.NoError(t, err)
	require.Len(t, tasks, 12)
	require.Len(t, r.blank, 6)
	for _, reason := range r.blank {
		require.Contains(t, reason, `there is no model "transformer"`)
	}
	k := newCosts()
	first, err := k.graph(tasks[0].cell.Model)
	require.NoError(t, err)
	again, err := k.graph(tasks[0].cell.Model)
	require.NoError(t, err)
	require.Same(t, first, again)
}

// TestConstantsWithoutTruth: constants are compared only if a model has found some and the file has them, which then must be there.
func TestConstantsWithoutTruth(t *testing.T) {
	found := []run.FoundConstant{{Name: config.LearnedMass, Of: "0", Value: 2}}
	absent := corpus.DataSet{Kind: corpus.Mechanics, File: filepath.Join(t.TempDir(), "absent.npz")}
	for _, c := range []struct {
		of    corpus.DataSet
		found []run.FoundConstant
	}{{absent, nil}, {smallData("1,1,0"), found}} {
		off, err := constantsOff(t.Context(), c.of, c.found)
		require.NoError(t, err)
		require.Zero(t, off)
	}
	_, err := constantsOff(t.Context(), absent, found)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestDataOfBegunTrainings: a training goes on with the file with which it began, and takes its own data if that is gone.
func TestDataOfBegunTrainings(t *testing.T) {
	job := smallJob(t)
	r := &runner{job: job, data: &corpus.Store{Folder: filepath.Join(job.Folder, dataFolder)}}
	require.NoError(t, os.MkdirAll(r.data.Folder, 0o755))
	folder := filepath.Join(job.Folder, "run")
	require.NoError(t, os.MkdirAll(folder, 0o755))
	_, first, err := r.data.Get(t.Context(), smallData("1,1,0"))
	require.NoError(t, err)
	particles := func() (int, string) {
		data, path, err := r.dataOf(t.Context(), folder, smallData("1,0,0"))
		require.NoError(t, err)
		return data.Train[0].Particles(), path
	}
	count, path := particles()
	require.Equal(t, 1, count, "nothing was begun")
	require.NotEqual(t, first, path)
	text, err := json.Marshal(run.Config{
		Version: "1", Data: &run.DataInfo{File: filepath.Base(first)}, Training: &run.Options{},
		Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 2},
	})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "config.json"), text, 0o600))
	count, path = particles()
	require.Equal(t, 3, count)
	require.Equal(t, first, path)
	require.NoError(t, os.Remove(first))
	count, _ = particles()
	require.Equal(t, 1, count)
}

// TestStepsOfTrainings: each step of a training reports the epochs that are done, with parts of one.
func TestStepsOfTrainings(t *testing.T) {
	job := smallJob(t)
	r := &runner{job: job, data: &corpus.Store{Folder: filepath.Join(job.Folder, dataFolder)}}
	require.NoError(t, os.MkdirAll(r.data.Folder, 0o755))
	table := oneCellTable()
	table.Columns[0].TrainSize = 8
	key := table.Cell(table.Rows[0], table.Columns[0], 1).TrainingKey()
	var told []float64
	ended, err := r.train(t.Context(), key, func(epochs float64) { told = append(told, epochs) })
	require.NoError(t, err)
	require.Equal(t, []float64{0.5, 1, 1.5, 2}, told)
	require.Empty(t, ended.overflow)
	require.NotEmpty(t, ended.best)
	again, err := r.train(t.Context(), key, func(float64) { t.Error("it is trained again") })
	require.NoError(t, err)
	require.Equal(t, ended, again)
}

// TestMeasuresOfTests: a test measures what its cell asks for: errors alone, or also a rollout.
func TestMeasuresOfTests(t *testing.T) {
	r := &runner{data: &corpus.Store{Folder: t.TempDir()}}
	tested := func(c protocol.Cell) *protocol.Result {
		c.Test = smallData("1,1,0")
		result := &protocol.Result{Run: "one", Cell: c}
		require.NoError(t, r.test(t.Context(), untrained(t, config.Config{Model: "gmn-ode"}), result))
		require.Empty(t, result.Overflow)
		require.Positive(t, result.Errors.Mean)
		return result
	}
	plain := tested(protocol.Cell{})
	require.Zero(t, plain.Errors.Rollout)
	require.Empty(t, plain.Note)
	rolled := tested(protocol.Cell{Rollout: &protocol.Rollout{Frames: 1}})
	require.Positive(t, rolled.Errors.Rollout)
	require.Less(t, rolled.Errors.Rollout, 1.)
	require.Zero(t, rolled.Errors.Constants)
}

// TestRegressionsOfForms: a regression has one of the known forms.
func TestRegressionsOfForms(t *testing.T) {
	store := &corpus.Store{Folder: t.TempDir()}
	data, _, err := store.Get(t.Context(), smallData("2,0,0"))
	require.NoError(t, err)
	_, err = regressionOn(t.Context(), "none", data.Train, data)
	require.ErrorContains(t, err, "none")
}
