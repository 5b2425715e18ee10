package checks

import (
	"gmnc/datasets"
	"gmnc/internal/articulated"
	"gmnc/internal/vector"
	"gmnc/system"
)

// JointRanges returns the ranges of the joints of samples over all their frames, in the order of
// bodies. In the first frame of a sample, an angle is between minus and plus half a turn, and the
// scalar part of a quaternion is 0 or more; from there on both are continuous. JointRanges returns
// nil for systems without joints, if samples have different bodies, and if the particles of a body
// are on a line, as its rotation is then unknown. The names of particles may be nil.
func JointRanges(samples []system.Sample, particles []string) (ranges []system.JointRange) {
	for k := range samples {
		s := &samples[k]
		bodies := s.Objects.Of(system.Body)
		if !s.Jointed() || system.Rest.Of(s) == nil || k > 0 && len(bodies) != len(ranges) {
			return nil
		}
		if k == 0 {
			for number, name := range datasets.JointNames(bodies, particles) {
				ranges = append(ranges, system.NewJointRange(name, acts(s, system.SlideAxis, bodies[number][0])))
			}
		}
		columnsAt := jointColumns(s)
		frames := 1
		if s.Trajectory != nil && s.Trajectory.Velocities != nil {
			frames = s.Trajectory.Frames()
		}
		for frame := range frames {
			now, position, velocity := *s, s.Position, s.Velocity
			if s.Trajectory != nil && s.Trajectory.Velocities != nil {
				size := 3 * s.Particles()
				now = s.InFrame(frame)
				position = vector.Narrowed(s.Trajectory.Positions[frame*size : (frame+1)*size])
				velocity = vector.Narrowed(s.Trajectory.Velocities[frame*size : (frame+1)*size])
			}
			q, rate, known := columnsAt(position, velocity)
			if !known {
				return nil
			}
			for number, members := range bodies {
				var load []float64
				if len(q[number]) == 1 {
					load = []float64{loadOn(&now, members[0])}
				}
				ranges[number].Take(q[number], rate[number], load)
			}
		}
	}
	for _, r := range ranges {
		if r.Validate() != nil {
			return nil
		}
	}
	return ranges
}

// loadOn returns the torque or thrust on the joint of a body, given the body's first particle.
func loadOn(s *system.Sample, first int) (load float64) {
	for _, f := range []*system.Field{system.Torque, system.Thrust} {
		if values := f.Of(s); values != nil {
			load += float64(values[first])
		}
	}
	return load
}

// bodiesOf returns the bodies of a sample and their joints.
func bodiesOf(s *system.Sample) articulated.Bodies[float32, int64] {
	return articulated.Bodies[float32, int64]{
		Turn: axesOfBodies(s, system.TurnAxis), Slide: axesOfBodies(s, system.SlideAxis), Rest: system.Rest.Of(s),
		Anchor: system.JointAnchor.OrDefault(s), Parents: parentRows(s),
	}
}
