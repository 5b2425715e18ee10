package reproduce

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"gmnc/artifact"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// knowingLevel is the probability of the radii that the table measures.
const knowingLevel = 0.9

// Goals of the table. Coverage may be off by knowingOff where a system is the training's,
// and is never below knowingLeast elsewhere.
const (
	knowingOff   = 0.02
	knowingLeast = 0.8
	knowingSharp = 1.5
	knowingRank  = 0.6
	knowingTime  = 1.3
)

// knowing are radii measured on test samples.
type knowing struct {
	Particles float64 `json:"particles_covered,omitempty"`
	Systems   float64 `json:"systems_covered,omitempty"`
	// Sharpness is the median radius over the error that the level's share stays below.
	Sharpness float64 `json:"sharpness,omitempty"`
	Rank      float64 `json:"rank_correlation,omitempty"`
	// Time is the time of a call of the file with radii, of one system, over the time of
	// the file without.
	Time float64 `json:"time,omitempty"`
}

// misses names the goals that are not met; elsewhere says that a system is not the
// training's.
func (k knowing) misses(elsewhere bool) string {
	least, most := knowingLevel-knowingOff, knowingLevel+knowingOff
	if elsewhere {
		least, most = knowingLeast, 1
	}
	var missed []string
	for _, goal := range []struct {
		name string
		met  bool
	}{
		{"particles", least <= k.Particles && k.Particles <= most}, {"systems", least <= k.Systems && k.Systems <= most},
		{"radius", k.Sharpness <= knowingSharp}, {"rank", k.Rank >= knowingRank}, {"time", k.Time <= knowingTime},
	} {
		if !goal.met {
			missed = append(missed, goal.name)
		}
	}
	return strings.Join(missed, ", ")
}

// known measures the radii of a model that validation samples of its training data
// calibrate, on test samples.
func (r *runner) known(ctx context.Context, c cell, trained *run.Run, samples []system.Sample, found *knowing) error {
	data, path, err := r.data.Get(ctx, c.Data)
	if err != nil {
		return err
	}
	info, err := run.DescribeData(path, data)
	if err != nil {
		return err
	}
	radius := deploy.Radius{Level: knowingLevel, Info: info, Valid: data.Valid}
	with, _, err := radius.Calibrate(trained)
	if err != nil {
		return err
	}
	if c.Steps > 1 {
		*found, err = knownAfter(ctx, c.Steps, radius, with, samples)
		return err
	}
	predictor, err := artifact.OpenRun(engines.ForModules(), with)
	if err != nil {
		return err
	}
	defer predictor.Close()
	outputs, err := predictor.Outputs(samples)
	if err != nil {
		return err
	}
	measured, err := artifact.MeasureRadius(with.Config.Model, samples, outputs)
	if err != nil {
		return err
	}
	*found = knowingOf(*measured)
	found.Time, err = timeOver(with, trained, samples[:1])
	return err
}

// knownAfter measures radii after the last of some steps of a rollout; they have no time
// of their own.
func knownAfter(ctx context.Context, steps int, radius deploy.Radius, with *run.Run, samples []system.Sample) (knowing, error) {
	with, _, err := radius.CalibrateSteps(with, steps)
	if err != nil {
		return knowing{}, err
	}
	predictor, err := artifact.OpenRun(engines.ForModules(), with)
	if err != nil {
		return knowing{}, err
	}
	defer predictor.Close()
	config := with.Config.Model
	rollout := predict.Rollout{Predictor: predictor, Samples: samples, Steps: steps, PerFrame: config.PerFrame}
	measured, err := conformal.MeasureRollout(ctx, rollout, config.Radius)
	return knowingOf(measured), err
}

// knowingOf is what the table has of a measurement.
func knowingOf(m conformal.Measured) knowing {
	return knowing{Particles: m.Position, Systems: m.System, Sharpness: m.Median / m.Quantile, Rank: m.Rank}
}

// calls is how often each file is called for its time.
const calls = 101

// timeOver is the least time of a call of a run's file over the least of another's, in
// turn: what else a machine does only adds to it.
func timeOver(one, other *run.Run, samples []system.Sample) (ratio float64, err error) {
	var predictors []predict.Predictor
	defer func() {
		for _, predictor := range predictors {
			err = errors.Join(err, predictor.Close())
		}
	}()
	for _, trained := range []*run.Run{one, other} {
		info, err := artifact.Info(trained)
		if err != nil {
			return 0, err
		}
		file, err := export.Model(trained.Model.Module, trained.Floats(), info)
		if err != nil {
			return 0, err
		}
		predictor, err := artifact.OpenFile(engines.ForFiles(), file)
		if err != nil {
			return 0, err
		}
		predictors = append(predictors, predictor)
	}
	times := make([][]float64, len(predictors))
	for range calls {
		for i, predictor := range predictors {
			start := time.Now()
			if _, err := predictor.Outputs(samples); err != nil {
				return 0, err
			}
			times[i] = append(times[i], time.Since(start).Seconds())
		}
	}
	return slices.Min(times[0]) / slices.Min(times[1]), nil
}
