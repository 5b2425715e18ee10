// Package nbody makes data sets of simulated particles: the paper's sticks and hinges, trees
// and rigid bodies.
package nbody

import (
	"context"
	"fmt"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/internal/vector"
	"gmnc/sim"
	"gmnc/system"
)

// Config describes a simulated data set.
type Config struct {
	System             system.Composition
	Shapes             []sim.Shape // trees and rigid bodies of the system
	Train, Valid, Test int         // number of samples in each split
	Seed               uint64
	Workers            int // trajectories at a time; 0 stands for one for each processor
	// Frames is the number of frames of every trajectory that are kept, from the input on,
	// sim.FrameTime apart. The second frame is the target. If it is 0, no trajectories are kept
	// and the target is a time unit later.
	Frames int
	// Part is the part of the samples that is made. The zero value stands for all of them.
	Part Part
	sim.Settings
}

// Part is part Number, from 0, of each split, which has Of parts of about equal size.
type Part struct{ Number, Of int }

// of returns the first index of the part among count samples, and the index after its last.
func (p Part) of(count int) (first, end int) {
	parts := max(p.Of, 1)
	return count * p.Number / parts, count * (p.Number + 1) / parts
}

// unit is the unit of lengths and velocities of simulated systems.
const unit = "natural units"

// about returns the description of the data. Charges, the strength of the forces and all
// masses, except for the masses of robots, are 1. So all units follow from the unit of time.
func (n Config) about() datasets.About {
	interval := "1 time unit"
	if n.Frames > 0 {
		interval = fmt.Sprintf("%g time units", sim.FrameTime)
	}
	return datasets.About{
		LengthUnit: unit, VelocityUnit: unit,
		Interval: interval,
	}
}

// Count returns the number of samples in all splits.
func (n Config) Count() int { return n.Train + n.Valid + n.Test }

// Validate reports what makes Simulate fail before it begins.
func (n Config) Validate() error {
	for stream, config := range n.simulations() {
		if config.Count < 0 || config.Count > sim.MaxCount {
			return fields.Errorf("{"+datasets.SplitNames[stream]+"} %d: expected 0 to %d samples", config.Count, sim.MaxCount)
		}
		if err := config.Validate(); err != nil {
			return err
		}
		if n.Frames != 0 {
			if err := config.ValidateFrames(n.Frames); err != nil {
				return err
			}
		}
	}
	if n.Count() == 0 {
		return fields.Errorf("{train}, {valid} and {test} are 0: expected one sample or more")
	}
	return nil
}

// simulations returns the simulations of the whole splits. Each has its own random stream.
func (n Config) simulations() (configs [3]sim.Config) {
	for stream, count := range []int{n.Train, n.Valid, n.Test} {
		configs[stream] = sim.Config{System: n.System, Shapes: n.Shapes, Seed: n.Seed, Split: uint64(stream), Count: count, Workers: n.Workers, Settings: n.Settings}
	}
	return configs
}

// Simulate makes the data set. Each split has its own random stream, so a smaller training set
// is the beginning of a larger one. Simulate also returns the number of trajectories that were
// drawn again because they became non-finite. progress, unless nil, is called with the number
// of samples that are done.
func Simulate(ctx context.Context, n Config, progress func(done int)) (*datasets.Data, int, error) {
	if err := n.Validate(); err != nil {
		return nil, 0, err
	}
	data, before, redrawn := &datasets.Data{About: n.about()}, 0, 0
	if slices.ContainsFunc(n.Shapes, func(shape sim.Shape) bool { return shape.Masses != nil }) {
		data.NodeFeatures = []string{datasets.MassFeature}
	}
	if springs := springsOf(n.Mechanics); springs != nil {
		data.EdgeFeatures = springs.Features()
	}
	splits := []*[]system.Sample{&data.Train, &data.Valid, &data.Test}
	for stream, config := range n.simulations() {
		first, end := n.Part.of(config.Count)
		config.First, config.Count = first, end-first
		samples, again, err := n.split(ctx, config, func(done int) {
			if progress != nil {
				progress(before + done)
			}
		})
		if err != nil {
			return nil, 0, err
		}
		*splits[stream] = samples
		before += end - first
		redrawn += again
	}
	return data, redrawn, nil
}

// split simulates the samples of a split.
func (n Config) split(ctx context.Context, config sim.Config, progress func(done int)) (samples []system.Sample, redrawn int, err error) {
	if n.Frames == 0 {
		pairs, redrawn, err := sim.Generate(ctx, config, progress)
		for _, pair := range pairs {
			samples = append(samples, given(config.Mechanics, pair))
		}
		return samples, redrawn, err
	}
	trajectories, redrawn, err := sim.Trajectories(ctx, config, n.Frames, progress)
	for _, frames := range trajectories {
		pair := sim.Sample{Input: frames[0], Target: frames[1]}
		sample := given(config.Mechanics, pair)
		sample.Trajectory = &system.Trajectory{Particles: sample.Particles()}
		for _, frame := range frames {
			sample.Trajectory.Positions = append(sample.Trajectory.Positions, widened(frame.Position)...)
			sample.Trajectory.Velocities = append(sample.Trajectory.Velocities, widened(frame.Velocity)...)
		}
		samples = append(samples, sample)
	}
	return samples, redrawn, err
}

// FromSimulation returns a simulated sample rounded to float32.
func FromSimulation(sample sim.Sample) system.Sample {
	return system.Sample{
		Position:       flatten(sample.Input.Position),
		Velocity:       flatten(sample.Input.Velocity),
		TargetPosition: flatten(sample.Target.Position),
		TargetVelocity: flatten(sample.Target.Velocity),
		Charge:         rounded(sample.Input.Charge),
		NodeFeatures:   rounded(sample.Input.Mass),
		Objects:        sample.Input.Objects,
	}
}

// rounded returns the values as float32, or nil if there are none.
func rounded(values []float64) (numbers []float32) {
	for _, value := range values {
		numbers = append(numbers, float32(value))
	}
	return numbers
}

func flatten(vectors [][3]float64) []float32 {
	flat := make([]float32, 0, 3*len(vectors))
	for _, vector := range vectors {
		for _, component := range vector {
			flat = append(flat, float32(component))
		}
	}
	return flat
}

// widened returns vectors as float64 after rounding them to float32, as files do.
func widened(vectors [][3]float64) []float64 {
	return vector.Widened(flatten(vectors))
}
