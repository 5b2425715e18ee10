package deploy

import (
	"gmnc/artifact"
	"gmnc/deploy/measure"
	"gmnc/export"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// halved returns a run with its weights rounded to float16.
func halved(trained *run.Run) (*run.Run, error) {
	rounded, err := export.Halved(trained.Floats())
	if err != nil {
		return nil, err
	}
	narrow := *trained
	narrow.Weights = map[string]runtime.Tensor{}
	for name, weight := range trained.Weights {
		weight.Float = rounded[name]
		narrow.Weights[name] = weight
	}
	return &narrow, nil
}

// rounding returns the largest difference between predictions of the rounded weights and those
// of the run's own weights, both in the float64 interpreter.
func (e exporting) rounding() (*artifact.Rounding, error) {
	before, err := measure.New(e.unrounded, e.topology, nil, nil, measure.Amount{})
	if err != nil {
		return nil, err
	}
	rounded, err := artifact.OpenRun(engines.Reference(), e.run)
	if err != nil {
		return nil, err
	}
	defer rounded.Close()
	largest, where, err := verify.Largest(before.Groups, before.References, rounded)
	return &artifact.Rounding{Largest: largest, Where: where}, err
}
