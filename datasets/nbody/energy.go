package nbody

import (
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/datasets/graph"
	"gmnc/sim"
	"gmnc/system"
)

// Potential returns the potential energy of systems of a data set as a function of their
// positions [n*3]. It is the energy of charges, if the data were simulated in natural units, of
// springs with their constants, and of gravity. Potential returns nil if there is none of them.
// It also returns nil if the energy of charges, neighbors, given forces or planes is not
// known.
func Potential(data *datasets.Data) func(s *system.Sample, position []float32) float64 {
	about := data.About
	natural := about.LengthUnit == unit && about.VelocityUnit == unit
	charged, falls, tied := data.Has(system.Charge), data.Has(system.Gravity), slices.Equal(data.EdgeFeatures, graph.SpringConstants)
	unknown := charged && !natural || len(data.EdgeFeatures) > 0 && !tied
	for _, acts := range []*system.Field{system.Force, system.Torque, system.Thrust, system.Planes} {
		unknown = unknown || data.Has(acts)
	}
	if unknown || !charged && !falls && !tied {
		return nil
	}
	return func(s *system.Sample, position []float32) (energy float64) {
		if falls {
			energy = inGravity(s, position)
		}
		if tied {
			energy += checks.InSprings(s, data.EdgeFeatures, position)
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

// inGravity returns the energy -m g x of all particles except pinned ones.
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
