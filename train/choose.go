package train

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"gmnc/internal/atomicfile"
)

// Begin trains a job: Train or Resume, or what shows them to somebody.
type Begin func(ctx context.Context, job Job) (*Run, error)

// ChooseLambda trains the job once for each weight of the constraint term
// and keeps the run of the lowest validation error. The candidates are
// complete runs in folders of their own within the job's; the job's folder
// becomes a copy of the best, without what a resumed training goes on from.
// A candidate whose numbers leave the float range is out; if all do, that is
// the error. Called again after an interrupt it goes on with the candidates as
// begin does, which may find them started.
func ChooseLambda(ctx context.Context, job Job, lambdas []float64, begin Begin) (*Run, error) {
	if err := checkLambdas(job, lambdas); err != nil {
		return nil, err
	}
	var best *Run
	var out []error
	folder := ""
	for _, lambda := range lambdas {
		candidate := job.with(lambda)
		run, err := begin(ctx, candidate)
		if _, overflew := errors.AsType[*NonFinite](err); overflew {
			out = append(out, fmt.Errorf("--lambda %g: %w", lambda, err))
			continue
		}
		if err != nil {
			return nil, err
		}
		if best == nil || run.valid() < best.valid() {
			best, folder = run, candidate.Folder
		}
	}
	if best == nil {
		return nil, errors.Join(out...)
	}
	return best.keep(job.Folder, folder, lambdas)
}

// checkLambdas reports what is wrong before any of them is trained.
func checkLambdas(job Job, lambdas []float64) error {
	for i, lambda := range lambdas {
		options := job.with(lambda).Config.Training
		if err := options.Validate(); err != nil {
			return err
		}
		if err := options.checkModel(job.Config.Model.Model); err != nil {
			return err
		}
		if slices.Contains(lambdas[:i], lambda) {
			return fmt.Errorf("--lambda lists %g twice", lambda)
		}
	}
	if !Started(job.Folder) {
		return vacant(job.Folder)
	}
	stored, err := ReadConfig(job.Folder)
	if err == nil && (stored.Training == nil || !slices.Equal(stored.Training.LambdaFrom, lambdas)) {
		return fmt.Errorf("%s holds a run already, which was not chosen from these --lambda: choose another folder", job.Folder)
	}
	return nil
}

// with is the job of one candidate.
func (j Job) with(lambda float64) Job {
	options := *j.Config.Training
	options.Lambda = lambda
	j.Config.Training = &options
	j.Folder = filepath.Join(j.Folder, "lambda_"+number(lambda))
	return j
}

// valid is the lowest validation error; every training has one.
func (r *Run) valid() float64 {
	valid, err := strconv.ParseFloat(r.Metrics[validMetric], 64)
	if err != nil {
		return math.Inf(1)
	}
	return valid
}

// keep makes the folder a copy of the candidate, whose run this is.
func (r *Run) keep(folder, candidate string, lambdas []float64) (*Run, error) {
	options := *r.Config.Training
	options.LambdaFrom = lambdas
	kept := &Run{Config: r.Config, Model: r.Model, Weights: r.Weights, Metrics: maps.Clone(r.Metrics)}
	kept.Config.Training = &options
	rows, err := ReadMetrics(candidate)
	if err != nil {
		return nil, err
	}
	if err := RemoveRun(folder); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return kept, makeRun(folder, kept.Config, func() error {
		if err := writeMetrics(folder, rows); err != nil {
			return err
		}
		if err := copyCurve(candidate, folder); err != nil {
			return err
		}
		return kept.writeWeights(folder)
	})
}

// copyCurve copies the picture of a run, if it has one.
func copyCurve(from, to string) error {
	picture, err := os.ReadFile(filepath.Join(from, CurveName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot copy the run: %w", err)
	}
	return atomicfile.WriteBytes(filepath.Join(to, CurveName), picture)
}
