package shooting

import (
	"math"
	"slices"

	"gmnc/system"
)

// stretch is a part of a recording with its own first state.
type stretch struct {
	group    int           // number of the recording
	first    int           // its first frame in the recording
	start    system.Sample // as it was measured, with the loads in its frames
	states   states        // states of its first frame
	recorded rows          // what was measured
	offset   []float64     // offset of the first state from the measured one
	records  [2][]float64  // measured positions and velocities [frames*n*3]
	derived  bool          // velocities are differences of positions
}

// cut cuts recordings into stretches of this number of steps, each from the frame after the
// last one of the previous stretch. It takes at most this number of them, spread over all. A
// recording without a trajectory is a stretch of one step.
func cut(samples []system.Sample, steps, most int) (all []stretch) {
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
			all = append(all, stretch{group: group, first: first, start: one, records: [2][]float64{t.Positions, t.Velocities}, derived: derived})
			first += steps + 1
		}
	}
	if len(all) > most {
		some := make([]stretch, most)
		for k := range some {
			some[k] = all[k*len(all)/most]
		}
		all = some
	}
	each(len(all), func(i int) {
		all[i].states = statesOf(&all[i].start)
		all[i].recorded = all[i].measured()
	})
	return all
}

// pairOf returns the stretch of a sample that has only an input and a target.
func pairOf(s *system.Sample, group int) stretch {
	one := stretch{group: group, start: *s}
	one.records[0] = append(widened(s.Position), widened(s.TargetPosition)...)
	if s.TargetVelocity == nil {
		one.derived = true // the velocity of the input alone says nothing of its noise
		one.records[1] = append(widened(s.Velocity), widened(s.Velocity)...)
	} else {
		one.records[1] = append(widened(s.Velocity), widened(s.TargetVelocity)...)
	}
	return one
}

// frames returns the number of frames in a stretch.
func (s *stretch) frames() int { return len(s.records[0]) / len(s.start.Position) }

// derivedWithin is the largest error, relative to the largest velocity, of velocities that are
// differences. float32 rounds them.
const derivedWithin = 1e-4

// Derived reports whether the velocities of a trajectory are central differences of its
// positions. Those of two frames are if both frames have the same.
func Derived(t *system.Trajectory) bool {
	size, frames := 3*t.Particles, t.Frames()
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
			ahead, behind := min(i+size, len(t.Positions)-size+i%size), max(i-size, i%size)
			do(float64((t.Positions[ahead]-t.Positions[behind])/2), t.Velocities[i])
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

// measured returns the rows that were measured.
func (s *stretch) measured() (all rows) {
	size := len(s.start.Position)
	for first := 0; first < len(s.records[0]); first += size {
		all = append(all, s.observed(s.records[0][first:first+size], s.records[1][first:first+size])...)
	}
	return all
}

// observed returns the rows of one frame.
func (s *stretch) observed(position, velocity []float64) rows {
	values := s.states.observe(position, velocity)
	if s.derived {
		values = values[:len(values)/2]
	}
	return values
}

// unwound returns the measured coordinates of each frame, with whole turns of angles counted.
func (s *stretch) unwound() (places [][]float64) {
	count, size := s.states.coordinateCount(), s.perFrame()
	for frame := range s.frames() {
		place := slices.Clone(s.recorded[frame*size : frame*size+count])
		for k := range place {
			if frame > 0 {
				place[k] = places[frame-1][k] + s.apart(k, place[k], places[frame-1][k])
			}
		}
		places = append(places, place)
	}
	return places
}

// perFrame returns the number of rows in a frame.
func (s *stretch) perFrame() int { return len(s.recorded) / s.frames() }

func widened(values []float32) []float64 {
	wide := make([]float64, len(values))
	for i, value := range values {
		wide[i] = float64(value)
	}
	return wide
}
