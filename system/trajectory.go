package system

import (
	"fmt"
	"math"
)

// Trajectory is how n particles move, frame by frame.
type Trajectory struct {
	Particles  int
	Positions  []float64 // [frames*n*3]
	Velocities []float64 // [frames*n*3] or nil
}

// Frames is the number of frames.
func (r Trajectory) Frames() int { return len(r.Positions) / (3 * r.Particles) }

func (r Trajectory) frame(i int) []float64 {
	return r.Positions[3*r.Particles*i : 3*r.Particles*(i+1)]
}

// Pair is the sample that begins at a frame: its velocity is the difference
// to the next frame, its target the position span frames later. The frames
// start+1 and start+span must be there. Topology and features are those of
// another sample, and shared with it.
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

// checkTrajectory checks that the trajectory of a sample is complete and finite,
// begins at the input and goes on to the target.
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
