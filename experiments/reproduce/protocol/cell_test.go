package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/predict"
	"gmnc/run"
)

// TestMisses: a goal is met at its bound and missed beyond it; elsewhere less has to be covered.
func TestMisses(t *testing.T) {
	met := RadiusMeasures{Particles: 0.9, Systems: 0.9, Sharpness: 1.5, Rank: 0.6, Time: 1.3}
	require.Empty(t, met.Misses(false))
	require.Empty(t, met.Misses(true))
	for _, c := range []struct {
		change          func(k *RadiusMeasures)
		here, elsewhere string
	}{
		{func(k *RadiusMeasures) { k.Particles = 0.881 }, "", ""},
		{func(k *RadiusMeasures) { k.Particles = 0.879 }, "particles", ""},
		{func(k *RadiusMeasures) { k.Particles = 0.919 }, "", ""},
		{func(k *RadiusMeasures) { k.Particles = 0.921 }, "particles", ""},
		{func(k *RadiusMeasures) { k.Particles = 0.8 }, "particles", ""},
		{func(k *RadiusMeasures) { k.Particles = 0.799 }, "particles", "particles"},
		{func(k *RadiusMeasures) { k.Particles = 1 }, "particles", ""},
		{func(k *RadiusMeasures) { k.Systems = 0.879 }, "systems", ""},
		{func(k *RadiusMeasures) { k.Systems = 0.921 }, "systems", ""},
		{func(k *RadiusMeasures) { k.Systems = 0.799 }, "systems", "systems"},
		{func(k *RadiusMeasures) { k.Sharpness = 1.51 }, "radius", "radius"},
		{func(k *RadiusMeasures) { k.Rank = 0.59 }, "rank", "rank"},
		{func(k *RadiusMeasures) { k.Time = 1.31 }, "time", "time"},
		{func(k *RadiusMeasures) { k.Time, k.Rank = 1.31, 0 }, "rank, time", "rank, time"},
	} {
		k := met
		c.change(&k)
		require.Equal(t, c.here, k.Misses(false), "%+v", k)
		require.Equal(t, c.elsewhere, k.Misses(true), "%+v", k)
	}
}

// TestResultText: a result is told by the error that its cell is for.
func TestResultText(t *testing.T) {
	e := Errors{Mean: 0.012345, Constraint: 0.0345}
	e.Torque, e.LargestOverBound, e.OverBound, e.Rollout = [6]float64{1.2345, 2}, 2.3456, 3, 0.456
	e.Found, e.StandardError, e.Covered, e.WithErrors, e.Farthest = 5.6789, 0.123, 7, 8, 2.34
	e.Particles, e.Rank = 0.9123, 0.678
	for want, cell := range map[string]Cell{
		RelativeError.Name + " 0.0123":                                   {Fit: &Fit{}, Robot: &RobotFit{}},
		"torque errors [1.23 2 0 0 0 0] N m":                             {Robot: &RobotFit{}, Runaways: true},
		LargestError.Name + " 2.35, 3 over it":                           {Runaways: true, Rollout: &Rollout{}},
		rolloutError.Name + " 0.46":                                      {Rollout: &Rollout{}, Sought: &Sought{}},
		"n: 5.679, standard error 0.12":                                  {Sought: &Sought{Constant: "n"}, Truth: map[string]float64{}},
		"7 of 8 constants within 2 standard errors, the farthest at 2.3": {Truth: map[string]float64{"m": 1}, Knowing: true},
		radiusCoverage.Name + " 0.912, rank correlation 0.68":            {Knowing: true},
		"mean squared error x100 1.234, constraint error 0.035":          {},
	} {
		require.Equal(t, want, (&Result{Cell: cell, Errors: &e}).String())
	}
	require.Equal(t, "O.F. in epoch 3", (&Result{Overflow: "in epoch 3"}).String())
	require.Empty(t, Cell{Fit: &Fit{}}.AfterInterrupt())
	require.Empty(t, Cell{Robot: &RobotFit{}}.AfterInterrupt())
	require.NotEmpty(t, Cell{}.AfterInterrupt())
}

