package reproduce

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/test/ranks"
	"gmnc/predict"
	"gmnc/run"
	engine "gmnc/runtime"
	"gmnc/system"
)

// untrained is a run of a model of one layer with random weights.
func untrained(t *testing.T, c config.Config) *run.Run {
	t.Helper()
	c.Form, c.Layers, c.Hidden = config.Published, 1, 2
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Model: c}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}

// TestFinerTests: a model is tested in the steps of its cell, and other steps than the model's give other errors.
func TestFinerTests(t *testing.T) {
	r := &runner{data: &corpus.Store{Folder: t.TempDir()}}
	tested := func(finer protocol.FinerSteps) (*protocol.Errors, config.Config) {
		result := &protocol.Result{Run: "one", Cell: protocol.Cell{Test: smallData("1,1,0"), Finer: finer}}
		trained := untrained(t, config.Config{Model: "gmn-ode"})
		require.NoError(t, r.test(t.Context(), trained, result))
		return result.Errors, trained.Config.Model
	}
	plain, model := tested(protocol.FinerSteps{})
	require.Equal(t, 1, model.Layers)
	finer, model := tested(protocol.FinerSteps{Steps: 3})
	require.Equal(t, 3, model.Layers)
	require.NotEqual(t, plain.Mean, finer.Mean)
	result := &protocol.Result{Run: "one", Cell: protocol.Cell{Test: smallData("1,1,0"), Finer: protocol.FinerSteps{Steps: 3, Integrator: "none"}}}
	require.ErrorContains(t, r.test(t.Context(), untrained(t, config.Config{Model: "gmn-ode"}), result), "one with 3 steps: ")
	result.Cell.Test.Test = 0
	require.ErrorContains(t, r.test(t.Context(), untrained(t, config.Config{Model: "gmn-ode"}), result), ".npz: ")
	result.Cell.Test.System = "none"
	require.ErrorContains(t, r.test(t.Context(), untrained(t, config.Config{Model: "gmn-ode"}), result), `system "none": expected 3 counts, particles,sticks,hinges, such as 3,2,1`)
}

// TestLawsThatCannotBeFound: a model without forces of pairs has no law, and the data must be there.
func TestLawsThatCannotBeFound(t *testing.T) {
	r := &runner{data: &corpus.Store{Folder: t.TempDir()}, job: Job{Folder: t.TempDir()}}
	c := protocol.Cell{Data: smallData("1,1,0"), Sought: &protocol.Sought{Constant: "n"}, Training: run.Options{TrainSize: 1}}
	_, _, err := r.lawOf(t.Context(), c, untrained(t, config.Config{Model: "egnn"}))
	require.ErrorContains(t, err, "a egnn has no forces between particles that can be read")
	c.Sought = &protocol.Sought{Constant: protocol.ErrorRatio}
	_, _, err = r.lawOf(t.Context(), c, untrained(t, config.Config{Model: "egnn"}))
	require.ErrorIs(t, err, os.ErrNotExist, "its network was not trained")
	c.Data.System = "none"
	_, _, err = r.lawOf(t.Context(), c, untrained(t, config.Config{Model: "egnn"}))
	require.ErrorContains(t, err, `system "none": expected 3 counts, particles,sticks,hinges, such as 3,2,1`)
}

// TestErrorsThatAreNotFinite: the errors of a test that are not finite are an overflow.
func TestErrorsThatAreNotFinite(t *testing.T) {
	for _, errs := range []predict.Errors{
		{Position: predict.Summary{Mean: math.NaN()}}, {Position: predict.Summary{Mean: math.Inf(1)}}, {Constraint: math.Inf(1)}, {Constraint: math.NaN()},
	} {
		result := &protocol.Result{}
		takeErrors(result, errs)
		require.Nil(t, result.Errors)
		require.Equal(t, "the error of the test is not finite", result.Overflow)
	}
	result := &protocol.Result{}
	takeErrors(result, predict.Errors{Position: predict.Summary{Mean: 1}, Constraint: 2})
	require.Empty(t, result.Overflow)
	require.Equal(t, 2., result.Errors.Constraint)
}

// TestDataThatRanksShare: ranks lock the files of data that they make, and a single process does not.
func TestDataThatRanksShare(t *testing.T) {
	locks := func(folder string) int {
		all, err := filepath.Glob(filepath.Join(folder, dataFolder, "*.lock"))
		require.NoError(t, err)
		return len(all)
	}
	alone := smallJob(t, oneCellTable())
	alone.Seeds = []uint64{1}
	reproduced(t, alone)
	require.Zero(t, locks(alone.Folder))
	shared := smallJob(t, oneCellTable())
	shared.Seeds = []uint64{1}
	for _, err := range ranks.Run(2, func(r engine.Ranks) error {
		own := shared
		own.Ranks = r
		_, err := Run(t.Context(), own)
		return err
	}) {
		require.NoError(t, err)
	}
	require.Equal(t, 1, locks(shared.Folder))
}

