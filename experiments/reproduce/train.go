package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/predict"
	words "gmnc/predict/law"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

func (r *runner) runFolder(t protocol.TrainingKey) string {
	return filepath.Join(r.folder(pages.RunsFolder), protocol.Digest(t))
}

// outcome says how a training ended.
type outcome struct {
	folder   string
	overflow string // what overflowed, if anything did
	best     string
	seconds  float64
}

// after returns the outcome of a training that began with what another had learned. It took the time
// of both.
func (o outcome) after(other outcome) outcome {
	o.seconds += other.seconds
	return o
}

// train trains, or resumes a training that was stopped. step is called after every step with
// the number of epochs done, including fractions.
func (r *runner) train(ctx context.Context, t protocol.TrainingKey, step func(epochs float64)) (outcome, error) {
	folder := r.runFolder(t)
	job := train.Job{Engine: engines.Trainer(), Store: run.Folder(folder)}
	defer r.runs.Lock(folder)()
	if ended, known := r.ended.Load(folder); known {
		return ended.(outcome), nil
	}
	if rows, err := run.ReadMetrics(run.Folder(folder)); err == nil && overflew(rows) {
		return overflow(folder, rows), nil
	}
	data, path, err := r.dataOf(ctx, folder, t.Data)
	if err != nil {
		return outcome{}, err
	}
	info, err := run.DescribeData(path, data)
	if err != nil {
		return outcome{}, err
	}
	observer := train.Observer{Step: func(epoch, at, steps int, _ float64) { step(float64(epoch-1) + float64(at)/float64(steps)) }}
	if t.Curve {
		observer.Validated = follow(run.Folder(folder), data.Test)
	}
	start, fitted := train.Train, startFitted
	if run.Started(run.Folder(folder)) {
		start, fitted = train.Resume, resumeFitted
	}
	if t.Fitted {
		if err := fitted(ctx, &job, &t, data); err != nil {
			return outcome{}, fmt.Errorf("%s: %w", path, err)
		}
	}
	job.Data, job.Observer = data, observer
	job.Config = run.Config{Version: run.Version(), Model: t.Model, Training: &t.Options, Data: info}
	trained, err := start(ctx, job)
	rows, metricsErr := run.ReadMetrics(run.Folder(folder))
	_, nonFinite := errors.AsType[*train.NonFiniteError](err)
	switch {
	case nonFinite && metricsErr == nil:
		return overflow(folder, rows), nil
	case err != nil:
		return outcome{}, err
	case metricsErr != nil:
		return outcome{}, metricsErr
	}
	ended := outcome{folder: folder, best: trained.Best(), seconds: rows[len(rows)-1].Time}
	r.ended.Store(folder, ended)
	return ended, nil
}

// dataOf reads the data of a training. If the training was begun for another table, whose file
// has another number of the same samples, it continues with that file.
func (r *runner) dataOf(ctx context.Context, folder string, d corpus.DataSet) (data *datasets.Data, path string, err error) {
	if begun := run.DataOf(run.Folder(folder)); begun != nil {
		path = filepath.Join(r.folder(dataFolder), begun.File)
		if data, err = datasets.Read(path); err == nil {
			return data, path, nil
		}
	}
	return r.data.Get(ctx, d)
}

// overflew reports whether an overflow ended a training.
func overflew(rows []run.Epoch) bool { return len(rows) > 0 && rows[len(rows)-1].Note != "" }

// overflow returns the outcome of a training that an overflow ended.
func overflow(folder string, rows []run.Epoch) outcome {
	last := rows[len(rows)-1]
	return outcome{folder: folder, overflow: last.Note, seconds: last.Time}
}

// test measures a trained model on the test split of a data set.
func (r *runner) test(ctx context.Context, trained *run.Run, result *protocol.Result) error {
	data, path, err := r.data.Get(ctx, result.Cell.Test)
	if err != nil {
		return err
	}
	samples, err := data.Split("test")
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if finer := result.Cell.Finer; finer.Steps != 0 {
		trained.Config.Model = finer.Of(trained.Config.Model)
		if trained, err = run.New(trained.Config, trained.Weights); err != nil {
			return fmt.Errorf("%s with %d steps: %w", result.Run, finer.Steps, err)
		}
	}
	predictor, _, err := artifact.FromRun(trained).OpenFor(data, "native")
	if err != nil {
		return fmt.Errorf("%s: %w", result.Run, err)
	}
	defer predictor.Close()
	if result.Cell.Cored {
		result.Note = words.Texts(trained.Model.Config.Formulas(trained.Floats()))
	}
	if err := measure(ctx, result, predictor, data, samples); err != nil || result.Errors == nil {
		return err
	}
	if result.Cell.Knowing {
		return r.known(ctx, result.Cell, trained, samples, &result.Errors.RadiusMeasures)
	}
	if result.Cell.Sought != nil {
		result.Errors.FoundConstant, result.Note, err = r.lawOf(ctx, result.Cell, trained)
		return err
	}
	if truth := result.Cell.Truth; truth != nil {
		result.Note = result.Errors.Compare(append(trained.Constants(), ofLaw(trained)...), truth)
		return nil
	}
	if result.Cell.Rollout == nil {
		return nil
	}
	if measured := *result.Cell.Rollout; measured.Recorded != "" {
		result.Errors.Rollout, err = overRecordings(ctx, measured.Recorded, predictor, samples, result.Cell.Test.File)
	} else {
		result.Errors.Rollout, err = overRollout(ctx, measured, predictor, samples, trained.Config.Model.PerFrame)
	}
	if err != nil {
		return err
	}
	if math.IsNaN(result.Errors.Rollout) {
		result.Overflow, result.Errors = "the error of the rollout is not finite", nil
		return nil
	}
	result.Errors.Constants, err = constantsOff(ctx, result.Cell.Data, trained.Constants())
	return err
}

