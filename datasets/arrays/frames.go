package arrays

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"
)

// lookAtFrames notes what is wrong with the order of frames: recordings that overlap,
// frames that are there several times, and axes in each other's place.
func (s *source) lookAtFrames() {
	s.findOverlaps()
	for _, g := range s.groups {
		s.findHeld(g)
		s.findExchangedAxes(g)
	}
}

// findOverlaps notes recordings that begin within others, as windows that slide along a
// recording do: splits by recording have frames in common then.
func (s *source) findOverlaps() {
	seed := maphash.MakeSeed()
	type place struct {
		group *group
		frame int
	}
	begins, found := map[[2]uint64]place{}, map[place]bool{}
	digests := map[*group][]uint64{}
	for _, g := range s.groups {
		own := s.digests(seed, g)
		for _, first := range g.starts[:g.recordings()] {
			if own[first] != own[first+1] { // it does not begin at rest
				begins[[2]uint64{own[first], own[first+1]}] = place{g, first}
			}
		}
		digests[g] = own
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

// digests are of the positions of each frame.
func (s *source) digests(seed maphash.Seed, g *group) (all []uint64) {
	bytes := make([]byte, 0, 8*3*s.particles)
	for frame := range slices.Chunk(g.positions, 3*s.particles) {
		bytes = bytes[:0]
		for _, x := range frame {
			bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(x))
		}
		all = append(all, maphash.Bytes(seed, bytes))
	}
	return all
}

// findHeld notes frames that are the ones before, to the last bit, while velocities say that
// particles move: each frame is there twice, or recordings are filled up to one length.
func (s *source) findHeld(g *group) {
	size, count, first := 3*s.particles, 0, -1
	given := s.Has(g.key("velocities"))
	for r := range g.recordings() {
		for frame := g.starts[r]; frame < g.starts[r+1]-1; frame++ {
			now, next := g.positions[frame*size:(frame+1)*size], g.positions[(frame+1)*size:(frame+2)*size]
			rests := given && !slices.ContainsFunc(g.velocities[frame*size:(frame+1)*size], func(v float64) bool { return v != 0 })
			if rests || !slices.Equal(now, next) {
				continue
			}
			if count++; first < 0 {
				first = frame
			}
		}
	}
	if count > 0 && count < g.frames()-g.recordings() {
		s.note("%s: %s is there again as the next frame, to the last bit, the first of %d such frames: leave out frames that are there twice, or that fill recordings up to one length (start has recordings of any lengths)", g.key("positions"), g.where(first), count)
	}
}

// findExchangedAxes notes positions that are smooth along the axis of recordings, and not
// along the axis of frames.
func (s *source) findExchangedAxes(g *group) {
	frames, size := g.equal(), 3*s.particles
	if frames < 3 || g.recordings() < 3 {
		return
	}
	const smooth, rough = 0.5, 1
	if roughness(g.positions, frames*size, size) > rough && roughness(g.positions, len(g.positions), frames*size) < smooth {
		s.note("%s: positions go on from recording to recording, and not from frame to frame: expected [recordings, frames, particles, 3]", g.key("positions"))
	}
}

// roughness is how much numbers that are a stride apart turn, as a share of how far they
// go: little along a motion, and 3 of independent draws. It counts within blocks.
func roughness(values []float64, block, stride int) float64 {
	var turns, ways float64
	for own := range slices.Chunk(values, block) {
		for i := 2 * stride; i < len(own); i++ {
			way, before := own[i]-own[i-stride], own[i-stride]-own[i-2*stride]
			turns, ways = turns+float64((way-before)*(way-before)), ways+float64(way*way)
		}
	}
	return turns / ways
}
