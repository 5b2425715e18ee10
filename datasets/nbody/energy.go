package nbody

import (
	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

// Potential is the potential energy of systems of a data set that was simulated
// in natural units, at positions [n*3]; nil for other data, whose energy is not
// known, and where masses, pins or gravity make it another.
func Potential(data *datasets.Data) func(s *system.Sample, position []float32) float64 {
	about := data.About
	if about.LengthUnit != unit || about.VelocityUnit != unit || !data.Has(system.Charge) ||
		data.Has(system.Mass) || data.Has(system.Pinned) || data.Has(system.Gravity) {
		return nil
	}
	return func(s *system.Sample, position []float32) float64 {
		vectors, charge := make([][3]float64, s.Particles()), make([]float64, s.Particles())
		for i, x := range position {
			vectors[i/3][i%3] = float64(x)
		}
		for i, q := range s.Charge {
			charge[i] = float64(q)
		}
		return sim.Potential(vectors, charge)
	}
}
