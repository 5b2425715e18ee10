package reproduce

import (
	"context"
	"errors"
	"slices"
	"time"

	"gmnc/artifact"
	"gmnc/deploy"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/export"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// known measures, on test samples, the radii that validation samples of a model's training data
// calibrate.
func (r *runner) known(ctx context.Context, c protocol.Cell, trained *run.Run, samples []system.Sample, found *protocol.RadiusMeasures) error {
	data, path, err := r.data.Get(ctx, c.Data)
	if err != nil {
		return err
	}
	info, err := run.DescribeData(path, data)
	if err != nil {
		return err
	}
	radius := deploy.Radius{Level: protocol.RadiusLevel, Info: info, Valid: data.Valid}
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

// knownAfter measures radii after the last of some steps of a rollout. It does not measure
// their time.
func knownAfter(ctx context.Context, steps int, radius deploy.Radius, with *run.Run, samples []system.Sample) (protocol.RadiusMeasures, error) {
	with, _, err := radius.CalibrateSteps(ctx, with, steps)
	if err != nil {
		return protocol.RadiusMeasures{}, err
	}
	predictor, err := artifact.OpenRun(engines.ForModules(), with)
	if err != nil {
		return protocol.RadiusMeasures{}, err
	}
	defer predictor.Close()
	config := with.Config.Model
	rollout := predict.Rollout{Predictor: predictor, Samples: samples, Steps: steps, PerFrame: config.PerFrame}
	measured, err := conformal.MeasureRollout(ctx, rollout, config.Radius)
	return knowingOf(measured), err
}

// knowingOf returns what the table shows of a measurement.
func knowingOf(m conformal.Measured) protocol.RadiusMeasures {
	return protocol.RadiusMeasures{Particles: m.Position, Systems: m.System, Sharpness: m.Median / m.Quantile, Rank: m.Rank}
}

// timeOver returns the least time of a call of a run's file divided by that of another's. The
// calls alternate, and the least time is taken as other work of the machine can only add to it.
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
	for range protocol.TimedCalls {
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
