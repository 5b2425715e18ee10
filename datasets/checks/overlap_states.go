package checks

import (
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/system"
)

const (
	// asOwn is the greatest distance of a sample from a path, relative to the distance up to
	// which ownFraction of the training samples are off their own paths with their targets. If
	// motions are exact, as in free fall, few states are so near by chance.
	asOwn, ownFraction = 4, 0.9
	// smoothly is the fraction of the squared displacement to the targets below which constant
	// velocity must err for the acceleration over a span to give the change of velocities.
	smoothly = 0.25
	// byChance is the greatest ratio of the samples on false paths to those on true paths.
	byChance = 0.25
	// deviations is the number of standard deviations of such counts by which more samples must
	// be on true paths than on false ones. fewestNear is the least number of samples on true
	// paths.
	deviations, fewestNear = 2, 2
	// mostPairings is the greatest number of ways in which samples get the velocities of
	// others. If none of them leads to a start, two samples are on true paths by chance once in
	// 81 times.
	mostPairings = 8
	// persists is the number of steps for which two trajectories that meet must continue
	// together, if both have that many.
	persists = 5
	// mostComparisons is the approximate greatest number of coordinates that are compared. fewestSamples
	// is the least number of samples of a split, and mostStarts the number of starts with which
	// they are compared.
	mostComparisons, fewestSamples, mostStarts = 200_000_000, 100, 20_000
)

// stateOverlap counts the samples whose start is on the path of a training sample, by positions
// and velocities alone. Between the states (x, v) and (x', v') of one path, a time t apart, x'
// - x is (v + v') t / 2 up to the third order in t. In many dimensions no other two states
// satisfy that. In few dimensions states of other trajectories satisfy it by chance, as often
// as with the velocities of other samples instead of their own.
//
// Then samples are compared by the change of their velocities, if motions are smooth. On a path
// velocities change by the acceleration, and by chance as often by its opposite. If neither
// comparison distinguishes the samples from chance, none is counted. Samples with the same
// inputs as others, which any velocities connect, are not counted either, nor are those of
// systems with one degree of freedom.
func stateOverlap(train, samples []system.Sample, time float64) Overlap {
	if !(time > 0) || len(train) == 0 || len(samples) == 0 || hasOneFreedom(train) {
		return Overlap{}
	}
	s := seeker{time: time}
	stride := s.begin(train)
	compared := len(s.starts) * len(train[0].Position)
	step := max(1, len(samples)/max(fewestSamples, mostComparisons/max(1, compared)))
	for k := 0; k < len(samples); k += step {
		s.samples = append(s.samples, samples[k])
		s.later = append(s.later, laterOf(&samples[k], stride))
	}
	s.reach = s.farthest()
	s.offPath = s.ownErrors()
	found := Overlap{Samples: len(s.samples)}
	pairings := max(1, min(mostPairings, mostComparisons/max(1, compared*len(s.samples))))
	paths := []func(k, i int) bool{s.onPath}
	for pairing := range pairings {
		paths = append(paths, func(k, i int) bool { return s.onOtherPath(k, i, pairing, pairings) })
	}
	counts := s.count(paths...)
	near, other := counts[0], 0 // of all pairings
	for _, count := range counts[1:] {
		other += count
	}
	if float64(other) <= byChance*float64(near*pairings) {
		if isSignificant(near, other, pairings, found.Samples) {
			found.Near = near
		}
	} else if moveSmoothly(s.starts, time) {
		turning := s.count(func(k, i int) bool { return s.turnsWith(k, i, 1) }, func(k, i int) bool { return s.turnsWith(k, i, -1) })
		if isSignificant(turning[0], turning[1], 1, found.Samples) {
			found.Near = turning[0]
		}
	}
	return found
}

