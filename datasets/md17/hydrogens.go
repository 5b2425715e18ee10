package md17

import "gmnc/system"

// withoutHydrogens returns the rows of the atoms that are not hydrogens, with width numbers
// each.
func withoutHydrogens[T any](numbers []int64, rows []T, width int) []T {
	var kept []T
	for i := range len(rows) / width {
		if numbers[i%len(numbers)] > 1 {
			kept = append(kept, rows[width*i:width*(i+1)]...)
		}
	}
	return kept
}

// dropHydrogens removes the hydrogens everywhere. Energies are those of all atoms, so they and
// the forces are removed, too.
func (s *source) dropHydrogens() {
	all := s.numbers
	s.numbers = nil
	for _, number := range all {
		if number > 1 {
			s.numbers = append(s.numbers, number)
		}
	}
	if len(s.numbers) == len(all) {
		return
	}
	if t := s.trajectory; t != nil {
		t.motion = system.Trajectory{Particles: len(s.numbers), Positions: withoutHydrogens(all, t.motion.Positions, 3)}
		t.momenta, t.speeds = withoutHydrogens(all, t.momenta, 3), withoutHydrogens(all, t.speeds, 3)
		t.charges = withoutHydrogens(all, t.charges, 1)
		if t.energy != nil || t.forces != nil {
			t.energy, t.forces = nil, nil
			s.notes = append(s.notes, "energies and forces are of all atoms and are left out with the hydrogens")
		}
		return
	}
	for _, samples := range [][]system.Sample{s.pairs.Train, s.pairs.Valid, s.pairs.Test} {
		for i := range samples {
			sample := &samples[i]
			sample.Position = withoutHydrogens(all, sample.Position, 3)
			sample.Velocity = withoutHydrogens(all, sample.Velocity, 3)
			sample.TargetPosition = withoutHydrogens(all, sample.TargetPosition, 3)
			sample.TargetVelocity = withoutHydrogens(all, sample.TargetVelocity, 3)
		}
	}
}
