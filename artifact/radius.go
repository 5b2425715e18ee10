package artifact

import (
	"gmnc/builder"
	"gmnc/predict/conformal"
	"gmnc/system"
)

// RadiusCoverage is how much a radius covers of the validation samples of the data set
// that calibrated it, where each fifth of them has its radius from the others.
type RadiusCoverage struct {
	Data   string `json:"data"`
	SHA256 string `json:"sha256"`
	conformal.Coverage
}

// RadiusErr reports a radius that covers less than is stated.
func (t *TestErrors) RadiusErr() error {
	if t.Radius == nil {
		return nil
	}
	return t.Radius.Err()
}

// MeasureSpread is how far the runs of a model are apart, by its outputs for samples; nil
// of one run.
func MeasureSpread(config builder.Config, samples []system.Sample, outputs map[string][]float32) (*conformal.Spread, error) {
	if config.Runs == 0 {
		return nil, nil
	}
	found, err := conformal.ErrorsOf(samples, outputs, false)
	if err != nil {
		return nil, err
	}
	measured, err := conformal.MeasureSpread(outputs[builder.PositionSpread], found)
	return &measured, err
}

// MeasureRadius is what was measured of a model's radius by its outputs for samples; nil
// of a model without.
func MeasureRadius(config builder.Config, samples []system.Sample, outputs map[string][]float32) (*conformal.Measured, error) {
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