// TestErrorColumns: each error has a column of its own.
func TestErrorColumns(t *testing.T) {
	e := NewErrors(predict.Errors{Position: predict.Summary{Mean: 1, Median: 2, TrimmedMean: 3}, Constraint: 4, ConstraintPerObject: 5})
	for name, want := range map[string]float64{"mse": 1, "median": 2, "trimmed_mean": 3, "constraint_error": 4, "constraint_error_per_object": 5} {
		require.Equal(t, want, *e.Columns()[name], name)
	}
	seen := map[*float64]string{}
	for _, columns := range []map[string]*float64{e.Columns(), e.More()} {
		for name, at := range columns {
			require.Empty(t, seen[at], name)
			seen[at] = name
		}
	}
	for name, at := range map[string]*float64{
		"largest_over_bound": &e.LargestOverBound, "over_bound": &e.OverBound, "rollout_error": &e.Rollout, "constants_error": &e.Constants,
		"particles_covered": &e.Particles, "systems_covered": &e.Systems, "sharpness": &e.Sharpness, "rank_correlation": &e.Rank, "time": &e.Time,
		"found": &e.Found, "standard_error": &e.StandardError, "constants_with_errors": &e.WithErrors, "constants_covered": &e.Covered, "farthest": &e.Farthest, "constants_without_errors": &e.Without,
	} {
		require.Same(t, at, e.More()[name], name)
	}
}

// TestCells: what a place of a table computes, for a fit, a robot, and a model on its own system or on
// another.
func TestCells(t *testing.T) {
	column := Column{TrainSize: 50, Width: 7, Data: corpus.DataSet{Kind: corpus.NBody, System: "3,2,1", Train: 100}}
	c := Table{}.Cell(Row{Fit: &Fit{}}, column, 4)
	require.Equal(t, &Fit{Samples: 50, Seed: 4, Width: 7}, c.Fit)
	require.Equal(t, &Fit{Samples: 50, Seed: 4, Outside: true}, Table{}.Cell(Row{Fit: &Fit{Outside: true}}, column, 4).Fit)

	other := corpus.DataSet{Kind: corpus.NBody, System: "5,0,0", Train: 40}
	away := column
	away.Trained = &other
	robot := &RobotFit{}
	require.Equal(t, [2]corpus.DataSet{column.Data, column.Data}, dataOf(Table{}.Cell(Row{Robot: robot}, column, 4)))
	require.Equal(t, [2]corpus.DataSet{other, column.Data}, dataOf(Table{}.Cell(Row{Robot: robot}, away, 4)))

	row := Row{Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 2}, Training: run.Options{Epochs: 10, ValidEvery: 2, Batch: 80}}
	seeded := func(d corpus.DataSet, testOnly bool) corpus.DataSet { d.Seed, d.TestOnly = 4, testOnly; return d }
	c = Table{}.Cell(row, column, 4)
	require.Equal(t, [2]corpus.DataSet{seeded(column.Data, false), seeded(column.Data, false)}, dataOf(c))
	require.Equal(t, run.Options{Epochs: 10, ValidEvery: 2, Batch: 50, Seed: 4, TrainSize: 50}, c.Training)
	require.NotEmpty(t, c.Graph)
	c = Table{}.Cell(row, away, 4)
	require.Equal(t, [2]corpus.DataSet{seeded(other, false), seeded(column.Data, true)}, dataOf(c))
	require.Equal(t, 40, c.Training.TrainSize)
	row.Own = true
	require.Equal(t, [2]corpus.DataSet{seeded(column.Data, false), seeded(column.Data, false)}, dataOf(Table{}.Cell(row, away, 4)))
	row.Regression, row.Fitted = "linear", true
	c = Table{}.Cell(row, column, 4)
	require.Empty(t, c.Graph)
	require.Equal(t, 50, c.Model.Hidden)

	knowing := Table{}
	knowing.Metric.Knowing = true
	require.True(t, knowing.Cell(row, column, 4).Knowing)
	column.Sought = &Sought{}
	require.False(t, knowing.Cell(row, column, 4).Knowing)
}

