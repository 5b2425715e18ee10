// Package sweep trains a model with several settings and several seeds each, as many runs at a time
// as there are processors. It reports which setting is best and how much the seeds differ.
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
	// Setting says what the run has of its own, such as "lr=0.001 batch=50";
	// runs of one setting differ in their seeds alone.
	Setting string
	Job     train.Job
}

// Outcome is what a run came to.
type Outcome struct {
	Run
	Trained *run.Run
	// Valid and Test are mean squared errors at the weights of the lowest
	// validation error, position units squared; Test is NaN without test
	// samples, and both are NaN of a run that left the float range.
	Valid, Test float64
	Failed      error // why it left the float range
}

// Open opens a trained run, to predict the samples of a data set.
type Open func(trained *run.Run, data *datasets.Data) (predict.Predictor, error)

// Train trains the runs, those that come first begun first, and opens each for its
// test error. done is told of
// each that has ended; calls do not overlap. A run that leaves the float range
// is an outcome; any other error ends all.
//
// Ranks share the runs, one process each, and all have all outcomes; done is told of the
// outcomes of this one.
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
	return outcomes, share(runs, outcomes, ranks)
}

func (r Run) train(ctx context.Context, begin train.Begin, open Open) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	o := Outcome{Run: r, Valid: math.NaN(), Test: math.NaN()}
	var err error
	if o.Trained, err = begin(ctx, r.Job); err != nil {
		if nonFinite, overflew := errors.AsType[*train.NonFinite](err); overflew {
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

// testError is of the best weights, which the trained run has.
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
	Seeds   int // of the runs that stayed finite
	Failed  int // runs that did not
	Valid   Spread
	Test    Spread
}

// Spread is a mean over seeds with its standard deviation, which is NaN of
// fewer than two.
type Spread struct{ Mean, Deviation float64 }

// Table has a row for each setting, in the order of the outcomes.
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
	}
	return rows
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

// Best is the outcome of the lowest validation error, and the row of the
// lowest mean of them in which no run failed; nil where there is none.
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
