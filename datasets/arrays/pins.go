package arrays

import (
	"math"

	"gmnc/datasets/arrays/motion"
	"gmnc/datasets/arrays/recordings"
	"gmnc/system"
)

// checkPins reports pins and masses with which nothing could move, or which the motion
// contradicts. It sets pinned particles to rest exactly.
func (s *source) checkPins(g *recordings.Group) error {
	mass, pinned := g.Field(system.Mass), g.Field(system.Pinned)
	for r := range g.Recordings() {
		first, free := g.Starts[r], false
		var m, pins []float32
		if mass != nil {
			m = mass.In(g, r, first)
		}
		var still motion.Stillness
		if pinned != nil {
			pins, still = pinned.In(g, r, first), motion.NewStillness(g, r, s.particles, s.Take(g.Key(velocitiesKey)))
		}
		for i := range s.particles {
			isPinned := pins != nil && pins[i] != 0
			free = free || !isPinned
			if m != nil && !isPinned && !(m[i] > 0) && !(s.Joints != nil && m[i] == 0) && !s.Marks(i, m) {
				return s.Errorf(s.keyOf(g, system.Mass), ": recording %d, particle %d has the mass %g: expected one above 0, or a pinned particle", r, i, m[i])
			}
			if !isPinned {
				continue
			}
			if frame := still.MovesIn(i); frame >= 0 {
				return s.Errorf(s.keyOf(g, system.Pinned), ": %s, particle %d is pinned and moves: expected the same position and the velocity 0 in every frame, or no pin%s", g.Where(first+frame), i, g.Because())
			}
			still.Rest(i)
		}
		if joint := s.Massless(m); joint >= 0 {
			return s.Errorf(s.keyOf(g, system.Mass), ": recording %d: the body of joint %d has no mass, and none hangs on it that has: expected a mass", r, joint)
		}
		if !free {
			return s.Errorf(s.keyOf(g, system.Pinned), ": recording %d: all %d particles are pinned, expected one that moves", r, s.particles)
		}
	}
	return nil
}

// keyOf returns the key from which a field of the group was read.
func (s *source) keyOf(g *recordings.Group, f *system.Field) string {
	if key := g.Key(f.Array()); s.Has(key) {
		return key
	}
	if f == system.Pinned && !s.Has(f.Array()) {
		return s.keyOf(g, system.Mass) // infinite masses pin particles
	}
	return f.Array()
}

// pinInfinite pins the particles of infinite mass.
func (s *source) pinInfinite(g *recordings.Group) error {
	mass, pinned := g.Field(system.Mass), g.Field(system.Pinned)
	if mass == nil || mass.Infinite == nil {
		return nil
	}
	infinite := recordings.Given{Field: system.Pinned, Values: mass.Infinite, Per: mass.Per}
	if pinned == nil {
		g.Given = append(g.Given, infinite)
		return nil
	}
	for r := range g.Recordings() {
		own := pinned.In(g, r, g.Starts[r])
		for i, isPinned := range infinite.In(g, r, g.Starts[r]) {
			if isPinned != 0 && own[i] == 0 {
				return s.Errorf(s.keyOf(g, system.Pinned), ": recording %d, particle %d is not pinned, and its mass is infinite: expected 1, or a finite mass", r, i)
			}
		}
	}
	return nil
}

// finite replaces infinite masses by the mean of the others, on which nothing depends. It
// returns 1 for each mass that was infinite, or nil if none was.
func finite(masses []float32) (infinite []float32) {
	var sum, count float64
	for i, m := range masses {
		if !math.IsInf(float64(m), 1) {
			sum, count = sum+float64(m), count+1
			continue
		}
		if infinite == nil {
			infinite = make([]float32, len(masses))
		}
		infinite[i] = 1
	}
	for i := range infinite {
		if infinite[i] != 0 {
			masses[i] = float32(sum / max(1, count))
		}
	}
	return infinite
}
