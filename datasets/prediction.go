package datasets

import (
	"gmnc/datasets/npz"
	"gmnc/system"
)

// ReadPrediction reads the positions that WritePrediction wrote for these
// samples, one after the other. A file for other samples, by their number or
// size, is an error.
func ReadPrediction(path string, samples []system.Sample) (position []float32, err error) {
	err = npz.Open(path, func(a *npz.Archive) error {
		if !a.Has("x") {
			return a.Errorf("x", "is missing: gmnc predict -o writes predictions, x and v [samples, particles, 3]")
		}
		position, _, err = a.Floats("x",
			npz.Axis{Name: "samples", Size: len(samples)}, npz.Axis{Name: "particles", Size: samples[0].Particles()}, npz.Axis{Name: "axes", Size: 3})
		return err
	})
	return position, err
}
