package corpus

import (
	"context"

	"gmnc/datasets"
	"gmnc/datasets/nbody"
)

// Kinds of simulated data sets beside the paper's: trajectories of rolledFrames frames, and
// systems without charges, on which no force acts between particles.
const (
	NBodyFrames  = "n-body frames"
	NBodyNeutral = "n-body neutral"
)

// RolledSteps is how many steps the trajectories have after their input.
const RolledSteps = 50

// simulateFrames simulates trajectories.
func simulateFrames(ctx context.Context, d DataSet) (*datasets.Data, error) {
	return simulateWith(ctx, d, func(job *nbody.Config) { job.Frames = RolledSteps + 1 })
}

// simulateNeutral simulates systems without charges.
func simulateNeutral(ctx context.Context, d DataSet) (*datasets.Data, error) {
	return simulateWith(ctx, d, func(job *nbody.Config) { job.Mechanics.Neutral = true })
}
