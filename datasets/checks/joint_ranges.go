package checks

import (
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/articulated"
	"gmnc/internal/vector"
	"gmnc/system"
)

// JointRanges returns the ranges of the joints of samples over all their frames, in the order of
// bodies. An angle is between minus and plus half a turn in the first frame of a sample, and
// continuous from there on. JointRanges returns nil for systems without joints, for joints that
// do not have one axis, if samples have different bodies, and if the particles of a body are on
// a line, as its angle is then unknown. The names of particles may be nil.
func JointRanges(samples []system.Sample, particles []string) (ranges []system.JointRange) {
	for k := range samples {
		s := &samples[k]
		bodies := s.Objects.Of(system.Body)
		if !s.Jointed() || system.Rest.Of(s) == nil || system.JointType.Of(s) != nil || k > 0 && len(bodies) != len(ranges) {
			return nil
		}
		if k == 0 {
			for number, name := range datasets.JointNames(bodies, particles) {
				ranges = append(ranges, system.NewJointRange(name, acts(s, system.SlideAxis, bodies[number][0])))
			}
		}
		statesAt := jointStates(s)
		frames := 1
		if s.Trajectory != nil && s.Trajectory.Velocities != nil {
			frames = s.Trajectory.Frames()
		}
		var before []float64
		for frame := range frames {
			now, position, velocity := *s, s.Position, s.Velocity
			if s.Trajectory != nil && s.Trajectory.Velocities != nil {
				size := 3 * s.Particles()
				now = s.InFrame(frame)
				position = vector.Narrowed(s.Trajectory.Positions[frame*size : (frame+1)*size])
				velocity = vector.Narrowed(s.Trajectory.Velocities[frame*size : (frame+1)*size])
			}
			q, rate := statesAt(position, velocity)
			for number, members := range bodies {
				first := members[0]
				if before != nil && acts(s, system.TurnAxis, first) {
					q[first] = before[first] + math.Remainder(q[first]-before[first], 2*math.Pi)
				}
				ranges[number].Take(q[first], rate[first], loadOn(&now, first))
			}
			before = q
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

// jointStates returns a function from positions and velocities of a sample's particles to joint
// coordinates and their rates, in the rows of the first particles of bodies.
func jointStates(s *system.Sample) func(position, velocity []float32) (q, rate []float64) {
	n := s.Particles()
	bodies := bodiesOf(s)
	masses := system.Mass.Of(s)
	if masses == nil {
		masses = slices.Repeat([]float32{1}, n)
	}
	return func(position, velocity []float32) (q, rate []float64) {
		own, state := bodies, make([]float32, 2*n)
		own.First = make([]float32, 4*n)
		own.Measure(own.First, position)
		own.Start(state, masses, velocity)
		for i := range n {
			rate = append(rate, float64(state[2*i+1]))
		}
		return positionsOf(own, own.First), rate
	}
}

// bodiesOf returns the bodies of a sample and their joints.
func bodiesOf(s *system.Sample) articulated.Bodies[float32, int64] {
	return articulated.Bodies[float32, int64]{
		Turn: axesOfBodies(s, system.TurnAxis), Slide: axesOfBodies(s, system.SlideAxis), Rest: system.Rest.Of(s),
		Anchor: system.JointAnchor.OrDefault(s), Parents: parentRows(s),
	}
}
