package arrays

import (
	"maps"
	"slices"

	"gmnc/datasets/looks"
	"gmnc/internal/fields"
)

// shift moves the arrays of a group in time against its positions by the options. It leaves out
// the frames at the ends of recordings that then lack some array.
func (s *source) shift(g *group) error {
	if len(s.o.Shift) == 0 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(s.o.Shift)) {
		by, found := s.o.Shift[name], false
		if name == velocitiesKey && g.velocities != nil {
			g.velocities, found = looks.Shifted(g.velocities, 3*s.particles, g.starts, by), true
		}
		for i, v := range g.given {
			if v.per == ofFrame && s.arrayOf(v.Field) == name {
				g.given[i].values, found = looks.Shifted(v.values, len(v.values)/g.frames(), g.starts, by), true
			}
		}
		if !found {
			return fields.Errorf("%s: {shift} names %.40q, expected an array that the file has of each frame, such as %s; positions stay", s.Path, name, velocitiesKey)
		}
	}
	before, after := looks.Margins(s.o.Shift)
	if left := g.shortest() - before - after; left <= s.o.Interval {
		return fields.Errorf("%s: %s: a recording has %d frames, too few to {shift} arrays by: %d are left out, and more than the {interval} of %d are needed", s.Path, g.key("positions"), g.shortest(), before+after, s.o.Interval)
	}
	for i, v := range g.given {
		if v.per == ofFrame {
			g.given[i].values = looks.Trimmed(v.values, len(v.values)/g.frames(), g.starts, before, after)
		}
	}
	if g.velocities != nil {
		g.velocities = looks.Trimmed(g.velocities, 3*s.particles, g.starts, before, after)
	}
	g.positions = looks.Trimmed(g.positions, 3*s.particles, g.starts, before, after)
	g.starts = looks.TrimmedStarts(g.starts, before, after)
	return nil
}