// isSignificant reports whether so many samples near training are worth reporting and are not chance.
// By chance, one in 1 + pairings of near and other together would be on a true path. other
// counts those on the false paths of all pairings together.
func isSignificant(near, other, pairings, samples int) bool {
	few := float64(mostNear * float64(samples))
	if near < fewestNear || float64(near) <= few+float64(deviations*math.Sqrt(few)) || float64(other) > byChance*float64(near*pairings) {
		return false
	}
	more := float64(near*pairings - other)
	return more > deviations*math.Sqrt(float64((near+other)*pairings))
}

// begin sets the starts with which samples are compared: the samples or, if they have
// trajectories, every stride-th of their steps.
func (s *seeker) begin(samples []system.Sample) (stride int) {
	steps := 0
	for k := range samples {
		if t := samples[k].Trajectory; t != nil && t.Velocities != nil {
			steps += t.Frames() - 1
		}
	}
	stride = 1 + steps/mostStarts
	for k := range samples {
		if t := samples[k].Trajectory; t != nil && t.Velocities != nil {
			s.starts = slices.AppendSeq(s.starts, samples[k].Stretches(0, stride, 1))
		} else {
			s.starts = append(s.starts, samples[k])
		}
		for len(s.of) < len(s.starts) {
			s.of = append(s.of, k)
		}
	}
	return stride
}

// laterOf returns a sample and the states of its trajectory that follow, every stride-th one.
func laterOf(sample *system.Sample, stride int) []system.Sample {
	later := []system.Sample{*sample}
	if t := sample.Trajectory; t != nil && t.Velocities != nil {
		for state := range sample.Stretches(stride, stride, 1) {
			if later = append(later, state); len(later) > persists {
				break
			}
		}
	}
	return later
}

// moveSmoothly reports whether the error of constant velocity is small compared with the
// displacement to the targets.
func moveSmoothly(samples []system.Sample, time float64) bool {
	return datasets.Missed(samples, time) <= smoothly*datasets.Missed(samples, 0)
}

// seeker compares samples with the starts of training.
type seeker struct {
	starts, samples []system.Sample
	of              []int             // the index of the sample of each start
	later           [][]system.Sample // each sample with the states that follow it
	time            float64           // time of a span
	reach           float64           // the square of the longest displacement in a span
	offPath         float64           // the square of the greatest distance of samples from the path of a start
}

// ownErrors returns offPath by the targets of training samples. A state on the path of a start,
// at most a span away, is about as near to the path as the target is. ownErrors returns
// infinity if targets have no velocities.
func (s *seeker) ownErrors() float64 {
	var squares []float64
	for k := range s.starts {
		own := &s.starts[k]
		if len(own.TargetVelocity) != len(own.Velocity) {
			return math.Inf(1)
		}
		square := 0.0
		for c, v := range own.Velocity {
			mean := (float64(v) + float64(own.TargetVelocity[c])) / 2
			displacement := float64(own.TargetPosition[c]) - float64(own.Position[c])
			off := displacement - float64(mean*s.time)
			square += float64(off * off)
		}
		squares = append(squares, square)
	}
	slices.Sort(squares)
	return asOwn * asOwn * squares[int(ownFraction*float64(len(squares)-1))]
}

// farthest returns the reach.
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

// count returns, for each condition, the number of samples i that meet it with any start k.
// Starts that are out of reach meet none.
func (s *seeker) count(conditions ...func(k, i int) bool) []int {
	counts, met := make([]int, len(conditions)), make([]bool, len(conditions))
	for i := range s.samples {
		clear(met)
		for k := range s.starts {
			if !s.within(s.starts[k].Position, s.samples[i].Position) {
				continue
			}
			for c, condition := range conditions {
				if !met[c] && condition(k, i) {
					met[c] = true
					counts[c]++
				}
			}
		}
	}
	return counts
}

// within reports whether two positions have the same number of particles and are within reach
// of each other.
func (s *seeker) within(from, to []float32) bool {
	if len(from) != len(to) {
		return false
	}
	displacement := 0.0
	for c, x := range from {
		d := float64(to[c]) - float64(x)
		if displacement += float64(d * d); displacement > s.reach {
			return false
		}
	}
	return true
}
