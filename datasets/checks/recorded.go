package checks

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/internal/vector"
	"gmnc/system"
)

// interval finds an interval that motions contradict, or that has no number.
func interval(s *subject) result {
	if wrong, is := errors.AsType[*datasets.IntervalError](datasets.CheckTime(&datasets.Data{About: s.data.About, Train: s.train})); is {
		return measure(1, wrong.Found)
	}
	if _, known, _ := s.data.About.Time(); s.data.About.Interval != "" && !known {
		return measure(1, fmt.Sprintf("the interval %.40q begins with no number, so that the best straight line's time is taken", s.data.About.Interval))
	}
	return result{}
}

// pinned measures the displacement of the pinned particle that moves farthest, relative to a
// typical length.
func pinned(s *subject) (most result) {
	for k := range s.train {
		sample := &s.train[k]
		for i, mask := range system.Pinned.Of(sample) {
			if mask != 0 {
				displacement := across(sample.TargetPosition, sample.Position, i, i)
				most = most.or(measure(displacement/s.length, i, s.number(k), displacement))
			}
		}
	}
	return most
}

// notRecorded finds zeros instead of what was not recorded. These are systems with all
// particles at one position, and particles that rest at the origin in some samples. Other
// particles of these samples move, and the particles are elsewhere in other samples.
func notRecorded(s *subject) result {
	where, count := "", 0
	for k := range s.train {
		sample := &s.train[k]
		together := coincident(sample.Position, 3*sample.Particles()) + coincident(sample.TargetPosition, 3*sample.Particles())
		if t := sample.Trajectory; t != nil {
			together += coincident(t.Positions, 3*t.Particles)
		}
		if together > 0 && count == 0 {
			where = fmt.Sprintf("all particles of training sample %d are at one position at a time", s.number(k))
		}
		count += min(together, 1)
	}
	if count > 0 {
		return measure(float64(count), fmt.Sprintf("%s (%d such samples)", where, count))
	}
	return absent(s)
}

// coincident returns the number of states, of size coordinates each, in which several particles
// are all at one position.
func coincident[T float32 | float64](positions []T, size int) (count int) {
	for state := range slices.Chunk(positions, size) {
		same := size > 3
		for i, x := range state {
			same = same && x == state[i%3]
		}
		if same {
			count++
		}
	}
	return count
}

// absent finds particles that rest at the origin in some samples only, while others move, and
// that are not pinned.
func absent(s *subject) result {
	there, elsewhere := map[int]int{}, map[int]bool{}
	for k := range s.train {
		sample := &s.train[k]
		moves, mask := !slices.Equal(sample.Position, sample.TargetPosition), system.Pinned.Of(sample)
		for i := range sample.Particles() {
			from, to, v := vector.At(sample.Position, i), vector.At(sample.TargetPosition, i), vector.At(sample.Velocity, i)
			switch nowhere := [3]float64{}; {
			case from != nowhere:
				elsewhere[i] = true
			case to == nowhere && v == nowhere && moves && (mask == nil || mask[i] == 0):
				there[i]++
			}
		}
	}
	maps.DeleteFunc(there, func(i, _ int) bool { return !elsewhere[i] })
	if len(there) == 0 {
		return result{}
	}
	particles := slices.Sorted(maps.Keys(there))
	return measure(float64(len(particles)), fmt.Sprintf("%s %s %s at rest at 0, 0, 0 in some training samples, and elsewhere in others (%d of particle %d)",
		plural("particle", len(particles)), join(particles), are(len(particles)), there[particles[0]], particles[0]))
}

// startsAtRest finds splits in which the velocities of all samples that move are 0, unless
// later velocities show that they start at rest.
func startsAtRest(s *subject) result {
	time, known, _ := s.data.About.Time()
	if !known {
		time = s.time
	}
	var splits []string
	for split, all := range s.data.Splits() {
		if samples, _ := some(*all); movesWithoutVelocities(samples, time) {
			splits = append(splits, split)
		}
	}
	return measure(float64(len(splits)), strings.Join(splits, ", "))
}

// alreadyFast is the fraction of the squared displacements below which constant velocity at the
// target's velocity must err for systems not to have started at rest. For uniform acceleration
// from rest the fraction is 1.
const alreadyFast = 0.1

// movesWithoutVelocities reports whether samples move without velocities at the input. They must have no
// later velocities either, or velocities at the target that give the displacement, as if they
// had moved before.
func movesWithoutVelocities(samples []system.Sample, time float64) bool {
	moving, unknown := 0, 0
	var displacements, missed float64
	for k := range samples {
		sample := &samples[k]
		if slices.Equal(sample.Position, sample.TargetPosition) {
			continue
		}
		if isMoving(sample.Velocity) {
			return false
		}
		moving++
		if t := sample.Trajectory; !isMoving(sample.TargetVelocity) && (t == nil || !isMoving(t.Velocities)) {
			unknown++
		}
		for i, v := range sample.TargetVelocity {
			displacement := float64(sample.TargetPosition[i]) - float64(sample.Position[i])
			off := displacement - float64(time*float64(v))
			displacements, missed = displacements+float64(displacement*displacement), missed+float64(off*off)
		}
	}
	return moving > 0 && (unknown == moving || missed < alreadyFast*displacements)
}

func isMoving[T float32 | float64](velocities []T) bool {
	return slices.ContainsFunc(velocities, func(v T) bool { return v != 0 })
}
