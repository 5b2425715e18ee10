// Package experiments puts the parts together: simulated data sets and the
// demonstration that runs the whole main job.
package experiments

import (
	"context"

	"gmnc/datasets"
	"gmnc/sim"
)

// NBody says which simulated data set to make.
type NBody struct {
	System             sim.System
	Train, Valid, Test int // samples in each split
	Seed               uint64
	Workers            int // trajectories at a time; 0 is one for each processor
}

// Count is the number of samples in all splits.
func (n NBody) Count() int { return n.Train + n.Valid + n.Test }

// Simulate makes the data set. Splits have random streams of their own, so
// that a smaller training set is the beginning of a larger one. It also
// returns how many trajectories were drawn again because they became
// non-finite. progress, unless nil, is called with the samples done.
func Simulate(ctx context.Context, n NBody, progress func(done int)) (*datasets.Data, int, error) {
	data, before, redrawn := &datasets.Data{}, 0, 0
	splits := []struct {
		samples *[]datasets.Sample
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
func FromSimulation(sample sim.Sample) datasets.Sample {
	charge := make([]float32, len(sample.Input.Charge))
	for i, q := range sample.Input.Charge {
		charge[i] = float32(q)
	}
	return datasets.Sample{
		Position:       flatten(sample.Input.Position),
		Velocity:       flatten(sample.Input.Velocity),
		TargetPosition: flatten(sample.Target.Position),
		TargetVelocity: flatten(sample.Target.Velocity),
		Charge:         charge,
		Sticks:         sample.Input.Sticks,
		Hinges:         sample.Input.Hinges,
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