func dataOf(c Cell) [2]corpus.DataSet { return [2]corpus.DataSet{c.Data, c.Test} }

// TestTrainingOfColumn: epochs are repeated for few samples, and there are no more samples than the data have.
func TestTrainingOfColumn(t *testing.T) {
	o := run.Options{Epochs: 10, ValidEvery: 2, Batch: 80}
	column := Column{TrainSize: 50, Repeat: 3}
	require.Equal(t, run.Options{Epochs: 30, ValidEvery: 6, Batch: 50, Seed: 9, TrainSize: 50}, column.training(o, 9, corpus.DataSet{Train: 51}))
	require.Equal(t, run.Options{Epochs: 30, ValidEvery: 6, Batch: 40, Seed: 9, TrainSize: 40}, column.training(o, 9, corpus.DataSet{Train: 40}))
	mirrored := corpus.DataSet{Train: 40}
	mirrored.Mirrored = true
	require.Equal(t, 80, column.training(o, 9, mirrored).TrainSize, "mirrored samples count, too")
	model := config.Config{Layers: 4, Integrator: config.Verlet}
	require.Equal(t, model, FinerSteps{}.Of(model))
	require.Equal(t, config.Config{Layers: 8}, FinerSteps{Steps: 8}.Of(model))
}

// TestSeeds: a fit of a robot, and a closed form of given samples, have one seed.
func TestSeeds(t *testing.T) {
	all := []uint64{1, 2, 3}
	running := Column{Data: corpus.DataSet{Kind: corpus.Running}}
	for _, c := range []struct {
		entry   Entry
		settled bool
	}{
		{Entry{Row: Row{Robot: &RobotFit{}}}, true},
		{Entry{Row: Row{Regression: "linear"}, Column: running}, true},
		{Entry{Row: Row{Regression: "linear"}}, false},
		{Entry{Column: running}, false},
	} {
		require.Equal(t, c.settled, c.entry.Settled())
		require.Len(t, c.entry.Seeds(all), map[bool]int{true: 1, false: 3}[c.settled])
	}
	e := Entry{Row: Row{Name: "GMN"}, Column: Column{System: "3,2,1"}}
	require.Equal(t, "GMN on 3,2,1", e.String())
	e.Column.TrainSize = 5
	require.Equal(t, "GMN on 3,2,1, 5 samples", e.String())
	table := Table{Rows: []Row{{Name: "a"}, {Name: "b"}}, Columns: []Column{{System: "x"}, {System: "y", Rows: []string{"b"}}}}
	var names []string
	for _, entry := range table.Entries() {
		names = append(names, entry.String())
	}
	require.Equal(t, []string{"a on x", "b on x", "b on y"}, names)
}

// TestTrainingKey: cells that train alike have one key; a core is chosen by the steps of the test.
func TestTrainingKey(t *testing.T) {
	c := Cell{Model: config.Config{Layers: 4, Integrator: config.Verlet}, Curve: true, Fitted: true, Graph: "g"}
	require.Equal(t, TrainingKey{Model: c.Model, Curve: true, Fitted: true, Graph: "g"}, c.TrainingKey())
	c.Cored = true
	require.Equal(t, FinerSteps{4, config.Verlet}, c.TrainingKey().Core)
	c.Finer = FinerSteps{8, ""}
	require.Equal(t, FinerSteps{8, ""}, c.TrainingKey().Core)
	require.Equal(t, `{"regression":"linear"}`, Cell{Regression: "linear"}.Options())
	require.Contains(t, Cell{Robot: &RobotFit{}}.Options(), `{"robot":`)
	require.Contains(t, Cell{}.Options(), `{"model":`)
	require.NotContains(t, Cell{Fit: &Fit{}}.Options(), `"model"`)
	require.Equal(t, "given", (&Result{Options: "given"}).Describe())
	require.Empty(t, (&Result{Version: Unrecorded}).Describe())
	require.Equal(t, `{"regression":"linear"}`, (&Result{Cell: Cell{Regression: "linear"}}).Describe())
	require.Empty(t, GraphOf(config.Config{Model: "none"}))
	require.Len(t, Digest("x"), 16)
}
