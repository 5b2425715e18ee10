package artifact

import (
	"errors"
	"fmt"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/predict/conformal"
	"gmnc/runtime"
	"gmnc/system"
)

// RadiusCoverage is the coverage of a radius on the validation samples of the data set that
// calibrated it. The radius for each fifth of them comes from the other four.
type RadiusCoverage struct {
	Data   string `json:"data"`
	SHA256 string `json:"sha256"`
	// Overlap says how many of the samples begin within a span of a training sample. It is
	// empty if there are few.
	Overlap string `json:"overlap,omitempty"`
	conformal.Coverage
	// Steps holds the same measurements after more than one step, for a file that rolls.
	Steps []conformal.Step `json:"steps,omitempty"`
}

// lines describes the coverage of the radius.
func (r *RadiusCoverage) lines() []string {
	lines := []string{fmt.Sprintf("On the validation samples of %s, which calibrated it, %s. For this each fifth of them was measured by the radius that the other four fifths give.", r.Data, r.Coverage)}
	if r.Overlap != "" {
		lines = append(lines, r.OverlapText())
	}
	for _, step := range r.Steps {
		lines = append(lines, fmt.Sprintf("On the validation samples, %s.", step))
	}
	return lines
}

// OverlapText says what a radius is worth if its samples overlap training.
func (r *RadiusCoverage) OverlapText() string {
	return r.Overlap + ", and these calibrated the radius: it may cover less of motion at other times."
}

// RadiusErr returns an error if the radius covers less than is stated.
func (t *TestErrors) RadiusErr() error {
	if t.Radius == nil {
		return nil
	}
	err := t.Radius.Err()
	for _, step := range t.Rolled {
		if of := step.Err(); of != nil {
			err = errors.Join(err, fmt.Errorf("after %d steps %w", step.Step, of))
		}
	}
	return err
}

// MeasureSpread measures how far the runs of a model are apart, by its outputs for samples. It
// returns nil for a single run.
func MeasureSpread(config config.Config, samples []system.Sample, outputs map[string][]float32) (*conformal.Spread, error) {
	if config.Runs == 0 {
		return nil, nil
	}
	found, err := conformal.ErrorsOf(samples, outputs, false)
	if err != nil {
		return nil, err
	}
	measured, err := conformal.MeasureSpread(outputs[graph.PositionSpread], found)
	return &measured, err
}

// RadiusSteps returns the number of steps for which a file that rolls has radii, or 0 for
// another model.
func (m *Model) RadiusSteps() int {
	if radius := m.run.Config.Model.Radius; radius != nil && m.file != nil {
		return len(radius.Steps)
	}
	return 0
}

// MeasureSteps measures the radii of a file that rolls, along the samples' trajectories. It
// returns nil for another model.
func (m *Model) MeasureSteps(engine runtime.Engine, samples []system.Sample) ([]conformal.MeasuredStep, error) {
	steps := m.RadiusSteps()
	if steps == 0 {
		return nil, nil
	}
	frames, err := RollFile(engine, m.data, samples, steps)
	if err != nil {
		return nil, err
	}
	return conformal.MeasureSteps(m.run.Config.Model.Radius.Level, samples, frames)
}

// MeasureRadius measures a model's radius by its outputs for samples. It returns nil for a
// model without a radius.
func MeasureRadius(config config.Config, samples []system.Sample, outputs map[string][]float32) (*conformal.Measured, error) {
	if config.Radius == nil {
		return nil, nil
	}
	found, err := conformal.ErrorsOf(samples, outputs, config.TrueVelocity)
	if err != nil {
		return nil, err
	}
	measured, err := conformal.Measure(config.Radius.Level, conformal.RadiiOf(outputs), found)
	return &measured, err
}
