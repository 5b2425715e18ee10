package md17

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/periodic"
)

// agree gives all molecules the elements of all of them, and a cell field if any of them has a
// cell. It removes what only some molecules have, and returns notes on it.
func agree(all []*source) (notes []string) {
	var known []int64
	celled := false
	for _, s := range all {
		known = append(known, s.numbers...)
		celled = celled || s.inBox()
	}
	drop := func(what string, has func(s *source) bool, leave func(t *trajectory)) {
		if len(all) == 1 || !slices.ContainsFunc(all, has) || !slices.ContainsFunc(all, func(s *source) bool { return !has(s) }) {
			return
		}
		for _, s := range all {
			leave(s.trajectory)
		}
		notes = append(notes, what+" are of some of the molecules alone, and left out")
	}
	drop("energies and forces", (*source).hasEnergies, func(t *trajectory) { t.energy, t.forces = nil, nil })
	drop("charges", func(s *source) bool { return s.trajectory.hasCharges() }, func(t *trajectory) { t.charges = nil })
	drop("velocities", func(s *source) bool { return s.trajectory != nil && s.speeds != nil }, func(t *trajectory) { t.speeds = nil })
	if slices.ContainsFunc(all, func(s *source) bool { return math.Abs(s.frameTime-all[0].frameTime) > agreeTime*all[0].frameTime }) {
		notes = append(notes, "frames of the molecules take different times, or those of some are not known: velocities are in angstrom a frame")
		for _, s := range all {
			s.frameTime = 0
		}
	}
	for _, s := range all {
		s.known, s.celled = known, celled
	}
	return notes
}

// inBox reports whether any frame has a periodic box.
func (s *source) inBox() bool {
	return s.trajectory != nil && slices.ContainsFunc(s.cells, func(c *periodic.Cell) bool { return c != nil })
}

func (s *source) hasEnergies() bool {
	return s.trajectory != nil && s.energy != nil && s.forces != nil
}

func (t *trajectory) hasCharges() bool { return t != nil && t.charges != nil }

// said returns the notes, with the molecule's name if there are several molecules.
func (s *source) said() []string {
	notes := s.notes
	if s.trajectory != nil && s.speeds != nil && s.timed != "" {
		notes = append(notes, s.timed)
	}
	if s.name == "" {
		return notes
	}
	named := make([]string, len(notes))
	for i, note := range notes {
		named[i] = s.name + ": " + note
	}
	return named
}

// joined returns one data set of the pairs of all molecules. If there are several, the atoms
// have no names.
func joined(parts []*datasets.Data, all []*source) *datasets.Data {
	data := parts[0]
	if len(parts) == 1 {
		return data
	}
	for name, origin := range data.Origins {
		origin.Starts = nil
		for i, part := range parts {
			for _, start := range part.Origins[name].Starts {
				origin.Starts = append(origin.Starts, int64(all[i].first)+start)
			}
		}
		data.Origins[name] = origin
	}
	for _, part := range parts[1:] {
		data.Train, data.Valid, data.Test = append(data.Train, part.Train...), append(data.Valid, part.Valid...), append(data.Test, part.Test...)
	}
	data.About.Names = ""
	data.About.Source = fmt.Sprintf("%d molecules of %s", len(parts), data.About.Source)
	return data
}
