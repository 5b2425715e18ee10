package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/train"
)

// training is one choice of a cell: what a run folder is named by.
type training struct {
	Model   builder.Config `json:"model"`
	Options train.Options  `json:"training"`
	Data    DataSet        `json:"data"`
}

func (c cell) trainings() []training {
	var all []training
	for _, options := range c.Choices {
		all = append(all, training{c.Model, options, c.Data})
	}
	return all
}

// outcome is how a training ended.
type outcome struct {
	folder   string
	overflow string  // what overflowed, if anything did
	valid    float64 // lowest validation error
	best     string
	seconds  float64
}

// train trains, or goes on with a training that was stopped. step is called
// with the epochs done, in parts, after every step.
func (r *runner) train(ctx context.Context, t training, step func(epochs float64)) (outcome, error) {
	folder := filepath.Join(r.folder(runsFolder), digest(t))
	defer r.runs.hold(folder)()
	if rows, err := train.ReadMetrics(folder); err == nil && len(rows) > 0 && rows[len(rows)-1].Note != "" {
		return overflow(folder, rows), nil
	}
	data, path, err := r.dataOf(ctx, folder, t.Data)
	if err != nil {
		return outcome{}, err
	}
	info, err := train.DescribeData(path, data.About)
	if err != nil {
		return outcome{}, err
	}
	start := train.Train
	if train.Started(folder) {
		start = train.Resume
	}
	run, err := start(ctx, train.Job{
		Folder: folder, Data: data,
		Config:   train.RunConfig{Version: deploy.Version(), Model: train.ModelFor(t.Model, data), Training: &t.Options, Data: info},
		Observer: train.Observer{Step: func(epoch, at, steps int, _ float64) { step(float64(epoch-1) + float64(at)/float64(steps)) }},
	})
	rows, metricsErr := train.ReadMetrics(folder)
	_, nonFinite := errors.AsType[*train.NonFinite](err)
	switch {
	case nonFinite && metricsErr == nil:
		return overflow(folder, rows), nil
	case err != nil:
		return outcome{}, err
	case metricsErr != nil:
		return outcome{}, metricsErr
	}
	o := outcome{folder: folder, valid: math.Inf(1), best: run.Best(), seconds: rows[len(rows)-1].Time}
	for _, row := range rows {
		if row.Valid < o.valid {
			o.valid = row.Valid
		}
	}
	return o, nil
}

// dataOf reads what a training is made on. One that was begun for another
// table, with more or fewer samples than it uses at hand, goes on with those.
func (r *runner) dataOf(ctx context.Context, run string, d DataSet) (data *datasets.Data, path string, err error) {
	if begun := train.DataOf(run); begun != nil {
		path = filepath.Join(r.folder(dataFolder), begun.File)
		if data, err = datasets.Read(path); err == nil {
			return data, path, nil
		}
	}
	return r.data.get(ctx, d)
}

// overflow is the outcome of a training that a number too large ended.
func overflow(folder string, rows []train.Epoch) outcome {
	last := rows[len(rows)-1]
	return outcome{folder: folder, overflow: last.Note, valid: math.Inf(1), seconds: last.Time}
}

// test measures a trained model on the test split of a data set.
func (r *runner) test(ctx context.Context, folder string, result *Result) error {
	data, path, err := r.data.get(ctx, result.Cell.Test)
	if err != nil {
		return err
	}
	samples, err := data.Split("test")
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	predictor, _, err := deploy.OpenFor(data, folder, "native")
	if err != nil {
		return err
	}
	defer predictor.Close()
	errs, err := train.Evaluate(predictor, samples)
	if err != nil {
		return err
	}
	result.Source = data.About.Source
	result.take(errs)
	return nil
}

// do does a cell.
func (r *runner) do(ctx context.Context, c cell, step func(done float64)) (*Result, error) {
	result := &Result{Cell: c, Version: deploy.Version()}
	var err error
	if c.Fit != nil {
		var errs Errors
		errs, err = c.Fit.do(ctx, step)
		result.Errors = &errs
	} else {
		err = r.choose(ctx, result, step)
	}
	result.Finished = time.Now().UTC().Format(time.DateTime)
	return result, err
}

// choose trains all choices of a cell and tests the best.
func (r *runner) choose(ctx context.Context, result *Result, step func(done float64)) error {
	trainings, best := result.Cell.trainings(), outcome{valid: math.Inf(1)}
	for i, t := range trainings {
		part := func(epochs float64) {
			step((float64(i) + epochs/float64(t.Options.Epochs)) / float64(len(trainings)))
		}
		o, err := r.train(ctx, t, part)
		if err != nil {
			return err
		}
		result.Seconds += o.seconds
		if i == 0 || o.valid < best.valid {
			best, result.Choice = o, i
		}
	}
	result.Overflow, result.Best, result.Run = best.overflow, best.best, filepath.Base(best.folder)
	if result.Overflow != "" {
		return nil
	}
	return r.test(ctx, best.folder, result)
}

// take takes the errors of the test; one that is not finite is an overflow.
func (r *Result) take(errs train.Errors) {
	all := newErrors(errs.Position)
	all.Constraint, all.ConstraintPerObject = errs.Constraint, errs.ConstraintPerObject
	if sum := all.Mean + all.Constraint; math.IsNaN(sum) || math.IsInf(sum, 0) {
		r.Overflow = "the error of the test is not finite"
		return
	}
	r.Errors = &all
}
