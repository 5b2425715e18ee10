package system

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gmnc/internal/vector"
)

// Trajectory is the motion of n particles, frame by frame.
type Trajectory struct {
	Particles  int
	Positions  []float64 // [frames*n*3]
	Velocities []float64 // [frames*n*3] or nil
	// Given holds the fields that differ from frame to frame. The values of one frame follow
	// those of the frame before. The sample has the values of the first frame.
	Given Given
}

// Frames returns the number of frames.
func (r Trajectory) Frames() int { return len(r.Positions) / (3 * r.Particles) }

// MostFrames returns the number of frames in the longest trajectory of the samples, or 0 if
// there is none.
func MostFrames(samples []Sample) (most int) {
	for i := range samples {
		if trajectory := samples[i].Trajectory; trajectory != nil {
			most = max(most, trajectory.Frames())
		}
	}
	return most
}

func (r Trajectory) frame(i int) []float64 {
	return r.Positions[3*r.Particles*i : 3*r.Particles*(i+1)]
}

// changed returns the fields with other frames.
func (r Trajectory) changed(frames func(all [][]float32) [][]float32) (changed Given) {
	for _, given := range r.Given {
		size := len(given.Values) / r.Frames()
		all := slices.Collect(slices.Chunk(given.Values, max(1, size)))
		changed = append(changed, Values{given.Field, slices.Concat(frames(all)...)})
	}
	return changed
}

// backwards returns the values of a field for the motion backwards in time. What acted from a
// frame to the next then acts from the next to the frame. The last frame keeps the value of the
// first.
func backwards(frames [][]float32) [][]float32 {
	reversed := slices.Clone(frames)
	slices.Reverse(reversed[:len(reversed)-1])
	return reversed
}

// takeFrame sets the sample's fields to their values in a frame of its trajectory.
func (s *Sample) takeFrame(frame int) {
	if s.Trajectory == nil {
		return
	}
	for _, given := range s.Trajectory.Given {
		size := len(given.Values) / s.Trajectory.Frames()
		if (frame+1)*size <= len(given.Values) {
			given.Field.Set(s, given.Values[frame*size:(frame+1)*size:(frame+1)*size])
		}
	}
}

// InFrame returns the sample with its fields as they are in a frame of its trajectory, where
// they act until the next frame.
func (s Sample) InFrame(frame int) Sample {
	s.takeFrame(frame)
	return s
}

// Stretch returns the part of the trajectory that begins with frame start and has the given
// number of steps. It shares memory with r. The frames must exist and have velocities.
func (r Trajectory) Stretch(start, steps int) *Trajectory {
	first, last := 3*r.Particles*start, 3*r.Particles*(start+steps+1)
	return &Trajectory{
		r.Particles, r.Positions[first:last:last], r.Velocities[first:last:last],
		r.changed(func(frames [][]float32) [][]float32 { return frames[start : start+steps+1] }),
	}
}

// Reversed returns the motion backwards in time: the frames from last to first, with opposite
// velocities. The trajectory must have velocities.
func (r Trajectory) Reversed() *Trajectory {
	size := 3 * r.Particles
	backwards := &Trajectory{Particles: r.Particles, Given: r.changed(backwards)}
	for last := len(r.Positions); last > 0; last -= size {
		backwards.Positions = append(backwards.Positions, r.Positions[last-size:last]...)
		for _, v := range r.Velocities[last-size : last] {
			backwards.Velocities = append(backwards.Velocities, -v)
		}
	}
	return backwards
}

// Along returns a sample with the same topology and features that moves along a trajectory of
// at least two frames with velocities.
func (s Sample) Along(t *Trajectory) Sample {
	size := 3 * t.Particles
	s.Trajectory = t
	s.takeFrame(0)
	s.Position, s.TargetPosition = vector.Narrowed(t.Positions[:size]), vector.Narrowed(t.Positions[size:2*size])
	s.Velocity, s.TargetVelocity = vector.Narrowed(t.Velocities[:size]), vector.Narrowed(t.Velocities[size:2*size])
	return s
}

