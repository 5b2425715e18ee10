package arrays

import (
	"math"
	"slices"

	"gmnc/system"
)

// checkPins reports pins and masses with which nothing could move, or which the motion
// contradicts. It sets pinned particles to rest exactly.
func (s *source) checkPins(g *group) error {
	mass, pinned := g.field(system.Mass), g.field(system.Pinned)
	for r := range g.recordings() {
		first, free := g.starts[r], false
		var m, pins []float32
		if mass != nil {
			m = mass.of(g, r, first)
		}
		var still stillness
		if pinned != nil {
			pins, still = pinned.of(g, r, first), s.stillness(g, r)
		}
		for i := range s.particles {
			held := pins != nil && pins[i] != 0
			free = free || !held
			if m != nil && !held && !(m[i] > 0) && !(s.joints != nil && m[i] == 0) && !s.marks(i, m) {
				return s.errorf(s.keyOf(g, system.Mass), ": recording %d, particle %d has the mass %g: expected one above 0, or a pinned particle", r, i, m[i])
			}
			if !held {
				continue
			}
			if frame := still.movesIn(i); frame >= 0 {
				return s.errorf(s.keyOf(g, system.Pinned), ": %s, particle %d is pinned and moves: expected the same place and the velocity 0 in every frame, or no pin", g.where(first+frame), i)
			}
			still.rest(i)
		}
		if joint := s.massless(m); joint >= 0 {
			return s.errorf(s.keyOf(g, system.Mass), ": recording %d: the body of joint %d has no mass, and none hangs on it that has: expected a mass", r, joint)
		}
		if !free {
			return s.errorf(s.keyOf(g, system.Pinned), ": recording %d: all %d particles are pinned, expected one that moves", r, s.particles)
		}
	}
	return nil
}

// massless returns a joint that moves no mass, or -1 if there is none.
func (s *source) massless(masses []float32) int {
	if masses == nil {
		return -1
	}
	moved := make([]float32, len(s.joints))
	for joint, j := range slices.Backward(s.joints) {
		for _, i := range j.Members {
			moved[joint] += masses[i]
		}
		if moved[joint] == 0 {
			return joint
		}
		if j.Parent >= 0 {
			moved[j.Parent] += moved[joint]
		}
	}
	return -1
}

// marks reports whether a particle without mass belongs to a rigid body that has mass.
func (s *source) marks(i int, mass []float32) bool {
	for _, members := range s.objects.Of(system.Body) {
		if mass[i] == 0 && slices.Contains(members, i) {
			return slices.ContainsFunc(members, func(other int) bool { return mass[other] > 0 })
		}
	}
	return false
}

// keyOf returns the key from which a field of the group was read.
func (s *source) keyOf(g *group, f *system.Field) string {
	if key := g.key(f.Array()); s.Has(key) {
		return key
	}
	if f == system.Pinned && !s.Has(f.Array()) {
		return s.keyOf(g, system.Mass) // infinite masses pin particles
	}
	return f.Array()
}

// pinInfinite pins the particles of infinite mass.
func (s *source) pinInfinite(g *group) error {
	mass, pinned := g.field(system.Mass), g.field(system.Pinned)
	if mass == nil || mass.infinite == nil {
		return nil
	}
	infinite := given{Field: system.Pinned, values: mass.infinite, per: mass.per}
	if pinned == nil {
		g.given = append(g.given, infinite)
		return nil
	}
	for r := range g.recordings() {
		own := pinned.of(g, r, g.starts[r])
		for i, held := range infinite.of(g, r, g.starts[r]) {
			if held != 0 && own[i] == 0 {
				return s.errorf(s.keyOf(g, system.Pinned), ": recording %d, particle %d is not pinned, and its mass is infinite: expected 1, or a finite mass", r, i)
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
