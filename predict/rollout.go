package predict

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"gmnc/system"
)

// Rollout applies a model repeatedly, each time to its previous prediction.
type Rollout struct {
	Predictor Predictor
	// Samples are the systems in their initial state.
	Samples []system.Sample
	Steps   int
	// Time is the time of a step, in the unit of positions over the unit of velocities. The
	// next velocity is then the displacement divided by it. If it is 0, the next velocity is
	// the model's own, which must be a true velocity. A predictor does not know whether it is
	// one, so nothing here refuses others: artifact.Model.TrueVelocity says it, and the command
	// line asks it.
	Time float64
	// PerFrame names the model's inputs that change from frame to frame. A step takes the
	// values of the frame in which it begins, from the samples' trajectories.
	PerFrame []string
}

// Frame is the state of all systems after a step: positions and velocities [particles*3] of one
// sample after another.
type Frame struct {
	Step               int // 0 is the first state
	Position, Velocity []float32
	// Lost are the samples that the model can no longer take after this step. They are not
	// finite, a body has shrunk to a point, or the model would find a far image of a particle.
	// Their numbers are NaN from here on. The other samples continue.
	Lost []int
}

// Of returns the state of one of the samples in newly allocated memory.
func (f Frame) Of(samples []system.Sample, sample int) Frame {
	start := 0
	for _, s := range samples[:sample] {
		start += len(s.Position)
	}
	end := start + len(samples[sample].Position)
	return Frame{Step: f.Step, Position: slices.Clone(f.Position[start:end]), Velocity: slices.Clone(f.Velocity[start:end])}
}

// Frames yields the frames of the rollout, beginning with the initial state, each as soon as it
// is known. The receiver may keep a frame. An error, such as ctx's, ends the sequence.
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

// frame returns the state after a step.
func (r Rollout) frame(step int, state []system.Sample, left []int) Frame {
	f := Frame{Step: step, Lost: left}
	for _, s := range state {
		f.Position, f.Velocity = append(f.Position, s.Position...), append(f.Velocity, s.Velocity...)
	}
	return f
}

// enoughFrames reports samples whose inputs are not known in some frame in which a step begins.
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

// step advances the systems that are not lost, and returns those that are lost in this step.
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

// divided returns the displacement over a time.
func divided(after, before []float32, time float64) []float32 {
	velocity := make([]float32, len(after))
	for i := range after {
		velocity[i] = float32((float64(after[i]) - float64(before[i])) / time)
	}
	return velocity
}
