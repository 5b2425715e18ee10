package train

import (
	"slices"

	"gmnc/datasets"
	"gmnc/runtime"
)

// Inputs are the inputs of a model in row form: those of builder.Inputs,
// by name. They share the batch's slices.
func Inputs(batch *datasets.Batch) map[string]runtime.Tensor {
	particles, edges := batch.Particles, batch.Particles*batch.Neighbors
	inputs := map[string]runtime.Tensor{
		"position": runtime.Floats(batch.Position, particles, 3),
		"velocity": runtime.Floats(batch.Velocity, particles, 3),
		"charge":   runtime.Floats(batch.Charge, particles, 1),
		"kind":     runtime.Floats(batch.Kind, particles, 1),
		"partner":  runtime.Indices(batch.Partner, particles),
		"first":    runtime.Indices(batch.First, particles),
		"second":   runtime.Indices(batch.Second, particles),
		"joint":    runtime.Indices(batch.Joint, particles),
		"senders":  runtime.Indices(batch.Senders, edges),
	}
	if batch.EdgeMask != nil {
		inputs["edge_mask"] = runtime.Floats(batch.EdgeMask, edges, 1)
	}
	return inputs
}

// ObjectiveInputs are Inputs and what the objective needs besides. A padded
// model takes a mask, of ones, also with systems of one size.
func ObjectiveInputs(batch *datasets.Batch, padded bool) map[string]runtime.Tensor {
	inputs := Inputs(batch)
	if edges := len(batch.Senders); padded && batch.EdgeMask == nil {
		inputs["edge_mask"] = runtime.Floats(slices.Repeat([]float32{1}, edges), edges, 1)
	}
	inputs["target"] = runtime.Floats(batch.Target, batch.Particles, 3)
	inputs["normalizer"] = runtime.Floats([]float32{1 / float32(3*batch.Particles)}, 1, 1)
	return inputs
}

// ConstraintInputs are what a constrained objective needs besides
// ObjectiveInputs.
func ConstraintInputs(batch *datasets.Batch) map[string]runtime.Tensor {
	// A stick has two particles and is counted twice; a hinge has three.
	var sticks, hinges float32
	for _, kind := range batch.Kind {
		switch kind {
		case datasets.Stick:
			sticks++
		case datasets.Hinge:
			hinges++
		}
	}
	inverse := func(count float32) runtime.Tensor {
		if count == 0 {
			return runtime.Floats([]float32{0}, 1, 1)
		}
		return runtime.Floats([]float32{1 / count}, 1, 1)
	}
	return map[string]runtime.Tensor{"stick_normalizer": inverse(sticks), "hinge_normalizer": inverse(hinges / 3)}
}

// SystemInputs are the inputs of an exported file for samples of one
// composition: as many particles, sticks and hinges each.
func SystemInputs(samples []datasets.Sample) map[string]runtime.Tensor {
	count, particles := len(samples), samples[0].Particles()
	var position, velocity, charge []float32
	sticks, hinges := []int64{}, []int64{}
	for _, sample := range samples {
		position = append(position, sample.Position...)
		velocity = append(velocity, sample.Velocity...)
		charge = append(charge, sample.Charge...)
		for _, stick := range sample.Sticks {
			sticks = append(sticks, int64(stick[0]), int64(stick[1]))
		}
		for _, hinge := range sample.Hinges {
			hinges = append(hinges, int64(hinge[0]), int64(hinge[1]), int64(hinge[2]))
		}
	}
	return map[string]runtime.Tensor{
		"position": runtime.Floats(position, count, particles, 3),
		"velocity": runtime.Floats(velocity, count, particles, 3),
		"charge":   runtime.Floats(charge, count, particles, 1),
		"sticks":   runtime.Indices(sticks, count, len(samples[0].Sticks), 2),
		"hinges":   runtime.Indices(hinges, count, len(samples[0].Hinges), 3),
	}
}
