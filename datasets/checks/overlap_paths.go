package checks

import (
	"math"

	"gmnc/system"
)

const (
	// offPath is the greatest deviation of the displacement between two starts from the
	// direction of their mean velocity, relative to the displacement, for one to be on the path
	// of the other.
	offPath = 0.1
	// offTurn is the same for the change of velocities and the change by the acceleration.
	offTurn = 0.5
)

// onPath reports whether a sample is on the path of a start and continues along it.
func (s *seeker) onPath(k, i int) bool {
	return s.along(k, i, func(k, step int) (v, w []float32) { return s.starts[k].Velocity, s.later[i][step].Velocity })
}

// onOtherPath reports the same for the velocities of other samples, which the pairing selects.
func (s *seeker) onOtherPath(k, i, pairing, pairings int) bool {
	other := s.later[otherIndex(i, len(s.later), pairing, pairings)]
	return s.along(k, i, func(k, step int) (v, w []float32) {
		return s.starts[otherIndex(k, len(s.starts), pairing, pairings)].Velocity, other[min(step, len(other)-1)].Velocity
	})
}

// along reports whether a sample is on the path of a start by the given velocities of both. The
// states that follow the two must be so, too, as far as both have trajectories.
func (s *seeker) along(k, i int, velocities func(k, step int) (v, w []float32)) bool {
	for step := range s.later[i] {
		if step > 0 && (k+step == len(s.starts) || s.of[k+step] != s.of[k]) {
			break
		}
		v, w := velocities(k+step, step)
		if _, is := s.path(&s.starts[k+step], &s.later[i][step], v, w); !is {
			return false
		}
	}
	return true
}

// otherIndex returns an index far from k among all, modulo their number. The distance is between a
// quarter and three quarters of all, evenly spread over the pairings.
func otherIndex(k, all, pairing, pairings int) int {
	return (k + max(1, all*(pairings+2*pairing+1)/(4*pairings))) % all
}

// path returns the time from a start to a sample along the velocities at both, and whether
// these lead there within a span.
func (s *seeker) path(start, sample *system.Sample, v, w []float32) (time float64, is bool) {
	from, to := start.Position, sample.Position
	if len(v) != len(from) || len(w) != len(to) {
		return 0, false
	}
	var displacement, along, speed float64
	for c, x := range from {
		d, mean := float64(to[c])-float64(x), (float64(v[c])+float64(w[c]))/2
		displacement, along, speed = displacement+float64(d*d), along+float64(d*mean), speed+float64(mean*mean)
		if displacement > s.reach {
			return 0, false
		}
	}
	time = along / speed // NaN if nothing moves, which is no path
	off := displacement - float64(time*along)
	return time, math.Abs(time) <= s.time && off <= offPath*offPath*displacement && off <= s.offPath
}

// turnsWith reports whether a sample is on the path of a start, and whether velocities change
// between them by sign times the acceleration over the span of the start.
func (s *seeker) turnsWith(k, i int, sign float64) bool {
	from, to := &s.starts[k], &s.samples[i]
	time, is := s.path(from, to, from.Velocity, to.Velocity)
	if !is {
		return false
	}
	var off, change float64
	for c, v := range from.Velocity {
		displacement := float64(from.TargetPosition[c]) - float64(from.Position[c])
		acceleration := sign * 2 * (displacement - float64(float64(v)*s.time)) / (s.time * s.time)
		turned := float64(to.Velocity[c]) - float64(v)
		residual := turned - float64(acceleration*time)
		off, change = off+float64(residual*residual), change+float64(turned*turned)
	}
	return off <= offTurn*offTurn*change && off <= 4*s.offPath/(s.time*s.time) // the same bound for velocities
}
