// Package sweep trains a model with several settings and several seeds each, with as many runs
// at a time as there are processors. It reports which setting is best and how much the seeds
// differ.
package sweep

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/stat"

	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	engine "gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// Run is one of the trainings.
type Run struct {
	// Setting names what is special to the run, such as "lr=0.001 batch=50". Runs of one
	// setting differ only in their seeds.
	Setting string
	Job     train.Job
}

// Outcome is the outcome of a run.
type Outcome struct {
	Run
	Trained *run.Run
	// Valid and Test are mean squared errors with the weights of the lowest validation error,
	// in squared position units. Test is NaN if there are no test samples or the model predicts
	// no positions. Both are NaN if the run failed.
	Valid, Test float64
	Failed      error // why the run failed: its numbers are no longer finite
}

// Open opens a trained run, to predict the samples of a data set.
type Open func(trained *run.Run, data *datasets.Data) (predict.Predictor, error)

// Train trains the runs, starting them in their order, and opens each for its test error. done
// is called for each run that has ended; calls do not overlap. A run whose numbers are no
// longer finite is an outcome; any other error ends all.
//
// Ranks share the runs, one process each, and all return all outcomes. done is called only for
// the outcomes of this rank.
func Train(ctx context.Context, runs []Run, ranks engine.Ranks, begin train.Begin, open Open, done func(Outcome)) ([]Outcome, error) {
	outcomes := make([]Outcome, len(runs))
	var lock sync.Mutex
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, one := range runs {
		if i%ranks.Size() != ranks.Rank() {
			continue
		}
		group.Go(func() error {
			outcome, err := one.train(within, begin, open)
			if err != nil {
				return err
			}
			lock.Lock()
			defer lock.Unlock()
			outcomes[i] = outcome
			done(outcome)
			return nil
		})
	}
	if err := ranks.Agree(group.Wait()); err != nil {
		return nil, err
	}
	return outcomes, exchange(runs, outcomes, ranks)
}

func (r Run) train(ctx context.Context, begin train.Begin, open Open) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	o := Outcome{Run: r, Valid: math.NaN(), Test: math.NaN()}
	var err error
	if o.Trained, err = begin(ctx, r.Job); err != nil {
		if nonFinite, overflew := errors.AsType[*train.NonFiniteError](err); overflew {
			o.Failed = nonFinite
			return o, nil
		}
		return o, err
	}
	o.Valid = o.Trained.Valid()
	if len(r.Job.Data.Test) > 0 && o.Trained.Model.Module.Main.Output(system.Position.Name) != nil {
		o.Test, err = testError(ctx, o.Trained, r.Job.Data, open)
	}
	return o, err
}

// testError returns the test error of the best weights, which the trained run has.
func testError(ctx context.Context, trained *run.Run, data *datasets.Data, open Open) (float64, error) {
	predictor, err := open(trained, data)
	if err != nil {
		return math.NaN(), err
	}
	defer predictor.Close()
	found, err := predict.Evaluate(ctx, predictor, data.Test)
	return found.Position.Mean, err
}

// Row is a setting's part of the table.
type Row struct {
	Setting string
	Seeds   int // number of runs that stayed finite
	Failed  int // number of runs that did not
	Valid   Spread
	Test    Spread
	// ValidRoot and TestRoot are the spreads of the root mean squared errors.
	ValidRoot, TestRoot Spread
}

// Spread is a mean over seeds and its standard deviation, which is NaN for fewer than two
// seeds.
type Spread struct{ Mean, Deviation float64 }

// Table returns a row for each setting, in the order of the outcomes.
func Table(outcomes []Outcome) []Row {
	var rows []Row
	valid, test := map[string][]float64{}, map[string][]float64{}
	failed := map[string]int{}
	for _, o := range outcomes {
		if !slices.ContainsFunc(rows, func(r Row) bool { return r.Setting == o.Setting }) {
			rows = append(rows, Row{Setting: o.Setting})
		}
		if o.Failed != nil {
			failed[o.Setting]++
			continue
		}
		valid[o.Setting], test[o.Setting] = append(valid[o.Setting], o.Valid), append(test[o.Setting], o.Test)
	}
	for i := range rows {
		name := rows[i].Setting
		rows[i].Seeds, rows[i].Failed = len(valid[name]), failed[name]
		rows[i].Valid, rows[i].Test = spread(valid[name]), spread(test[name])
		rows[i].ValidRoot, rows[i].TestRoot = spread(roots(valid[name])), spread(roots(test[name]))
	}
	return rows
}

func roots(values []float64) (all []float64) {
	for _, value := range values {
		all = append(all, math.Sqrt(value))
	}
	return all
}

func spread(values []float64) Spread {
	s := Spread{math.NaN(), math.NaN()}
	if len(values) > 0 {
		s.Mean = stat.Mean(values, nil)
	}
	if len(values) > 1 {
		s.Deviation = stat.StdDev(values, nil)
	}
	return s
}

// Best returns the outcome with the lowest validation error, and the row with the lowest mean
// of it among those in which no run failed. Each is nil if there is none.
func Best(outcomes []Outcome, rows []Row) (one *Outcome, setting *Row) {
	for i := range outcomes {
		if o := &outcomes[i]; o.Failed == nil && (one == nil || o.Valid < one.Valid) {
			one = o
		}
	}
	for i := range rows {
		if r := &rows[i]; r.Failed == 0 && (setting == nil || r.Valid.Mean < setting.Valid.Mean) {
			setting = r
		}
	}
	return one, setting
}
