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

// RadiusCoverage is how much a radius covers of the validation samples of the data set
// that calibrated it, where each fifth of them has its radius from the others.
type RadiusCoverage struct {
	Data   string `json:"data"`
	SHA256 string `json:"sha256"`
	// Overlap says how many of them begin within a span of a training sample; empty of few.
	Overlap string `json:"overlap,omitempty"`
	conformal.Coverage
	// Steps are the same of a file that rolls, after more than one step.
	Steps []conformal.Step `json:"steps,omitempty"`
}

// lines say how much the radius covers.
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

// OverlapText says of a radius what it is worth where its samples overlap training.
func (r *RadiusCoverage) OverlapText() string {
	return r.Overlap + ", and these calibrated the radius: it may cover less of motion at other times."
}

// RadiusErr reports a radius that covers less than is stated.
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

// MeasureSpread is how far the runs of a model are apart, by its outputs for samples; nil
// of one run.
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

// RadiusSteps is how many steps a file that rolls has radii for; 0 of another model.
func (m *Model) RadiusSteps() int {
	if radius := m.run.Config.Model.Radius; radius != nil && m.file != nil {
		return len(radius.Steps)
	}
	return 0
}

// MeasureSteps is what was measured of the radii of a file that rolls, along the samples'
// trajectories; nil of another model.
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

// MeasureRadius is what was measured of a model's radius by its outputs for samples; nil
// of a model without.
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
