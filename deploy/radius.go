package deploy

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export/rolling"
	"gmnc/internal/fields"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Radius asks for a file that says how large the errors of its predictions may be.
type Radius struct {
	Level float64 // the probability that the truth lies within
	// Info and Valid are the data set and its validation samples, which calibrate the radius.
	Info  *run.DataInfo
	Valid []system.Sample
	// Overlap says how many of the samples begin within a span of a training sample. It is
	// empty if there are few.
	Overlap string
}

// check returns an error if a file cannot have the radius.
func (r *Radius) check(options Options) error {
	switch {
	case !(r.Level > 0 && r.Level < 1):
		return fields.Errorf("{radius} %g is no probability: expected a number between 0 and 1, such as 0.9", r.Level)
	case options.Rollout != nil && options.Rollout.Steps == 0:
		return fields.Errorf("{radius} goes with a {rollout} of so many steps, for which it is calibrated, and errors grow with every step of a loop: say how many with {rollout}=N")
	case options.Step:
		return fields.Errorf("{radius} does not go with {train_step}: the weights change, and the radius would be another's; leave one of them out")
	}
	return nil
}

// Calibrate returns a run whose model has a radius, and the coverage of the radius on the
// samples that calibrated it.
func (r *Radius) Calibrate(trained *run.Run) (*run.Run, *artifact.RadiusCoverage, error) {
	fail := func(err error) (*run.Run, *artifact.RadiusCoverage, error) {
		return nil, nil, fmt.Errorf("the radius, by the validation samples of %s: %w", r.Info.File, err)
	}
	if len(r.Valid) == 0 {
		return fail(errors.New("there are none: they calibrate it"))
	}
	if err := artifact.Check(trained.Config.Model, nil, r.Valid); err != nil {
		return fail(err)
	}
	straight, err := predict.StraightLine(r.Valid)
	if err != nil {
		return fail(err)
	}
	showing, err := rebuilt(trained, &config.Radius{Level: r.Level, Time: straight.Time})
	if err != nil {
		return nil, nil, err
	}
	found, err := radiusErrors(showing, r.Valid)
	if err != nil {
		return fail(err)
	}
	radius, coverage, err := conformal.Calibrate(r.Level, straight.Time, found)
	if err != nil {
		return fail(err)
	}
	with, err := rebuilt(trained, radius)
	return with, &artifact.RadiusCoverage{Data: r.Info.File, SHA256: r.Info.SHA256, Overlap: r.Overlap, Coverage: coverage}, err
}

// CalibrateSteps returns a run whose radius grows over the steps of a file that rolls,
// calibrated by the trajectories of the validation samples. It ends with ctx.
func (r *Radius) CalibrateSteps(ctx context.Context, trained *run.Run, steps int) (*run.Run, []conformal.Step, error) {
	predictor, err := artifact.OpenRun(engines.ForModules(), trained)
	if err != nil {
		return nil, nil, err
	}
	defer predictor.Close()
	config := trained.Config.Model
	rollout := predict.Rollout{Predictor: predictor, Samples: r.Valid, Steps: steps, PerFrame: config.PerFrame}
	radius, covered, err := conformal.CalibrateSteps(ctx, rollout, *config.Radius)
	if err != nil {
		return nil, nil, fmt.Errorf("the radius of %d steps, by the validation samples of %s: %w", steps, r.Info.File, err)
	}
	with, err := rebuilt(trained, radius)
	return with, covered, err
}

// grown returns the growth of radii in a file that rolls, or nil if the radius does not grow.
func grown(radius *config.Radius) *rolling.Radii {
	if radius == nil || radius.Steps == nil {
		return nil
	}
	r := &rolling.Radii{Time: math.Abs(radius.Time), MotionSoftness: config.MotionSoftness}
	for _, step := range radius.Steps {
		r.Position, r.System = append(r.Position, step.Position), append(r.System, step.System)
		r.PositionPowers = append(r.PositionPowers, (*rolling.RadiusPowers)(step.PositionPowers))
		r.SystemPowers = append(r.SystemPowers, (*rolling.RadiusPowers)(step.SystemPowers))
		if radius.Velocity != nil {
			r.Velocity = append(r.Velocity, step.Velocity)
		}
	}
	return r
}

// rebuilt returns a run whose model has a radius. No weight depends on it.
func rebuilt(trained *run.Run, radius *config.Radius) (*run.Run, error) {
	other := *trained
	other.Config.Model.Radius = radius
	var err error
	other.Model, err = builder.New(other.Config.Model, false)
	return &other, err
}

// radiusErrors returns the errors of a run for samples, with the features of its radius.
func radiusErrors(trained *run.Run, samples []system.Sample) (found conformal.Errors, err error) {
	predictor, err := artifact.OpenRun(engines.ForModules(), trained)
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, predictor.Close()) }()
	outputs, err := predictor.Outputs(samples)
	if err != nil {
		return found, err
	}
	found, err = conformal.ErrorsOf(samples, outputs, trained.Config.Model.TrueVelocity)
	found.Names, found.Least = trained.Config.Model.RadiusFeatures(), trained.Config.Model.RadiusSoftness()
	return found, err
}
