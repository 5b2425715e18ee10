package arrays

import (
	"fmt"
	"hash/maphash"

	"gmnc/datasets/looks"
	"gmnc/system"
)

// lookAtFrames notes what is wrong with the order of frames: recordings that overlap,
// frames that are there again, or out of order, and axes in each other's place.
func (s *source) lookAtFrames() {
	seed := maphash.MakeSeed()
	digests := map[*group][]uint64{}
	for _, g := range s.groups {
		digests[g] = looks.Digests(seed, g.positions, 3*s.particles)
		s.findRepeated(g)
		s.findOrder(g)
	}
	s.findOverlaps(digests)
}

// findOverlaps notes recordings that begin within others, as windows that slide along a
// recording do: splits by recording have frames in common then.
func (s *source) findOverlaps(digests map[*group][]uint64) {
	type place struct {
		group *group
		frame int
	}
	begins, found := map[[2]uint64]place{}, map[place]bool{}
	for _, g := range s.groups {
		own := digests[g]
		for _, first := range g.starts[:g.recordings()] {
			if own[first] != own[first+1] { // it does not begin at rest
				begins[[2]uint64{own[first], own[first+1]}] = place{g, first}
			}
		}
	}
	where := ""
	for _, g := range s.groups {
		for r := range g.recordings() {
			for frame := g.starts[r] + 1; frame < g.starts[r+1]-1; frame++ {
				other, begun := begins[[2]uint64{digests[g][frame], digests[g][frame+1]}]
				if !begun || found[other] {
					continue
				}
				if found[other] = true; where == "" {
					where = g.key("positions") + ": " + g.where(frame) + " is where " + other.group.key("positions") + ", " + other.group.where(other.frame) + " begins"
				}
			}
		}
	}
	if where != "" {
		s.note("%s (%d recordings begin in others): splits have frames in common, so that errors say nothing of new data; give whole recordings, which are cut into samples here", where, len(found))
	}
}

// findRepeated notes frames of a recording that are earlier ones, to the last bit, while all moves.
func (s *source) findRepeated(g *group) {
	size, count, first := 3*s.particles, 0, ""
	for r := range g.recordings() {
		start := g.starts[r]
		pairs := looks.Again(system.Trajectory{Particles: s.particles, Positions: g.positions[start*size : g.starts[r+1]*size]})
		if count == 0 && len(pairs) > 0 {
			first = fmt.Sprintf("%s is frame %d again, to the last bit", g.where(start+pairs[0][0]), pairs[0][1])
		}
		count += len(pairs)
	}
	if count > 0 {
		s.note("%s: %s, the first of %d such frames while all moves: leave out frames that are there again, or that fill recordings up to one length (start has recordings of any lengths)", g.key("positions"), first, count)
	}
}

// findOrder notes positions that do not go on from frame to frame, and whether they do from
// recording to recording.
func (s *source) findOrder(g *group) {
	frames, size := g.equal(), 3*s.particles
	if frames < 3 || s.Take(g.key("velocities")) || !(looks.Roughness(g.positions, frames*size, size) > looks.Rough) {
		return
	}
	what := "they are out of order, or too far apart for velocities"
	if g.recordings() > 2 && looks.Roughness(g.positions, len(g.positions), frames*size) < looks.Rough/4 {
		what = "but from recording to recording; expected [recordings, frames, particles, 3]"
	}
	s.note("%s do not go on from frame to frame: %s", g.key("positions"), what)
}
