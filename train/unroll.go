package train

import (
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/system"
)

// checkUnroll reports options and samples that a model cannot be applied to again
// and again: without a velocity, or without trajectories of Options.Unroll steps.
func checkUnroll(samples []system.Sample, o run.Options) error {
	if o.Velocity == 0 {
		return fields.Errorf("{unroll} %d applies the model to what it returned, and without {velocity} it returns no true velocity: give {velocity} above 0, such as %g", o.Unroll, run.DefaultVelocity)
	}
	for i := range samples {
		switch t := samples[i].Trajectory; {
		case t == nil || t.Velocities == nil:
			return fields.Errorf("{unroll} %d is for trajectories, and training sample %d has an input and a target alone: make a data set with gmnc simulate --frames %d or more, or train with {unroll} 0", o.Unroll, i, o.Unroll+1)
		case t.Frames() <= o.Unroll:
			return fields.Errorf("{unroll} %d needs %d frames, and the trajectory of training sample %d has %d: use {unroll} %d or less", o.Unroll, o.Unroll+1, i, t.Frames(), t.Frames()-1)
		}
	}
	return nil
}

// stretches returns all stretches of this number of steps of the samples' trajectories,
// one sample's after another's; with reverse each trajectory backwards in time, too.
func stretches(samples []system.Sample, steps int, reverse bool) (all []system.Sample) {
	for _, s := range samples {
		ways := []*system.Trajectory{s.Trajectory}
		if reverse {
			ways = append(ways, s.Trajectory.Reversed())
		}
		for _, way := range ways {
			for start := range way.Frames() - steps {
				all = append(all, s.Along(way.Stretch(start, steps)))
			}
		}
	}
	return all
}
