package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"gmnc/internal/fields"
	"gmnc/run"
)

// Begin trains a job: Train or Resume, or what shows them to somebody.
type Begin func(ctx context.Context, job Job) (*run.Run, error)

// ChooseLambda trains the job once for each weight of the constraint term
// and keeps the run of the lowest validation error. The candidates are
// complete runs in stores of their own within the job's; the job's store
// becomes a copy of the best, without what a resumed training goes on from.
// A candidate whose numbers leave the float range is out; if all do, that is
// the error. Called again after an interrupt it goes on with the candidates as
// begin does, which may find them started.
func ChooseLambda(ctx context.Context, job Job, lambdas []float64, begin Begin) (*run.Run, error) {
	job.share()
	if err := checkLambdas(job, lambdas); err != nil {
		return nil, err
	}
	var best *run.Run
	var out []error
	var from run.Store
	for _, lambda := range lambdas {
		candidate := job.with(lambda)
		trained, err := begin(ctx, candidate)
		if _, overflew := errors.AsType[*NonFinite](err); overflew {
			out = append(out, fields.Errorf("{lambda} %g: %w", lambda, err))
			continue
		}
		if err != nil {
			return nil, err
		}
		if best == nil || trained.Valid() < best.Valid() {
			best, from = trained, candidate.Store
		}
	}
	if best == nil {
		return nil, errors.Join(out...)
	}
	return keep(best, job.Store, from, lambdas, job.Observer.Notice)
}

// checkLambdas reports what is wrong before any of them is trained.
func checkLambdas(job Job, lambdas []float64) error {
	for i, lambda := range lambdas {
		options := job.with(lambda).Config.Training
		if err := options.Validate(); err != nil {
			return err
		}
		if err := CheckModel(*options, job.Config.Model.Model); err != nil {
			return err
		}
		if slices.Contains(lambdas[:i], lambda) {
			return fields.Errorf("{lambda} lists %g twice", lambda)
		}
	}
	if !run.Started(job.Store) {
		return run.Vacant(job.Store)
	}
	stored, err := run.ReadConfig(job.Store)
	if err == nil && (stored.Training == nil || !slices.Equal(stored.Training.LambdaFrom, lambdas)) {
		return fields.Errorf("%s holds a run already, which was not chosen from these {lambda}: choose another folder", job.Store)
	}
	return nil
}

// with is the job of one candidate.
func (j Job) with(lambda float64) Job {
	options := *j.Config.Training
	options.Lambda = lambda
	j.Config.Training = &options
	j.Store = j.Store.Within("lambda_" + run.FormatNumber(lambda))
	return j
}

// keep makes the store a copy of the candidate, whose run this is. A picture that
// cannot be copied is no error.
func keep(r *run.Run, store, candidate run.Store, lambdas []float64, notice func(string)) (*run.Run, error) {
	options := *r.Config.Training
	options.LambdaFrom = lambdas
	kept := &run.Run{Config: r.Config, Model: r.Model, Weights: r.Weights, Metrics: maps.Clone(r.Metrics)}
	kept.Config.Training = &options
	rows, err := run.ReadMetrics(candidate)
	if err != nil {
		return nil, err
	}
	if err := run.Remove(store); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return kept, run.Make(store, kept.Config, func() error {
		if err := run.WriteMetrics(store, rows); err != nil {
			return err
		}
		if err := copyCurve(candidate, store); err != nil && notice != nil {
			notice(fmt.Sprintf("the learning curve was not copied: %v", err))
		}
		return kept.WriteWeights(store)
	})
}

// copyCurve copies the picture of a run, if it has one.
func copyCurve(from, to run.Store) error {
	if !from.Holds(run.CurveName) {
		return nil
	}
	picture, err := from.Read(run.CurveName)
	if err != nil {
		return err
	}
	return to.Write(run.CurveName, picture)
}
