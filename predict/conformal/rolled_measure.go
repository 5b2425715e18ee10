package conformal

import (
	"context"
	"errors"
	"fmt"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/system"
)

// over returns errors divided by radii. The result for a radius of 0 or NaN is the largest
// float32.
func over(distances []float64, radii []float32) []float64 {
	scores := make([]float64, len(distances))
	for i, e := range distances {
		scores[i] = e / float64(radii[i])
	}
	return finite(scores)
}

// MeasureSteps compares the radii of a rollout with the samples' trajectories after ShownSteps,
// as far as these reach. frames holds the outputs after each step.
func MeasureSteps(level float64, samples []system.Sample, frames []map[string][]float32) (all []MeasuredStep, err error) {
	for _, step := range ShownSteps(len(frames)) {
		outputs := frames[step-1]
		e, err := errorsAfter(samples, step, outputs[system.Position.Name], outputs[system.Velocity.Name])
		if errors.As(err, new(tooShort)) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		m, err := Measure(level, RadiiOf(outputs), e)
		if err != nil {
			return nil, err
		}
		all = append(all, MeasuredStep{step, m})
	}
	return all, nil
}

// MeasureRollout compares the radii of a model after the last step of a rollout with the
// samples' trajectories.
func MeasureRollout(ctx context.Context, rollout predict.Rollout, radius *config.Radius) (m Measured, err error) {
	err = Roll(ctx, rollout, radius, func(frame predict.Frame, r Radii) error {
		if frame.Step < rollout.Steps {
			return nil
		}
		e, err := errorsAfter(rollout.Samples, frame.Step, frame.Position, frame.Velocity)
		if err != nil {
			return err
		}
		m, err = Measure(radius.Level, r, e)
		return err
	})
	return m, err
}

// String returns the coverage after the step in a line.
func (s Step) String() string { return fmt.Sprintf("after %d steps %s", s.Step, s.Coverage) }

// String returns the measurement after the step in a line.
func (s MeasuredStep) String() string { return fmt.Sprintf("after %d steps %s", s.Step, s.Measured) }

// Table returns the measurement as a row.
func (s MeasuredStep) Table(unit string) []predict.Row {
	return []predict.Row{{Name: fmt.Sprintf("within it after %d steps", s.Step), Value: fmt.Sprintf("%.1f %% of particles, %.1f %% of systems; median radius %s, rank %.2f",
		100*s.Position, 100*s.System, predict.Length(s.Median, unit), s.Rank)}}
}
