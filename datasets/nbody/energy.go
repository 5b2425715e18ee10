package nbody

import (
	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

// Potential is the potential energy of systems of a data set at positions [n*3]: that
// of charges, where the data were simulated in natural units, and that in gravity. It is
// nil where there is neither, and where the energy of charges, springs or given forces
// is not known.
func Potential(data *datasets.Data) func(s *system.Sample, position []float32) float64 {
	about := data.About
	natural := about.LengthUnit == unit && about.VelocityUnit == unit
	charged, falls := data.Has(system.Charge), data.Has(system.Gravity)
	if !charged && !falls || charged && !natural || data.Has(system.Force) || len(data.EdgeFeatures) > 0 {
		return nil
	}
	return func(s *system.Sample, position []float32) (energy float64) {
		if falls {
			energy = inGravity(s, position)
		}
		if !charged {
			return energy
		}
		vectors, charge := make([][3]float64, s.Particles()), make([]float64, s.Particles())
		for i, x := range position {
			vectors[i/3][i%3] = float64(x)
		}
		for i, q := range s.Charge {
			charge[i] = float64(q)
		}
		return energy + sim.Potential(vectors, charge)
	}
}

// inGravity is the energy -m g x of all particles; pinned ones do not count.
func inGravity(s *system.Sample, position []float32) (energy float64) {
	mass, pinned, g := system.Mass.Of(s), system.Pinned.Of(s), system.Gravity.Of(s)
	for i, x := range position {
		if pinned != nil && pinned[i/3] != 0 {
			continue
		}
		m := 1.
		if mass != nil {
			m = float64(mass[i/3])
		}
		energy -= float64(m * float64(g[i%3]) * float64(x))
	}
	return energy
}
