package looks

import (
	"math"
	"slices"

	"gmnc/system"
)

const (
	// offPath is by how much the way between two starts may differ from the way along their
	// velocities, as a share of it, where one is on the path of the other: by 20 degrees.
	offPath = 0.1
	// offTurn is the same of the change of velocities and the way that accelerations change them.
	offTurn = 0.5
	// smoothly is the share of the squared way to the targets that straight lines leave at most
	// where accelerations over spans say how velocities change.
	smoothly = 0.25
	// byChance is the share of the samples on true paths that may be on false ones.
	byChance = 0.25
	// mostSeen is about how many coordinates are compared at most, and fewestSeen how many
	// samples of a split at least. mostStarts is how many starts they are compared with.
	mostSeen, fewestSeen, mostStarts = 200_000_000, 100, 20_000
)

// seenOverlap counts the samples whose start is on the path of a training sample, by positions
// and velocities alone. Between the states (x, v) and (x', v') of one path, a time t apart,
// x' - x is (v + v') t / 2 but for the third order in t. In many dimensions no other two states
// are like that. In few, states of other trajectories are by chance: as often with the
// velocities of other samples in place of their own. Then samples are compared by how their
// velocities change where motions are smooth: along the acceleration, and by chance as often
// against it. Where neither tells them from chance, none is
// counted; and so are samples with the very inputs of others, which any velocities join.
func seenOverlap(train, samples []system.Sample, time float64) Overlap {
	if !(time > 0) || len(train) == 0 || len(samples) == 0 {
		return Overlap{}
	}
	s := seeker{starts: startsOf(train), time: time}
	compared := len(s.starts) * len(train[0].Position)
	step := max(1, len(samples)/max(fewestSeen, mostSeen/max(1, compared)))
	for k := 0; k < len(samples); k += step {
		s.samples = append(s.samples, samples[k])
	}
	s.reach = s.farthest()
	found := Overlap{Samples: len(s.samples)}
	if near := s.count(s.onPath); float64(s.count(s.onOtherPath)) <= byChance*float64(near) {
		found.Near = near
	} else if missed(s.starts, time) <= smoothly*missed(s.starts, 0) {
		near := s.count(func(k, i int) bool { return s.turns(k, i, 1) })
		if float64(s.count(func(k, i int) bool { return s.turns(k, i, -1) })) <= byChance*float64(near) {
			found.Near = near
		}
	}
	return found
}

// startsOf are the starts of samples and, where they have trajectories, of their steps.
func startsOf(samples []system.Sample) (starts []system.Sample) {
	steps := 0
	for k := range samples {
		if t := samples[k].Trajectory; t != nil && t.Velocities != nil {
			steps += t.Frames() - 1
		}
	}
	stride := 1 + steps/mostStarts
	for k := range samples {
		if t := samples[k].Trajectory; t != nil && t.Velocities != nil {
			starts = slices.AppendSeq(starts, samples[k].Stretches(0, stride, 1))
		} else {
			starts = append(starts, samples[k])
		}
	}
	return starts
}

// missed is the sum of the squared ways from where straight lines of a time lead to the targets.
func missed(samples []system.Sample, time float64) (sum float64) {
	for k := range samples {
		s := &samples[k]
		for i, v := range s.Velocity {
			off := float64(s.TargetPosition[i]) - float64(s.Position[i]) - float64(float64(v)*time)
			sum += float64(off * off)
		}
	}
	return sum
}

// seeker compares samples with the starts of training.
type seeker struct {
	starts, samples []system.Sample
	time            float64 // of a span
	reach           float64 // the square of the longest way of a span between two of them
}

// farthest is the reach.
func (s *seeker) farthest() float64 {
	fastest := 0.0
	for _, samples := range [][]system.Sample{s.starts, s.samples} {
		for k := range samples {
			square := 0.0
			for _, v := range samples[k].Velocity {
				square += float64(float64(v) * float64(v))
			}
			fastest = max(fastest, square)
		}
	}
	return fastest * s.time * s.time / (1 - offPath*offPath)
}

// count counts the samples for which something is so of a start k and the sample i.
func (s *seeker) count(is func(k, i int) bool) (count int) {
	for i := range s.samples {
		for k := range s.starts {
			if len(s.starts[k].Position) == len(s.samples[i].Position) && is(k, i) {
				count++
				break
			}
		}
	}
	return count
}

// onPath reports whether a sample is on the path of a start.
func (s *seeker) onPath(k, i int) bool {
	_, is := s.path(k, i, s.starts[k].Velocity, s.samples[i].Velocity)
	return is
}

// onOtherPath reports the same with velocities of others.
func (s *seeker) onOtherPath(k, i int) bool {
	_, is := s.path(k, i, half(s.starts, k).Velocity, half(s.samples, i).Velocity)
	return is
}

// half is the sample that is half of all later, around the end.
func half(samples []system.Sample, k int) *system.Sample {
	return &samples[(k+len(samples)/2)%len(samples)]
}

// path is the time from a start to a sample along velocities at both, and whether they lead
// there within a span.
func (s *seeker) path(k, i int, v, w []float32) (time float64, is bool) {
	from, to := s.starts[k].Position, s.samples[i].Position
	if len(v) != len(from) || len(w) != len(to) {
		return 0, false
	}
	var way, along, speed float64
	for c, x := range from {
		d, mean := float64(to[c])-float64(x), (float64(v[c])+float64(w[c]))/2
		way, along, speed = way+float64(d*d), along+float64(d*mean), speed+float64(mean*mean)
		if way > s.reach {
			return 0, false
		}
	}
	if speed == 0 {
		return 0, false
	}
	time = along / speed
	return time, math.Abs(time) <= s.time && way-float64(time*along) <= offPath*offPath*way
}

// turns reports whether a sample is on the path of a start, and velocities change between them
// as the acceleration over the span of the start, times a sign, has it.
func (s *seeker) turns(k, i int, sign float64) bool {
	from, to := &s.starts[k], &s.samples[i]
	time, is := s.path(k, i, from.Velocity, to.Velocity)
	if !is {
		return false
	}
	var off, change float64
	for c, v := range from.Velocity {
		way := float64(from.TargetPosition[c]) - float64(from.Position[c])
		acceleration := sign * 2 * (way - float64(float64(v)*s.time)) / (s.time * s.time)
		turned := float64(to.Velocity[c]) - float64(v)
		rest := turned - float64(acceleration*time)
		off, change = off+float64(rest*rest), change+float64(turned*turned)
	}
	return off <= offTurn*offTurn*change
}
