package corpus

import (
	"context"

	"gmnc/datasets"
	"gmnc/datasets/nbody"
)

// These are kinds of simulated data sets besides the paper's: trajectories of rolledFrames
// frames, and systems without charges, in which no force acts between particles.
const (
	NBodyFrames  = "n-body frames"
	NBodyNeutral = "n-body neutral"
)

// RolledSteps is the number of steps of the trajectories after their input.
const RolledSteps = 50

// simulateFrames simulates trajectories.
func simulateFrames(ctx context.Context, d DataSet) (*datasets.Data, error) {
	return simulateWith(ctx, d, func(job *nbody.Config) { job.Frames = RolledSteps + 1 })
}

// simulateNeutral simulates systems without charges.
func simulateNeutral(ctx context.Context, d DataSet) (*datasets.Data, error) {
	return simulateWith(ctx, d, func(job *nbody.Config) { job.Mechanics.Neutral = true })
}
