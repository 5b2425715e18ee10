package measure

import (
	"slices"
	"strings"

	"gmnc/export/rolling"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// candidate returns a predictor of the gradients that uses a session on a file with the
// declared inputs.
func (p *Pullback) candidate(declared []string, session runtime.Session) predict.Predictor {
	return pullbackPredictor{session.Close, func(samples []system.Sample) (map[string][]float32, error) {
		outputs, err := session.Run(runtime.Batch{Inputs: p.fileInputs(samples, declared)})
		if err != nil {
			return nil, err
		}
		return p.fileOutputs(outputs), nil
	}}
}

// fileInputs returns the inputs of the file. Inputs that may differ from step to step are the
// same in all steps.
func (p *Pullback) fileInputs(samples []system.Sample, declared []string) map[string]runtime.Tensor {
	inputs := predict.FileInputs(samples, declared)
	counts := cotangents(predict.SystemInputs(samples))
	if p.steps == 0 {
		for output, tensor := range counts {
			inputs[ir.CotangentPrefix+output] = tensor
		}
		return inputs
	}
	if p.loops {
		inputs[rolling.StepsInput] = runtime.Indices([]int64{int64(p.steps)})
	}
	eachStep := func(tensor runtime.Tensor) runtime.Tensor {
		return runtime.Floats(slices.Repeat(tensor.Float, p.steps), append([]int{p.steps}, tensor.Shape...)...)
	}
	for output, tensor := range counts {
		inputs[rolling.Cotangents(output)] = eachStep(tensor)
	}
	for _, name := range p.run.Config.Model.PerFrame {
		if tensor, given := inputs[name]; given {
			inputs[name] = eachStep(tensor)
		}
	}
	return inputs
}

// fileOutputs returns the outputs of the file in the form of the results of many.
func (p *Pullback) fileOutputs(outputs map[string]runtime.Tensor) map[string][]float32 {
	all := map[string][]float32{}
	for name, tensor := range outputs {
		values := tensor.Float
		input := strings.TrimPrefix(name, ir.GradientPrefix)
		switch {
		case rolling.OfStep(name) != "":
			name, values = rolling.OfStep(name), values[:len(values)/p.steps]
		case p.steps > 0 && slices.Contains(p.run.Config.Model.PerFrame, input):
			frames := slices.Collect(slices.Chunk(values, max(1, len(values)/p.steps)))
			var reversed []runtime.Tensor
			for _, frame := range slices.Backward(frames) {
				reversed = append(reversed, runtime.Floats(frame, tensor.Shape[1:]...))
			}
			values = p.through(input, reversed)
		}
		all[strings.TrimPrefix(name, system.PredictedPrefix)] = values
	}
	return all
}