// Stretches yields the sample along parts of its trajectory with the given number of steps.
// They begin in the first frame and in every stride-th frame after it.
func (s Sample) Stretches(first, stride, steps int) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		for start := first; start+steps < s.Trajectory.Frames(); start += stride {
			if !yield(s.Along(s.Trajectory.Stretch(start, steps))) {
				return
			}
		}
	}
}

// Pair returns the sample that begins in a frame. Its velocity is the difference to the next
// frame, and its target is the position span frames later. The frames start+1 and start+span
// must exist. The sample shares the topology and features of another sample, like.
func (r Trajectory) Pair(start, span int, like Sample) Sample {
	now, next, later := r.frame(start), r.frame(start+1), r.frame(start+span)
	sample := like
	sample.Position = make([]float32, len(now))
	sample.Velocity = make([]float32, len(now))
	sample.TargetPosition = make([]float32, len(now))
	for i := range now {
		sample.Position[i] = float32(now[i])
		sample.Velocity[i] = float32(next[i] - now[i])
		sample.TargetPosition[i] = float32(later[i])
	}
	return sample
}

// checkTrajectory checks that the trajectory of a sample is complete and finite, begins with
// the input and continues with the target.
func (s *Sample) checkTrajectory(report Report) error {
	t := s.Trajectory
	if t == nil {
		return nil
	}
	frame := 3 * s.Particles()
	if t.Particles != s.Particles() || len(t.Positions) < 2*frame || len(t.Positions)%frame != 0 {
		return report("positions", " has %d numbers, expected 3 for each of %d particles in two frames or more", len(t.Positions), s.Particles())
	}
	if len(t.Velocities) != len(t.Positions) {
		return report("velocities", " has %d numbers, expected as many as positions: %d", len(t.Velocities), len(t.Positions))
	}
	if err := s.checkGiven(report); err != nil {
		return err
	}
	for _, vectors := range []struct {
		array  string
		values []float64
		states [2][]float32 // input and target, nil if not known
	}{
		{"positions", t.Positions, [2][]float32{s.Position, s.TargetPosition}},
		{"velocities", t.Velocities, [2][]float32{s.Velocity, s.TargetVelocity}},
	} {
		for i, value := range vectors.values {
			number, at := i/frame, i%frame
			where := func() string { return fmt.Sprintf(", frame %d, particle %d, axis %c", number, at/3, "xyz"[at%3]) }
			if !(math.Abs(value) <= math.MaxFloat32) {
				return report(vectors.array, "%s: %v is not a finite float32", where(), value)
			}
			if number < 2 && vectors.states[number] != nil && vectors.states[number][at] != float32(value) {
				return report(vectors.array, "%s: %v, but the sample has %v, expected frame 0 to be its input and frame 1 its target",
					where(), value, vectors.states[number][at])
			}
		}
	}
	return nil
}

// checkGiven checks that the fields of a trajectory are complete and finite, and that the
// sample has the values of the first frame.
func (s *Sample) checkGiven(report Report) error {
	frames := s.Trajectory.Frames()
	for _, given := range s.Trajectory.Given {
		f, now := given.Field, given.Field.Of(s)
		if len(given.Values) != frames*len(now) || !slices.Equal(given.Values[:len(now)], now) {
			return report(f.Array(), " has %d numbers, expected %d in each of %d frames, with the sample's in the first", len(given.Values), len(now), frames)
		}
		i := indexNotFinite(given.Values)
		if i < 0 {
			i = f.indexOutside(given.Values)
		}
		if i >= 0 {
			return report(f.Array(), ", frame %d, number %d: %v, expected a finite float32 that it may be", i/len(now), i%len(now), given.Values[i])
		}
	}
	return nil
}