// TestRunnersKeepTheFirstError: the first failure counts, and a cell keeps its last reason.
func TestRunnersKeepTheFirstError(t *testing.T) {
	r := &runner{blank: map[string]string{}}
	r.fail(os.ErrExist)
	r.fail(os.ErrClosed)
	require.Equal(t, os.ErrExist, r.failed)
	cell := task{cell: protocol.Cell{Graph: "g"}}
	r.leave(cell, "first")
	r.leave(cell, "last")
	require.Equal(t, map[string]string{protocol.Digest(cell.cell): "last"}, r.blank)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r.one(ctx, cell)
	require.Equal(t, "the time was over", r.blank[protocol.Digest(cell.cell)])
	require.NoError(t, r.update(), "nobody asked for it")
}

// TestFoldersThatCannotBeMade: a job in a folder that is a file is refused.
func TestFoldersThatCannotBeMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	_, err := Run(t.Context(), Job{Folder: path})
	require.ErrorContains(t, err, "cannot make the folder of the results: ")
	require.ErrorContains(t, err, "(choose one that you may write to)")
	require.ErrorContains(t, Merge(Job{Folder: path}, nil), "cannot make the folder of the results: ")
}

// TestFinishedCells: a damaged file, another format, and a result with both errors and an overflow, or neither, do not
// count as finished.
func TestFinishedCells(t *testing.T) {
	store, c := resultStore{t.TempDir()}, protocol.Cell{Graph: "g"}
	result, err := store.get(c)
	require.NoError(t, err)
	require.Nil(t, result)
	for text, finished := range map[string]bool{
		"": false, "{": false, `{"format":1,"errors":{"mean":1}}`: true, `{"format":1,"overflow":"in epoch 1"}`: true, `{"format":2,"overflow":"in epoch 1"}`: false,
		`{"overflow":"in epoch 1"}`: false, `{"format":1}`: false, `{"format":1,"errors":{"mean":1},"overflow":"in epoch 1"}`: false,
	} {
		require.NoError(t, os.WriteFile(store.path(c), []byte(text), 0o600))
		result, err := store.get(c)
		require.NoError(t, err)
		require.Equal(t, finished, result != nil, text)
	}
	require.NoError(t, store.put(&protocol.Result{Cell: c, Overflow: "in epoch 2"}))
	result, err = store.get(c)
	require.NoError(t, err)
	require.Equal(t, protocol.Result{Format: 1, Cell: c, Overflow: "in epoch 2"}, *result)
	require.NoError(t, os.Remove(store.path(c)))
	require.NoError(t, os.Mkdir(store.path(c), 0o755))
	_, err = store.get(c)
	require.ErrorContains(t, err, "cannot read a finished cell: ")
}

// TestFollowedTests: after each validation the test error is added, in place of those of the same epoch and later.
func TestFollowedTests(t *testing.T) {
	store := run.NewMemory("run")
	resting := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: []float32{3, 0, 0}}
	validated := follow(store, []system.Sample{resting})
	for _, epoch := range []int{1, 2, 4, 2} {
		require.NoError(t, validated(t.Context(), epoch, moved{by: float32(epoch)}))
	}
	curve, err := pages.ReadTestCurve(store)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2}, curve.X)
	require.Equal(t, []float64{4. / 3, 1. / 3}, curve.Y)
	require.ErrorContains(t, validated(t.Context(), 3, moved{by: -1}), "it moves back")
	require.NoError(t, store.Write(pages.TestCurveFile, nil))
	require.ErrorContains(t, validated(t.Context(), 3, moved{}), "has no test errors")
}

// TestBegunTrainings: the part of its epochs that a training has, all of one that overflowed, and none of a fit.
func TestBegunTrainings(t *testing.T) {
	r := &runner{job: Job{Folder: t.TempDir()}}
	c := protocol.Cell{Training: run.Options{Epochs: 8}}
	require.Zero(t, r.begun(c))
	folder := run.Folder(r.runFolder(c.TrainingKey()))
	require.NoError(t, os.MkdirAll(string(folder), 0o755))
	require.NoError(t, run.WriteMetrics(folder, []run.Epoch{{Epoch: 1}, {Epoch: 2}}))
	require.Equal(t, 0.25, r.begun(c))
	require.NoError(t, run.WriteMetrics(folder, []run.Epoch{{Epoch: 1}, {Epoch: 2, Note: "in epoch 2"}}))
	require.Equal(t, 1., r.begun(c))
	require.Equal(t, 5., task{work: 10, begun: 0.5}.left())
	c.Fit = &protocol.Fit{}
	require.Zero(t, r.begun(c))
}

// TestListedNames: five names at most, and how many more there are.
func TestListedNames(t *testing.T) {
	require.Equal(t, "nothing", listed(nil))
	require.Equal(t, "a; b; c; d; e", listed([]string{"a", "b", "c", "d", "e"}))
	require.Equal(t, "a; b; c; d; e and 2 more", listed([]string{"a", "b", "c", "d", "e", "f", "g"}))
}

// TestWorkOfMechanics: an epoch of mechanics has an assumed work, whatever the model.
func TestWorkOfMechanics(t *testing.T) {
	work, err := newCosts().of(protocol.Cell{Data: corpus.DataSet{Kind: corpus.Contact}, Training: run.Options{Epochs: 3}})
	require.NoError(t, err)
	require.Equal(t, 3e9, work)
}
