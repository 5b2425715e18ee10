package arrays

import (
	"math"
	"slices"

	"gmnc/system"
)

// resting is by how much a pinned particle may seem to move, as a share of a recording's
// extent or largest velocity; rounding comes from how far away the origin is.
const resting, rounding = 1e-5, 0x1p-22

// checkPins reports pins and masses with which
// nothing could move, or of which the motion says otherwise.
func (s *source) checkPins(g *group) error {
	mass, pinned := g.field(system.Mass), g.field(system.Pinned)
	for r := range g.recordings() {
		first, free := g.starts[r], false
		var m, pins []float32
		if mass != nil {
			m = mass.of(g, r, first)
		}
		if pinned != nil {
			pins = pinned.of(g, r, first)
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
			if frame := s.movesIn(g, r, i); frame >= 0 {
				return s.errorf(s.keyOf(g, system.Pinned), ": %s, particle %d is pinned and moves: expected the same place and the velocity 0 in every frame, or no pin", g.where(frame), i)
			}
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

// massless is the first joint that moves nothing with a mass; -1 if there is none.
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

// marks reports whether a particle of no mass is one of a rigid body that has some.
func (s *source) marks(i int, mass []float32) bool {
	for _, members := range s.objects.Of(system.Body) {
		if mass[i] == 0 && slices.Contains(members, i) {
			return slices.ContainsFunc(members, func(other int) bool { return mass[other] > 0 })
		}
	}
	return false
}

// keyOf is the key that has a field of the group.
func (s *source) keyOf(g *group, f *system.Field) string {
	if key := g.key(f.Array()); s.Has(key) {
		return key
	}
	if f == system.Pinned && !s.Has(f.Array()) {
		return s.keyOf(g, system.Mass) // infinite masses pin
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

// finite takes the infinite ones out of masses, and marks their particles by 1. What
// stands in their place, on which nothing depends, is the mean of the others.
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

// movesIn is the first frame in which a particle of a recording is not where it was, or has
// a velocity; -1 if it rests, and then it does so exactly.
func (s *source) movesIn(g *group, recording, particle int) int {
	size := 3 * s.particles
	first, end := size*g.starts[recording], size*g.starts[recording+1]
	x, v := g.positions[first:end], g.velocities[first:end]
	var extent float64
	for i, value := range x {
		extent = max(extent, math.Abs(value-x[3*particle+i%3]))
	}
	far, fast := resting*extent+rounding*largest(x), resting*largest(v)
	if !s.take(g.key("velocities")) {
		fast = math.Inf(1) // which follow from positions
	}
	for at := 0; at < len(x); at += size {
		for k := 3 * particle; k < 3*particle+3; k++ {
			if math.Abs(x[at+k]-x[k]) > far || math.Abs(v[at+k]) > fast {
				return g.starts[recording] + at/size
			}
		}
	}
	for at := 0; at < len(x); at += size {
		for k := 3 * particle; k < 3*particle+3; k++ {
			x[at+k], v[at+k] = x[k], 0
		}
	}
	return -1
}

// largest is the largest of numbers, up or down.
func largest(values []float64) float64 { return max(slices.Max(values), -slices.Min(values)) }