// measure measures the errors on test samples.
func measure(ctx context.Context, r *protocol.Result, predictor predict.Predictor, data *datasets.Data, samples []system.Sample) error {
	errs, err := predict.Evaluate(ctx, predictor, samples)
	if err != nil {
		return err
	}
	r.Source = data.About.Source
	if takeErrors(r, errs); r.Errors == nil || !r.Cell.Runaways {
		return nil
	}
	largest, over, err := predict.Runaways(ctx, predictor, samples)
	r.Errors.LargestOverBound, r.Errors.OverBound = largest, float64(over)
	return err
}

// do computes a cell.
func (r *runner) do(ctx context.Context, c protocol.Cell, step func(done float64)) (*protocol.Result, error) {
	result := &protocol.Result{Cell: c, Version: run.Version(), Graph: c.Graph}
	var err error
	switch {
	case c.Fit != nil:
		var errs protocol.Errors
		errs, err = fitting{*c.Fit}.do(ctx, step)
		result.Errors = &errs
	case c.Robot != nil:
		err = r.identify(ctx, result)
	case c.Regression != "":
		err = r.regress(ctx, result)
	default:
		err = r.trained(ctx, result, step)
	}
	result.Finished = time.Now().UTC().Format(time.DateTime)
	return result, err
}

// trained trains a cell's model and tests it.
func (r *runner) trained(ctx context.Context, result *protocol.Result, step func(done float64)) error {
	t := result.Cell.TrainingKey()
	o, err := r.train(ctx, t, func(epochs float64) { step(epochs / float64(t.Options.Epochs)) })
	if err != nil {
		return err
	}
	if o.overflow == "" && result.Cell.Formulas {
		formulas, err := r.formulasOf(ctx, result.Cell, o.folder)
		if err != nil {
			return err
		}
		o = formulas.after(o)
	}
	result.Overflow, result.Best, result.Run, result.Seconds = o.overflow, o.best, filepath.Base(o.folder), o.seconds
	config, err := run.ReadConfig(run.Folder(o.folder))
	if err != nil {
		return err
	}
	if result.Cell.Formulas {
		result.Options = protocol.OptionsOf(config.Model, *config.Training)
	}
	if result.Version = config.Version; result.Overflow != "" {
		return nil
	}
	trained, err := r.sideBySide(ctx, t, o.folder, result)
	if err != nil || result.Overflow != "" {
		return err
	}
	return r.test(ctx, trained, result)
}

// sideBySide returns the run in a folder. For a cell of more than one run, it returns a model
// of several, whose trainings differ in their seeds. It adds their times to the result. If one
// of them overflows, the result says so, and there is no run.
func (r *runner) sideBySide(ctx context.Context, t protocol.TrainingKey, folder string, result *protocol.Result) (*run.Run, error) {
	var all []*run.Run
	var names []string
	for i := range max(1, result.Cell.Runs) {
		if i > 0 {
			t.Options.Seed++
			o, err := r.train(ctx, t, func(float64) {})
			if err != nil {
				return nil, err
			}
			result.Seconds += o.seconds
			if result.Overflow = o.overflow; result.Overflow != "" {
				return nil, nil
			}
			folder = o.folder
		}
		trained, err := run.Read(run.Folder(folder))
		if err != nil {
			return nil, err
		}
		all, names = append(all, trained), append(names, folder)
	}
	return artifact.Together(all, names)
}

// takeErrors sets the errors of the test. If one is not finite, it sets an overflow.
func takeErrors(r *protocol.Result, errs predict.Errors) {
	all := protocol.NewErrors(errs)
	if sum := all.Mean + all.Constraint; math.IsNaN(sum) || math.IsInf(sum, 0) {
		r.Overflow = "the error of the test is not finite"
		return
	}
	r.Errors = &all
}
