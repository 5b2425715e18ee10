package arrays

import (
	"maps"
	"slices"

	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/checks"
	"gmnc/internal/fields"
)

// shift moves the arrays of a group in time against its positions by the options. It leaves out
// the frames at the ends of recordings that then lack some array.
func (s *source) shift(g *recordings.Group) error {
	if len(s.o.Shift) == 0 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(s.o.Shift)) {
		by, found := s.o.Shift[name], false
		if name == velocitiesKey && g.Velocities != nil {
			g.Velocities, found = checks.Shifted(g.Velocities, 3*s.particles, g.Starts, by), true
		}
		for i, v := range g.Given {
			if v.Per == recordings.OfFrame && s.arrayOf(v.Field) == name {
				g.Given[i].Values, found = checks.Shifted(v.Values, len(v.Values)/g.Frames(), g.Starts, by), true
			}
		}
		if !found {
			return fields.Errorf("%s: {shift} names %.40q, expected an array that the file has of each frame, such as %s; positions stay", s.Path, name, velocitiesKey)
		}
	}
	before, after := checks.Margins(s.o.Shift)
	if left := g.Shortest() - before - after; left <= s.o.Interval {
		return fields.Errorf("%s: %s: a recording has %d frames, too few to {shift} arrays by: %d are left out, and more than the {interval} of %d are needed", s.Path, g.Key("positions"), g.Shortest(), before+after, s.o.Interval)
	}
	for i, v := range g.Given {
		if v.Per == recordings.OfFrame {
			g.Given[i].Values = checks.Trimmed(v.Values, len(v.Values)/g.Frames(), g.Starts, before, after)
		}
	}
	if g.Velocities != nil {
		g.Velocities = checks.Trimmed(g.Velocities, 3*s.particles, g.Starts, before, after)
	}
	g.Positions = checks.Trimmed(g.Positions, 3*s.particles, g.Starts, before, after)
	g.Starts = checks.TrimmedStarts(g.Starts, before, after)
	return nil
}
