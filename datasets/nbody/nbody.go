// Package nbody makes data sets of simulated particles, sticks and hinges, the
// paper's.
package nbody

import (
	"context"

	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

// Config says which simulated data set to make.
type Config struct {
	System             system.Composition
	Train, Valid, Test int // samples in each split
	Seed               uint64
	Workers            int // trajectories at a time; 0 is one for each processor
}

// Count is the number of samples in all splits.
func (n Config) Count() int { return n.Train + n.Valid + n.Test }

// Simulate makes the data set. Splits have random streams of their own, so
// that a smaller training set is the beginning of a larger one. It also
// returns how many trajectories were drawn again because they became
// non-finite. progress, unless nil, is called with the samples done.
func Simulate(ctx context.Context, n Config, progress func(done int)) (*datasets.Data, int, error) {
	data, before, redrawn := &datasets.Data{}, 0, 0
	splits := []struct {
		samples *[]system.Sample
		count   int
	}{{&data.Train, n.Train}, {&data.Valid, n.Valid}, {&data.Test, n.Test}}
	for stream, split := range splits {
		config := sim.Config{System: n.System, Seed: n.Seed, Split: uint64(stream), Count: split.count, Workers: n.Workers}
		samples, again, err := sim.Generate(ctx, config, func(done int) {
			if progress != nil {
				progress(before + done)
			}
		})
		if err != nil {
			return nil, 0, err
		}
		for _, sample := range samples {
			*split.samples = append(*split.samples, FromSimulation(sample))
		}
		before += split.count
		redrawn += again
	}
	return data, redrawn, nil
}

// FromSimulation rounds a simulated sample to float32.
func FromSimulation(sample sim.Sample) system.Sample {
	charge := make([]float32, len(sample.Input.Charge))
	for i, q := range sample.Input.Charge {
		charge[i] = float32(q)
	}
	return system.Sample{
		Position:       flatten(sample.Input.Position),
		Velocity:       flatten(sample.Input.Velocity),
		TargetPosition: flatten(sample.Target.Position),
		TargetVelocity: flatten(sample.Target.Velocity),
		Charge:         charge,
		Objects:        sample.Input.Objects,
	}
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
