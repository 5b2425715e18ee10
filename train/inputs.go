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
		"kind":     runtime.Floats(batch.Kind, particles, 1),
		"partner":  runtime.Indices(batch.Partner, particles),
		"first":    runtime.Indices(batch.First, particles),
		"second":   runtime.Indices(batch.Second, particles),
		"joint":    runtime.Indices(batch.Joint, particles),
		"senders":  runtime.Indices(batch.Senders, edges),
	}
	if batch.Charge != nil {
		inputs["charge"] = runtime.Floats(batch.Charge, particles, 1)
	}
	if batch.NodeFeatures != nil {
		inputs["node_features"] = runtime.Floats(batch.NodeFeatures, particles, len(batch.NodeFeatures)/particles)
	}
	if batch.EdgeFeatures != nil {
		inputs["edge_features"] = runtime.Floats(batch.EdgeFeatures, edges, len(batch.EdgeFeatures)/max(edges, 1))
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
// composition: as many particles, sticks, hinges and neighbours each.
func SystemInputs(samples []datasets.Sample) map[string]runtime.Tensor {
	count, particles := len(samples), samples[0].Particles()
	var position, velocity, charge, nodes, edges []float32
	sticks, hinges, neighbors := []int64{}, []int64{}, []int64{}
	for _, sample := range samples {
		position = append(position, sample.Position...)
		velocity = append(velocity, sample.Velocity...)
		charge = append(charge, sample.Charge...)
		nodes = append(nodes, sample.NodeFeatures...)
		edges = append(edges, sample.EdgeFeatures...)
		neighbors = append(neighbors, sample.Neighbors...)
		for _, stick := range sample.Sticks {
			sticks = append(sticks, int64(stick[0]), int64(stick[1]))
		}
		for _, hinge := range sample.Hinges {
			hinges = append(hinges, int64(hinge[0]), int64(hinge[1]), int64(hinge[2]))
		}
	}
	inputs := map[string]runtime.Tensor{
		"position": runtime.Floats(position, count, particles, 3),
		"velocity": runtime.Floats(velocity, count, particles, 3),
		"sticks":   runtime.Indices(sticks, count, len(samples[0].Sticks), 2),
		"hinges":   runtime.Indices(hinges, count, len(samples[0].Hinges), 3),
	}
	slots := len(neighbors) / (count * particles)
	if charge != nil {
		inputs["charge"] = runtime.Floats(charge, count, particles, 1)
	}
	if nodes != nil {
		inputs["node_features"] = runtime.Floats(nodes, count, particles, len(nodes)/(count*particles))
	}
	if samples[0].Neighbors != nil {
		inputs["neighbors"] = runtime.Indices(neighbors, count, particles, slots)
	}
	if edges != nil {
		inputs["edge_features"] = runtime.Floats(edges, count, particles, slots, len(edges)/max(len(neighbors), 1))
	}
	return inputs
}
