package predict

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"gmnc/system"
)

// Rollout applies a model again and again, each time to the state that it
// predicted before.
type Rollout struct {
	Predictor Predictor
	// Samples are the systems in their first state.
	Samples []system.Sample
	Steps   int
	// Time is the time of a step, in the unit of positions over the unit of velocities:
	// the next velocity is then the displacement divided by it. 0 takes the model's own
	// velocity, which must be one.
	Time float64
	// PerFrame name the model's inputs that differ from frame to frame: a step takes the
	// row of the frame that it begins in, as the samples' trajectories have it.
	PerFrame []string
}

// Frame is the state of all systems after a step: positions and velocities
// [particles*3] of one sample after the other.
type Frame struct {
	Step               int // 0 is the first state
	Position, Velocity []float32
	// Lost are the samples that left in this step what a model takes: they are not finite,
	// a body is at one place, or models see a far image of a particle. From here on their
	// numbers are NaN, and the others go on.
	Lost []int
}

// Of is the state of one of the samples, in memory of its own.
func (f Frame) Of(samples []system.Sample, sample int) Frame {
	start := 0
	for _, s := range samples[:sample] {
		start += len(s.Position)
	}
	end := start + len(samples[sample].Position)
	return Frame{Step: f.Step, Position: slices.Clone(f.Position[start:end]), Velocity: slices.Clone(f.Velocity[start:end])}
}

// Frames are the frames of the rollout, the first state included, each as soon
// as it is known. A frame is its receiver's to keep. An error, be it ctx's, ends
// them.
func (r Rollout) Frames(ctx context.Context) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		state := slices.Clone(r.Samples)
		err := r.enoughFrames()
		if !yield(r.frame(0, state, nil), err) || err != nil {
			return
		}
		lost := make([]bool, len(state))
		for step := 1; step <= r.Steps; step++ {
			left, err := r.step(ctx, step, state, lost)
			if !yield(r.frame(step, state, left), err) || err != nil {
				return
			}
		}
	}
}

// frame is the state after a step.
func (r Rollout) frame(step int, state []system.Sample, left []int) Frame {
	f := Frame{Step: step, Lost: left}
	for _, s := range state {
		f.Position, f.Velocity = append(f.Position, s.Position...), append(f.Velocity, s.Velocity...)
	}
	return f
}

// enoughFrames reports samples whose inputs are not known in the frame that a step
// begins in.
func (r Rollout) enoughFrames() error {
	for i := range r.Samples {
		t := r.Samples[i].Trajectory
		if t == nil {
			continue
		}
		for _, given := range t.Given {
			if slices.Contains(r.PerFrame, given.Field.Name) && t.Frames() < r.Steps {
				return fmt.Errorf("%s is given in %d frames (sample %d), and each of %d steps takes one: take %d steps or fewer, or data with more frames",
					given.Field.Array(), t.Frames(), i, r.Steps, t.Frames())
			}
		}
	}
	return nil
}

// step moves the systems that are not lost, and returns those that leave what a
// model takes.
func (r Rollout) step(ctx context.Context, number int, state []system.Sample, lost []bool) (left []int, err error) {
	moving, numbers := make([]system.Sample, 0, len(state)), make([]int, 0, len(state))
	for i, s := range state {
		if !lost[i] {
			moving, numbers = append(moving, s.InFrame(number-1)), append(numbers, i)
		}
	}
	position, velocity, err := All(ctx, r.Predictor, moving)
	if err != nil {
		return nil, system.Renumber(err, func(i int) int { return numbers[i] })
	}
	for _, i := range numbers {
		s, count := &state[i], len(state[i].Position)
		before := s.Position
		s.Position, s.Velocity = position[:count:count], velocity[:count:count]
		if r.Time != 0 {
			s.Velocity = divided(s.Position, before, r.Time)
		}
		position, velocity = position[count:], velocity[count:]
		if system.CheckInputs(state[i:i+1]) != nil {
			lost[i], left = true, append(left, i)
			nowhere := slices.Repeat([]float32{float32(math.NaN())}, count)
			s.Position, s.Velocity = nowhere, nowhere
		}
	}
	return left, nil
}

// divided is the displacement over a time.
func divided(after, before []float32, time float64) []float32 {
	velocity := make([]float32, len(after))
	for i := range after {
		velocity[i] = float32((float64(after[i]) - float64(before[i])) / time)
	}
	return velocity
}
