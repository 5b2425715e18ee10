package measure

import (
	"maps"
	"slices"

	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// cotangents returns the cotangents of the outputs of a batch.
func cotangents(inputs map[string]runtime.Tensor) map[string]runtime.Tensor {
	return map[string]runtime.Tensor{system.Position.Name: inputs[system.Velocity.Name], system.Velocity.Name: inputs[system.Position.Name]}
}

// one computes a step and its gradients.
func (p *Pullback) one(rows runtime.Session, batch runtime.Batch) (map[string][]float32, error) {
	outputs, err := runPullback(rows, batch, cotangents(batch.Inputs))
	return numbers(outputs), err
}

func numbers(tensors map[string]runtime.Tensor) map[string][]float32 {
	all := map[string][]float32{}
	for name, tensor := range tensors {
		all[name] = tensor.Float
	}
	return all
}

// runPullback runs a step with cotangents of its outputs.
func runPullback(rows runtime.Session, batch runtime.Batch, counts map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
	batch.Inputs = maps.Clone(batch.Inputs)
	for output, tensor := range counts {
		batch.Inputs[ir.CotangentPrefix+output] = tensor
	}
	return rows.Run(batch)
}

// many runs steps forward, each with the same inputs besides the state, and then propagates
// gradients back. A file of many steps does the same in one call. The returned predictions are
// those of the first step.
func (p *Pullback) many(rows runtime.Session, batch runtime.Batch) (map[string][]float32, error) {
	counts := cotangents(batch.Inputs)
	before := make([]runtime.Batch, p.steps)
	result := map[string][]float32{}
	for k := range p.steps {
		before[k] = batch
		outputs, err := runPullback(rows, batch, counts)
		if err != nil {
			return nil, err
		}
		batch.Inputs = maps.Clone(batch.Inputs)
		for _, name := range graph.State {
			batch.Inputs[name] = outputs[name]
			if k == 0 {
				result[name] = outputs[name].Float
			}
		}
	}
	frames := map[string][]runtime.Tensor{} // gradients, in reverse order of steps
	carried := counts
	for k := range p.steps {
		outputs, err := runPullback(rows, before[p.steps-1-k], carried)
		if err != nil {
			return nil, err
		}
		carried = map[string]runtime.Tensor{}
		for _, name := range graph.State {
			carried[name] = sum(counts[name], outputs[ir.GradientPrefix+name])
		}
		for _, name := range p.Names {
			frames[name] = append(frames[name], outputs[ir.GradientPrefix+name])
		}
	}
	for name, all := range frames {
		result[ir.GradientPrefix+name] = p.through(name, all)
	}
	return result, nil
}

// through returns the gradient with respect to an input through all steps, given the gradients
// of the steps in reverse order. If each step has its own input, the gradients are concatenated
// for each row.
func (p *Pullback) through(name string, frames []runtime.Tensor) []float32 {
	last := len(frames) - 1
	switch {
	case slices.Contains(graph.State, name):
		return frames[last].Float
	case slices.Contains(p.run.Config.Model.PerFrame, name):
		width := frames[0].Shape[len(frames[0].Shape)-1]
		var all []float32
		for row := range len(frames[0].Float) / width {
			for k := range frames {
				all = append(all, frames[last-k].Float[row*width:(row+1)*width]...)
			}
		}
		return all
	}
	total := frames[0]
	for _, frame := range frames[1:] {
		total = sum(total, frame)
	}
	return total.Float
}

func sum(a, b runtime.Tensor) runtime.Tensor {
	all := slices.Clone(a.Float)
	for i, value := range b.Float {
		all[i] += value
	}
	return runtime.Floats(all, a.Shape...)
}
