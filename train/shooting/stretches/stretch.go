// Package stretches cuts recordings into stretches that begin in states of their own, and holds
// what is observed of each, frame by frame.
package stretches

import (
	"math"
	"slices"

	"gmnc/internal/vector"
	"gmnc/internal/workerpool"
	"gmnc/system"
	"gmnc/train/shooting/states"
)

// Stretch is a part of a recording with its own first state.
type Stretch struct {
	Group    int           // number of the recording
	First    int           // its first frame in the recording
	Start    system.Sample // as it was measured, with the loads in its frames
	States   states.States // states of its first frame
	Recorded Rows          // what was measured
	Offset   []float64     // offset of the first state from the measured one
	Records  [2][]float64  // measured positions and velocities [frames*n*3]
	Derived  bool          // velocities are differences of positions
}

// Cut cuts recordings into stretches of this number of steps, each from the frame after the
// last one of the previous stretch. It takes at most this number of them, spread over all. A
// recording without a trajectory is a stretch of one step.
func Cut(samples []system.Sample, steps, most int) (all []Stretch) {
	for group := range samples {
		s := &samples[group]
		if s.Trajectory == nil || s.Trajectory.Velocities == nil {
			all = append(all, pairOf(s, group))
			continue
		}
		derived := Derived(s.Trajectory)
		first := 0
		for one := range s.Stretches(0, steps+1, min(steps, s.Trajectory.Frames()-1)) {
			t := one.Trajectory
			all = append(all, Stretch{Group: group, First: first, Start: one, Records: [2][]float64{t.Positions, t.Velocities}, Derived: derived})
			first += steps + 1
		}
	}
	if len(all) > most {
		some := make([]Stretch, most)
		for k := range some {
			some[k] = all[k*len(all)/most]
		}
		all = some
	}
	workerpool.Each(len(all), func(i int) {
		all[i].States = states.Of(&all[i].Start)
		all[i].Recorded = all[i].Measured()
	})
	return all
}

// pairOf returns the stretch of a sample that has only an input and a target.
func pairOf(s *system.Sample, group int) Stretch {
	one := Stretch{Group: group, Start: *s}
	one.Records[0] = append(vector.Widened(s.Position), vector.Widened(s.TargetPosition)...)
	if s.TargetVelocity == nil {
		one.Derived = true // the velocity of the input alone says nothing of its noise
		one.Records[1] = append(vector.Widened(s.Velocity), vector.Widened(s.Velocity)...)
	} else {
		one.Records[1] = append(vector.Widened(s.Velocity), vector.Widened(s.TargetVelocity)...)
	}
	return one
}

// Frames returns the number of frames in a stretch.
func (s *Stretch) Frames() int { return len(s.Records[0]) / len(s.Start.Position) }

// derivedWithin is the largest error, relative to the largest velocity, of velocities that are
// differences. float32 rounds them.
const derivedWithin = 1e-4

// Derived reports whether the velocities of a trajectory are central differences of its
// positions. Those of two frames are if both frames have the same.
func Derived(t *system.Trajectory) bool {
	return areDifferences(t.Positions, t.Velocities, 3*t.Particles)
}

// DerivedRates reports whether the rates of joints are central differences of their positions in
// all samples. A single joint that turns evenly has such rates also if they were measured.
// Velocities of particles that follow from such rates are no differences of positions, because
// particles move along arcs.
func DerivedRates(samples []system.Sample) bool {
	return !slices.ContainsFunc(samples, func(s system.Sample) bool {
		t := s.Trajectory
		if t == nil || t.Velocities == nil {
			return true
		}
		all := Stretch{Start: s, States: states.Of(&s), Records: [2][]float64{t.Positions, t.Velocities}}
		if all.Joints() == nil {
			return true
		}
		all.Recorded = all.Measured()
		count := all.States.CoordinateCount()
		var rates []float64
		for values := range slices.Chunk(all.Recorded, 2*count) {
			rates = append(rates, values[count:]...)
		}
		return !areDifferences(slices.Concat(all.Unwrapped()...), rates, count)
	})
}

// WithoutRates leaves out the rates of a stretch.
func (s *Stretch) WithoutRates() {
	s.Derived = true
	s.Recorded = s.Measured()
}

// areDifferences reports whether velocities are central differences of positions, with this
// number of values in each frame.
func areDifferences(positions, velocities []float64, size int) bool {
	frames := len(positions) / max(size, 1)
	first, last := 1, frames-1 // frames with central differences
	if frames < 2 {
		return false
	}
	if frames == 2 {
		first, last = 0, 2
	}
	// The time of a frame is the one for which differences fit velocities best.
	var both, own, largest float64
	each := func(do func(difference, velocity float64)) {
		for i := first * size; i < last*size; i++ {
			ahead, behind := min(i+size, len(positions)-size+i%size), max(i-size, i%size)
			do(float64((positions[ahead]-positions[behind])/2), velocities[i])
		}
	}
	each(func(d, v float64) {
		both, own, largest = both+float64(d*v), own+float64(v*v), max(largest, v, -v)
	})
	if own == 0 {
		return false
	}
	time, same := both/own, true
	each(func(d, v float64) {
		same = same && math.Abs(d-float64(time*v)) <= derivedWithin*time*largest
	})
	return same
}

// Joints returns the joints whose positions and rates are the stretch's rows, or nil if it has
// other states.
func (s *Stretch) Joints() *states.Joints { return states.JointsIn(s.States) }

// DrivenAlone reports whether only loads at joints change along a stretch.
func (s *Stretch) DrivenAlone() bool {
	t := s.Start.Trajectory
	return t != nil && !slices.ContainsFunc(t.Given, func(given system.Values) bool {
		return given.Field != system.Torque && given.Field != system.Thrust
	})
}
