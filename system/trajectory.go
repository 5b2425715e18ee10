package system

// Trajectory is how n particles move, frame by frame.
type Trajectory struct {
	Particles int
	Positions []float64 // [frames*n*3]
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
