package sim

import (
	"gmnc/internal/fields"
	"gmnc/system"
)

// Spring attracts two particles with Stiffness times the difference between their distance and
// Length.
type Spring struct {
	First, Second     int
	Stiffness, Length float64
}

// validateSprings reports springs that the particles of a system cannot have.
func (c Config) validateSprings() error {
	tied := map[[2]int]bool{}
	for _, s := range c.Springs {
		ends := [2]int{min(s.First, s.Second), max(s.First, s.Second)}
		switch {
		case ends[0] < 0 || ends[1] >= c.Particles() || ends[0] == ends[1]:
			return fields.Errorf("{spring} between the particles %d and %d: expected two of 0 to %d", s.First, s.Second, c.Particles()-1)
		case tied[ends]:
			return fields.Errorf("{spring}: two tie the particles %d and %d: expected one, of their sum", s.First, s.Second)
		case !(s.Stiffness >= 0 && s.Stiffness <= largestNumber) || !(s.Length >= 0 && s.Length <= largestNumber):
			return fields.Errorf("{spring} between the particles %d and %d of stiffness %v and length %v: expected 0 to %g", s.First, s.Second, s.Stiffness, s.Length, largestNumber)
		}
		tied[ends] = true
	}
	if len(c.Springs) > 0 && !c.Neutral {
		return fields.Errorf("{spring} needs {neutral}: springs make neighbors in the data set, and charges act between all particles")
	}
	return nil
}

// pull adds the forces of springs at positions [n].
func (m Mechanics) pull(position [][3]float64, force []vector) {
	for _, s := range m.Springs {
		r := load(position[s.First]).sub(load(position[s.Second]))
		if length := r.norm(); length > 0 {
			f := r.scale(s.Stiffness * (s.Length - length) / length)
			force[s.First], force[s.Second] = force[s.First].add(f), force[s.Second].sub(f)
		}
	}
}

// stretched returns the energy of springs.
func (m Mechanics) stretched(state system.State) (energy float64) {
	for _, s := range m.Springs {
		over := load(state.Position[s.First]).sub(load(state.Position[s.Second])).norm() - s.Length
		energy += float64(s.Stiffness * float64(over*over) / 2)
	}
	return energy
}
