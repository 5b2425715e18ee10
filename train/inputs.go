package train

import (
	"maps"
	"slices"

	"gmnc/builder/graph"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// ObjectiveInputs returns predict.Inputs and the further inputs of the objective. A padded
// model takes a mask even if all systems have one size; it is then all ones.
func ObjectiveInputs(batch *system.Batch, padded bool) runtime.Batch {
	objective := predict.Inputs(batch)
	inputs := objective.Inputs
	if edges := len(batch.Senders); padded && batch.EdgeMask == nil {
		inputs[system.EdgeMaskInput] = runtime.Floats(slices.Repeat([]float32{1}, edges), edges, 1)
	}
	inputs[system.TargetPosition.Name] = runtime.Floats(batch.Target, batch.Particles, 3)
	inputs["normalizer"] = runtime.Floats([]float32{1 / float32(3*batch.Particles)}, 1, 1)
	return objective
}

// inputsOf returns the inputs of a model's objective for a batch of samples, with those that
// options add.
func inputsOf(model *graph.Model, options run.Options, batch *system.Batch, samples []system.Sample, padded bool) runtime.Batch {
	objective := ObjectiveInputs(batch, padded)
	if options.Lambda > 0 {
		maps.Copy(objective.Inputs, ConstraintInputs(batch))
	}
	if options.Velocity > 0 {
		maps.Copy(objective.Inputs, VelocityInputs(batch))
	}
	if hasEnergy(model) {
		maps.Copy(objective.Inputs, energyInputs(samples))
	}
	return objective
}

// VelocityInputs returns the inputs of an objective with the velocity's error, besides
// ObjectiveInputs.
func VelocityInputs(batch *system.Batch) map[string]runtime.Tensor {
	return map[string]runtime.Tensor{system.TargetVelocity.Name: runtime.Floats(batch.TargetVelocity, batch.Particles, 3)}
}

// UnrolledInputs returns the targets of an objective whose model is applied several times. They
// replace the targets of ObjectiveInputs and VelocityInputs. The samples have trajectories of
// this number of steps, and the targets are [particles,3 steps], with the steps side by side.
func UnrolledInputs(samples []system.Sample, steps int, velocity bool) map[string]runtime.Tensor {
	var position, velocities []float32
	for i := range samples {
		t := samples[i].Trajectory
		position = appendSideBySide(position, t.Positions, t.Particles, steps)
		if velocity {
			velocities = appendSideBySide(velocities, t.Velocities, t.Particles, steps)
		}
	}
	rows := len(position) / (3 * steps)
	inputs := map[string]runtime.Tensor{system.TargetPosition.Name: runtime.Floats(position, rows, 3*steps)}
	if velocity {
		inputs[system.TargetVelocity.Name] = runtime.Floats(velocities, rows, 3*steps)
	}
	return inputs
}

// frameInputs returns the named fields, which differ from frame to frame, for an objective
// whose model is applied several times. They are [particles,columns steps], with the frames at
// which the applications begin side by side.
func frameInputs(samples []system.Sample, steps int, names []string) map[string]runtime.Tensor {
	frames := make([]*system.Batch, steps)
	for step := range steps {
		now := make([]system.Sample, len(samples))
		for i, s := range samples {
			now[i] = s.InFrame(step)
		}
		frames[step] = system.NewBatch(now)
	}
	inputs := map[string]runtime.Tensor{}
	for _, name := range names {
		f, rows := system.FieldNamed(name), frames[0].Particles
		columns := len(frames[0].Field(f)) / rows
		all := make([]float32, 0, rows*columns*steps)
		for row := range rows {
			for _, frame := range frames {
				all = append(all, frame.Field(f)[row*columns:(row+1)*columns]...)
			}
		}
		inputs[name] = runtime.Floats(all, rows, columns*steps)
	}
	return inputs
}

// appendSideBySide appends each particle's vectors in the frames after the first, one particle
// after another.
func appendSideBySide(to []float32, frames []float64, particles, steps int) []float32 {
	for particle := range particles {
		for step := 1; step <= steps; step++ {
			for _, value := range frames[3*(step*particles+particle):][:3] {
				to = append(to, float32(value))
			}
		}
	}
	return to
}

// ConstraintInputs returns the inputs of a constrained objective, besides ObjectiveInputs.
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
		inputs[graph.Normalizer(kind)] = runtime.Floats([]float32{normalizer}, 1, 1)
	}
	return inputs
}
