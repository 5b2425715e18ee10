package looks

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/median"
	"gmnc/internal/vector"
	"gmnc/system"
)

// rounding finds positions so far from the origin that ways are rounded.
func rounding(s *seen) measured {
	share := Rounding(s.train)
	return measure(share, share)
}

// acrossBox is the share of what the inputs span along an axis that a particle gets
// at least, from where it would be, where it has left a periodic box on one side and
// come in on the other. An axis along which systems are flat has none.
const acrossBox = 0.75

// partOfBox is the share that fewer ways reach than lead across, where these are no swings.
const partOfBox = 0.5

// jump finds ways of particles that no speed explains. The frames of trajectories are looked at by
// themselves.
func jump(s *seen) measured {
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
			way := math.Abs(float64(sample.TargetPosition[i]) - float64(sample.Position[i]))
			if coordinates++; span < s.length || way < acrossBox*span || math.Abs(s.beyondLine(sample, i)) < acrossBox*span {
				if span >= s.length && way >= partOfBox*span {
					between++
				}
				continue
			}
			if count++; count == 1 {
				where = fmt.Sprintf("particle %d of training sample %d goes %.3g along %c, and the inputs span %.3g", i/3, s.number(k), way, "xyz"[i%3], span)
			}
		}
	}
	if count == 0 || between >= count || float64(count) > mostJumps*float64(coordinates) {
		return measured{}
	}
	return measure(float64(count), where, count)
}

// mostJumps is the share of all coordinates that jump at most: where more get as far,
// that is how they move.
const mostJumps = 0.2

// firstFrame finds splits whose first sample leads much farther than the samples after it. The
// frames of trajectories are looked at by themselves.
func firstFrame(s *seen) measured {
	if len(s.train) < 5 || s.train[0].Trajectory != nil {
		return measured{}
	}
	var ways []float64
	for k := range s.train {
		var square float64
		for i := range s.train[k].Position {
			off := s.strayed(&s.train[k], i)
			square += float64(off * off)
		}
		ways = append(ways, math.Sqrt(square))
	}
	if ways[0] <= 2*slices.Max(ways[1:]) {
		return measured{}
	}
	times := ways[0] / median.Of(ways[1:])
	return measure(times, times)
}

const (
	// exchanged is what of their ways is left, at most, where two particles have
	// traded places, or all are in another order.
	exchanged = 0.15
	// mostPairs is how many particles a system has at most whose pairs are looked at.
	mostPairs = 100
)

// tradedPlaces finds two particles each of which is where the other would be, farther
// away than half of a usual distance. It also finds systems whose particles are all
// in another order, so that no straight line leads to a target but many to another
// particle's.
func tradedPlaces(s *seen) measured {
	where, count := "", 0
	var own, nearest float64
	for k := range s.train {
		sample := &s.train[k]
		if sample.Particles() > mostPairs || s.time == 0 {
			continue
		}
		target, expected := sample.TargetPosition, s.expected(sample)
		for i := range sample.Particles() {
			way := across(target, expected, i, i)
			next := way
			for j := range sample.Particles() {
				other := across(target, expected, i, j)
				next = min(next, other)
				if j >= i || way < s.length/2 || !s.straight {
					continue
				}
				if ways := way + across(target, expected, j, j); other+across(target, expected, j, i) < exchanged*ways {
					if count++; count == 1 {
						where = fmt.Sprintf("particles %d and %d of training sample %d", j, i, s.number(k))
					}
				}
			}
			own, nearest = own+float64(way*way), nearest+float64(next*next)
		}
	}
	switch {
	case count > 0:
		return measure(float64(count), fmt.Sprintf("%s are each where the other would be (%d such pairs)", where, count))
	case !s.straight && len(s.train) >= fewDriven && nearest < exchanged*exchanged*own:
		return measure(1, "targets are near straight lines, but of other particles")
	}
	return measured{}
}

// expected is where straight lines lead.
func (s *seen) expected(sample *system.Sample) []float32 {
	x := make([]float32, len(sample.Position))
	for i := range x {
		x[i] = float32(float64(sample.Position[i]) + float64(s.time*float64(sample.Velocity[i])))
	}
	return x
}

// across is the distance from particle i of one state to particle j of another.
func across(a, b []float32, i, j int) float64 {
	return vector.Distance(vector.At(a, i), vector.At(b, j))
}
