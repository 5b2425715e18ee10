package arrays

import (
	"hash/maphash"

	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/checks"
)

// noteOverlaps adds notes on recordings that overlap.
func (s *source) noteOverlaps() {
	seed := maphash.MakeSeed()
	digests := map[*recordings.Group][]uint64{}
	for _, g := range s.groups {
		digests[g] = checks.Digests(seed, g.Positions, 3*s.particles)
	}
	s.findOverlaps(digests)
}

// findOverlaps adds a note on recordings that begin within others, as windows that slide along
// a recording do. Splits by recording then have frames in common.
func (s *source) findOverlaps(digests map[*recordings.Group][]uint64) {
	type location struct {
		group *recordings.Group
		frame int
	}
	begins, found := map[[2]uint64]location{}, map[location]bool{}
	for _, g := range s.groups {
		own := digests[g]
		for _, first := range g.Starts[:g.Recordings()] {
			if own[first] != own[first+1] { // a recording that begins at rest would match any rest
				begins[[2]uint64{own[first], own[first+1]}] = location{g, first}
			}
		}
	}
	where := ""
	for _, g := range s.groups {
		for r := range g.Recordings() {
			for frame := g.Starts[r] + 1; frame < g.Starts[r+1]-1; frame++ {
				other, begun := begins[[2]uint64{digests[g][frame], digests[g][frame+1]}]
				if !begun || found[other] {
					continue
				}
				if found[other] = true; where == "" {
					where = g.Key("positions") + ": " + g.Where(frame) + " is where " + other.group.Key("positions") + ", " + other.group.Where(other.frame) + " begins"
				}
			}
		}
	}
	if where != "" {
		s.Note("%s (%d recordings begin in others): splits have frames in common, so that errors say nothing of new data; give whole recordings, which are cut into samples here", where, len(found))
	}
}
