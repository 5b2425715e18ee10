package train

import (
	"context"
	"fmt"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// checkUnroll reports an error if a model cannot be unrolled on samples: if the options have no
// velocity, or a sample has no trajectory of Options.Unroll steps. called is the word for the
// samples in the error.
func checkUnroll(samples []system.Sample, called string, o run.Options) error {
	if o.Velocity == 0 {
		return fields.Errorf("{unroll} %d applies the model to what it returned, and without {velocity} it returns no true velocity: give {velocity} above 0, such as %g", o.Unroll, run.DefaultVelocity)
	}
	for i := range samples {
		switch t := samples[i].Trajectory; {
		case t == nil || t.Velocities == nil:
			return fields.Errorf("{unroll} %d is for trajectories, and %s sample %d has an input and a target alone: make a data set with gmnc simulate --frames %d or more, or train with {unroll} 0", o.Unroll, called, i, o.Unroll+1)
		case t.Frames() <= o.Unroll:
			return fields.Errorf("{unroll} %d needs %d frames, and the trajectory of %s sample %d has %d: use {unroll} %d or less", o.Unroll, o.Unroll+1, called, i, t.Frames(), t.Frames()-1)
		}
	}
	return nil
}

// samplesIn returns the number of samples on which an epoch, counted from 1, trains.
func (t *training) samplesIn(epoch int) int {
	if t.options.Unroll == 0 {
		return len(t.samples)
	}
	return t.drawn(countStretches(t.job.Data.Train, t.options.UnrollIn(epoch), t.options.Reverse))
}

// drawn returns how many of count samples an epoch trains on: at most Options.Starts, but at
// least a batch.
func (t *training) drawn(count int) int {
	if t.options.Starts == 0 {
		return count
	}
	return min(count, max(t.options.Batch, t.options.Starts))
}

// checkBatches reports an error if an epoch would have no batch. The last epoch has the fewest
// samples, because longer stretches are fewer.
func (t *training) checkBatches() error {
	_, err := batches(t.samplesIn(t.options.Epochs), t.options.Batch, t.options.KeepLast)
	if err != nil && len(t.options.Curriculum) > 0 {
		return fields.Errorf("of stretches of {unroll} %d steps, with which {curriculum} ends, the %w", t.options.Unroll, err)
	}
	return err
}

// countStretches returns the number of samples that stretches returns.
func countStretches(samples []system.Sample, steps int, reverse bool) (count int) {
	for i := range samples {
		count += samples[i].Trajectory.Frames() - steps
	}
	if reverse {
		count *= 2
	}
	return count
}

// stretches returns all stretches of this number of steps in the samples' trajectories, one
// sample after another. If reverse is true, it adds those of each trajectory backwards in time.
func stretches(samples []system.Sample, steps int, reverse bool) []system.Sample {
	all := make([]system.Sample, 0, countStretches(samples, steps, reverse))
	for _, s := range samples {
		trajectories := []*system.Trajectory{s.Trajectory}
		if reverse {
			trajectories = append(trajectories, s.Trajectory.Reversed())
		}
		for _, trajectory := range trajectories {
			s.Trajectory = trajectory
			all = slices.AppendSeq(all, s.Stretches(0, 1, steps))
		}
	}
	return all
}

// validationSamples returns the samples to validate on. If Options.Unroll is above 1, they are
// stretches of as many steps, each beginning where the previous one ends.
func validationSamples(o run.Options, data *datasets.Data) ([]system.Sample, error) {
	samples, err := data.Split("valid")
	if err != nil {
		return nil, fmt.Errorf("training chooses its weights by validation: %w", err)
	}
	if o.Unroll <= 1 {
		return samples, nil
	}
	if err := checkUnroll(samples, "validation", o); err != nil {
		return nil, err
	}
	var all []system.Sample
	for _, s := range samples {
		all = slices.AppendSeq(all, s.Stretches(0, o.Unroll, o.Unroll))
	}
	return all, nil
}

// overSteps returns the errors of a model that is applied again and again to its own result.
// They are means over all steps of the samples' trajectories, which all have one length. Only
// the means are filled.
func (t *training) overSteps(ctx context.Context, p predict.Predictor, samples []system.Sample) (mean predict.Errors, err error) {
	steps := samples[0].Trajectory.Frames() - 1
	rollout := predict.Rollout{Predictor: p, Samples: samples, Steps: steps, PerFrame: t.model.Config.PerFrame}
	now := make([]system.Sample, len(samples))
	for frame, err := range rollout.Frames(ctx) {
		if err != nil {
			return mean, err
		}
		if frame.Step == 0 {
			continue
		}
		for i, s := range samples {
			now[i] = s.Along(s.Trajectory.Stretch(frame.Step-1, 1))
		}
		errs, err := predict.Compare(now, frame.Position)
		if err != nil {
			return mean, err
		}
		if errs.Velocity, err = predict.CompareVelocities(now, frame.Velocity); err != nil {
			return mean, err
		}
		mean.Position.Mean += errs.Position.Mean / float64(steps)
		mean.Velocity.Mean += errs.Velocity.Mean / float64(steps)
		mean.Constraint += errs.Constraint / float64(steps)
	}
	return mean, nil
}
