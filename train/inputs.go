package train

import (
	"slices"

	"gmnc/builder"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// ObjectiveInputs are predict.Inputs and what the objective needs besides. A
// padded model takes a mask, of ones, also with systems of one size.
func ObjectiveInputs(batch *system.Batch, padded bool) runtime.Batch {
	objective := predict.Inputs(batch)
	inputs := objective.Inputs
	if edges := len(batch.Senders); padded && batch.EdgeMask == nil {
		inputs["edge_mask"] = runtime.Floats(slices.Repeat([]float32{1}, edges), edges, 1)
	}
	inputs["target"] = runtime.Floats(batch.Target, batch.Particles, 3)
	inputs["normalizer"] = runtime.Floats([]float32{1 / float32(3*batch.Particles)}, 1, 1)
	return objective
}

// VelocityInputs are what an objective with the velocity's error needs besides
// ObjectiveInputs.
func VelocityInputs(batch *system.Batch) map[string]runtime.Tensor {
	return map[string]runtime.Tensor{"target_velocity": runtime.Floats(batch.TargetVelocity, batch.Particles, 3)}
}

// ConstraintInputs are what a constrained objective needs besides
// ObjectiveInputs.
func ConstraintInputs(batch *system.Batch) map[string]runtime.Tensor {
	inputs := map[string]runtime.Tensor{}
	for _, kind := range system.ListedKinds() {
		var members float32
		for _, member := range batch.Masks[kind.Number()] {
			members += member
		}
		normalizer := float32(0)
		if members > 0 {
			normalizer = 1 / (members / float32(kind.Members()) * float32(kind.Views()))
		}
		inputs[builder.Normalizer(kind)] = runtime.Floats([]float32{normalizer}, 1, 1)
	}
	return inputs
}
