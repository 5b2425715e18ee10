package train

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train/residual"
	"gmnc/train/shooting"
)

// fewestFrames is the least number of frames in recordings whose noise and residuals can judge
// a law that has weights besides its constants.
const fewestFrames = 6

// judgeStates judges whether a law with weights besides its constants fits the recordings. It
// fits their first states for this. Of networks, and of laws that this cannot be done for, it
// compares the errors with the noise of the recordings.
func (t *training) judgeStates(ctx context.Context, best *run.Run) error {
	problem := shooting.Problem{Samples: t.recordings(), Time: datasets.Time(t.job.Data), Roll: t.roll(t.eval, t.model.Config, best.Weights, nil)}
	if t.additionalForces() == nil || t.options.Velocity == 0 || !recorded(problem.Samples) {
		return t.compareWithNoise(ctx, best)
	}
	found, err := problem.States(ctx)
	if err != nil {
		return fmt.Errorf("cannot judge what the law leaves: %w", err)
	}
	return t.judge(ctx, best, found, nil)
}

// compareWithNoise stores in the run how far its model is from training samples, next to the
// noise of the recordings, or why that is not known.
func (t *training) compareWithNoise(ctx context.Context, best *run.Run) error {
	if hasEnergy(t.model) {
		best.SetFit(run.Fit{Text: "whether the model fits is not known: it was trained on energies and forces, whose noise no recordings tell"})
		return nil
	}
	if err := t.trainer.SetParams(best.Weights); err != nil {
		return err
	}
	some := t.samples[:min(len(t.samples), len(t.valid))]
	found, err := t.measure(ctx, t.eval, some)
	if err != nil {
		return fmt.Errorf("cannot judge what the model leaves: %w", err)
	}
	comparison := residual.NoiseComparison{Train: math.Sqrt(found.error), Valid: math.Sqrt(best.Valid()), Samples: len(some)}
	switch {
	case recorded(t.job.Data.Train):
		comparison.Noise = shooting.NoiseOfPositions(t.job.Data.Train)
		comparison.Unknown = "the recordings do not tell their noise, since their frames are too far apart or have no velocities"
	case !slices.ContainsFunc(t.job.Data.Train, func(s system.Sample) bool { return s.Trajectory != nil }):
		comparison.Unknown = "this data set has pairs of frames, not recordings, and pairs do not tell their noise"
	default:
		comparison.Unknown = fmt.Sprintf("only recordings of at least %d frames tell their noise", fewestFrames)
	}
	best.SetFit(run.Fit{Text: comparison.Text(t.job.Data.About.LengthUnit), Left: comparison.Train, Noise: comparison.Noise})
	return nil
}

// recorded reports whether all samples are recordings of at least fewestFrames frames.
func recorded(samples []system.Sample) bool {
	return !slices.ContainsFunc(samples, func(s system.Sample) bool { return s.Trajectory == nil || s.Trajectory.Frames() < fewestFrames })
}

// judge stores in the run whether its law fits, and what the law may lack.
func (t *training) judge(ctx context.Context, best *run.Run, found *shooting.Fit, moving []parameter) error {
	samples := t.recordings()
	var forced shooting.Roll
	if additional := t.additionalForces(); additional != nil {
		p, config, err := t.variant(func(c *config.Config) {
			for _, f := range additional {
				c.Fields = with(c.Fields, f.Name)
				c.PerFrame = with(c.PerFrame, f.Name)
			}
		})
		if err != nil {
			return err
		}
		defer p.Close()
		forced = t.roll(p, config, best.Weights, moving)
	}
	verdict, err := residual.Judge(ctx, found, forced, &samples[0], t.job.Data.About.ParticleNames())
	if err != nil {
		return fmt.Errorf("cannot judge what the law leaves: %w", err)
	}
	verdict.Finer, verdict.Epochs = finerSteps(t.model.Config), moving == nil
	text := verdict.Text(t.job.Data.About.LengthUnit, t.job.Data.About.VelocityUnit)
	if left := t.leftOut(); left != "" && moving != nil {
		text += "; " + left
	}
	best.SetFit(run.Fit{Text: text, Known: verdict.Known(), Misses: verdict.Misses(), Left: verdict.Fit, Noise: verdict.Noise, NoiseAtMost: verdict.Most})
	return nil
}

// finerSteps names the options of a training that takes finer time steps than those of a model.
func finerSteps(of config.Config) string {
	better := of
	if better.Integrator = config.RungeKutta4; of.Jointed() || of.Integrator == better.Integrator || better.Validate() != nil {
		return "more --layers"
	}
	return "--integrator " + better.Integrator + ", or with more --layers"
}

// additionalForces returns the fields of forces that the model can take in addition to its own.
func (t *training) additionalForces() (fields []*system.Field) {
	taken := t.model.Config.Describe().Fields
	for _, f := range []*system.Field{system.Force, system.Torque, system.Thrust} {
		if slices.Contains(taken, f) {
			fields = append(fields, f)
		}
	}
	return fields
}

// with returns names with one more, unless it is among them already.
func with(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(slices.Clone(names), name)
}

// roll returns a function that rolls systems out with a predictor of a configuration, with the
// trainer's weights.
func (t *training) roll(p predict.Predictor, of config.Config, weights map[string]runtime.Tensor, moving []parameter) shooting.Roll {
	return func(ctx context.Context, at []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		if err := t.trainer.SetParams(withValues(weights, moving, at)); err != nil {
			return nil, nil, err
		}
		rollout := predict.Rollout{Predictor: p, Samples: starts, Steps: steps, PerFrame: of.PerFrame}
		for frame, err := range rollout.Frames(ctx) {
			if err != nil {
				return nil, nil, err
			}
			positions, velocities = append(positions, frame.Position), append(velocities, frame.Velocity)
		}
		return positions, velocities, nil
	}
}

// coarseSteps is the number of time steps in a prediction that only gives derivatives.
const coarseSteps = 1

// variant returns a predictor of another configuration, with the model's weights.
func (t *training) variant(change func(c *config.Config)) (predict.Predictor, config.Config, error) {
	config := t.job.Config.Model
	change(&config)
	complete, err := builder.New(config, false)
	if err != nil {
		return nil, config, err
	}
	session, err := t.trainer.Session(complete.Module)
	if err != nil {
		return nil, config, err
	}
	return predict.Shared(predict.NewRowPredictor(predict.ForModule(session, complete.Module), t.mode.Ragged), t.job.Ranks), config, nil
}
