package checks

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/median"
	"gmnc/internal/vector"
	"gmnc/system"
)

// rounding finds positions so far from the origin that displacements are rounded.
func rounding(s *subject) result {
	fraction := Rounding(s.train)
	return measure(fraction, fraction)
}

// acrossBox is the least deviation of a particle that has left a periodic box on one side and
// entered on the other, relative to the range of the inputs along the axis. An axis along which
// systems are flat is not tested.
const acrossBox = 0.75

// partOfBox is the fraction of the range above which displacements that do not cross count as
// swings. Fewer of them than crossings must be that long.
const partOfBox = 0.5

// jump finds displacements of particles that no velocity explains. Other rows check the frames
// of trajectories.
func jump(s *subject) result {
	var least, most [3]float64
	for axis := range least {
		least[axis], most[axis] = math.Inf(1), math.Inf(-1)
	}
	for k := range s.train {
		for i, x := range s.train[k].Position {
			least[i%3], most[i%3] = min(least[i%3], float64(x)), max(most[i%3], float64(x))
		}
	}
	where, count, coordinates, between := "", 0, 0, 0
	for k := range s.train {
		sample := &s.train[k]
		for i := range sample.Position {
			span := most[i%3] - least[i%3]
			displacement := math.Abs(float64(sample.TargetPosition[i]) - float64(sample.Position[i]))
			if coordinates++; span < s.length || displacement < acrossBox*span || math.Abs(s.beyondLine(sample, i)) < acrossBox*span {
				if span >= s.length && displacement >= partOfBox*span {
					between++
				}
				continue
			}
			if count++; count == 1 {
				where = fmt.Sprintf("particle %d of training sample %d goes %.3g along %c, and the inputs span %.3g", i/3, s.number(k), displacement, "xyz"[i%3], span)
			}
		}
	}
	if count == 0 || between >= count || float64(count) > mostJumps*float64(coordinates) {
		return result{}
	}
	return measure(float64(count), where, count)
}

// mostJumps is the greatest fraction of all coordinates that may jump. If more coordinates move as
// far, that is how they move.
const mostJumps = 0.2

// firstFrame finds a first training sample whose target is much farther away than those of the
// samples after it. Other rows check the frames of trajectories.
func firstFrame(s *subject) result {
	if len(s.train) < 5 || s.train[0].Trajectory != nil {
		return result{}
	}
	var displacements []float64
	for k := range s.train {
		var square float64
		for i := range s.train[k].Position {
			off := s.strayed(&s.train[k], i)
			square += float64(off * off)
		}
		displacements = append(displacements, math.Sqrt(square))
	}
	if displacements[0] <= 2*slices.Max(displacements[1:]) {
		return result{}
	}
	times := displacements[0] / median.Of(displacements[1:])
	return measure(times, times)
}

const (
	// exchanged is the greatest fraction of the displacements that remains if two particles have
	// traded positions, or if all particles are in another order.
	exchanged = 0.15
	// mostPairs is the greatest number of particles of a system whose pairs are checked.
	mostPairs = 100
)

// exchangedParticles finds two particles each of which is where the other would be, farther away than
// half a typical distance. It also finds systems whose particles are all in another order. Then
// constant velocity leads near the targets of other particles, but not of its own.
func exchangedParticles(s *subject) result {
	where, count := "", 0
	var own, nearest float64
	for k := range s.train {
		sample := &s.train[k]
		if sample.Particles() > mostPairs || s.time == 0 {
			continue
		}
		target, expected := sample.TargetPosition, s.expected(sample)
		for i := range sample.Particles() {
			displacement := across(target, expected, i, i)
			next := displacement
			for j := range sample.Particles() {
				other := across(target, expected, i, j)
				next = min(next, other)
				if j >= i || displacement < s.length/2 || !s.straight {
					continue
				}
				if displacements := displacement + across(target, expected, j, j); other+across(target, expected, j, i) < exchanged*displacements {
					if count++; count == 1 {
						where = fmt.Sprintf("particles %d and %d of training sample %d", j, i, s.number(k))
					}
				}
			}
			own, nearest = own+float64(displacement*displacement), nearest+float64(next*next)
		}
	}
	switch {
	case count > 0:
		return measure(float64(count), fmt.Sprintf("%s are each where the other would be (%d such pairs)", where, count))
	case !s.straight && len(s.train) >= fewDriven && nearest < exchanged*exchanged*own:
		return measure(1, "targets are near straight lines, but of other particles")
	}
	return result{}
}

// expected returns the positions at constant velocity.
func (s *subject) expected(sample *system.Sample) []float32 {
	x := make([]float32, len(sample.Position))
	for i := range x {
		x[i] = float32(float64(sample.Position[i]) + float64(s.time*float64(sample.Velocity[i])))
	}
	return x
}

// across returns the distance from particle i of one state to particle j of another.
func across(a, b []float32, i, j int) float64 {
	return vector.Distance(vector.At(a, i), vector.At(b, j))
}
