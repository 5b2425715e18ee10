package artifact

import (
	"maps"
	"slices"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/onnx"
	"gmnc/runtime"
)

// Rolls reports whether the outputs come from a file of many steps.
func Rolls(outputs []string) bool {
	return slices.ContainsFunc(outputs, func(name string) bool { return export.OfStep(name) != "" })
}

// Loops reports whether a file has a Loop: it takes the number of its steps, or has
// gradients through many.
func Loops(file []byte) bool {
	inputs, err := Declared(file, onnx.GraphInput)
	return err == nil && (slices.Contains(inputs, export.StepsInput) || slices.Contains(inputs, export.Cotangents("position")))
}

// Steps is how many steps a file of many makes; 0 where it takes their number.
func Steps(file []byte) (steps int, err error) {
	err = eachDeclared(file, onnx.GraphOutput, func(output onnx.Declaration) {
		if export.OfStep(output.Name) != "" && len(output.Axes) > 0 {
			steps = max(steps, output.Axes[0].Size)
		}
	})
	return steps, err
}

// OneStep is the first step of a file of many.
type OneStep struct {
	runtime.Session
	Loops bool // whether the file takes the number of steps
	// Made is how many it makes where it does not.
	Made int
	// PerFrame name its inputs with an axis of steps.
	PerFrame []string
}

// RolledInputs name the inputs of a file of many steps that have an axis of steps.
func RolledInputs(file []byte) ([]string, error) {
	decoded, err := export.Decode(file)
	if err != nil {
		return nil, err
	}
	config, err := builder.ParseConfig([]byte(decoded.Config))
	return config.PerFrame, err
}

func (s OneStep) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	batch.Inputs = maps.Clone(batch.Inputs)
	for _, name := range s.PerFrame {
		if input, given := batch.Inputs[name]; given {
			steps := max(1, s.Made)
			batch.Inputs[name] = runtime.Floats(slices.Repeat(input.Float, steps), append([]int{steps}, input.Shape...)...)
		}
	}
	frames, err := s.Roll(batch, 1)
	if err != nil {
		return nil, err
	}
	outputs := map[string]runtime.Tensor{}
	for name, all := range frames {
		if step := export.OfStep(name); step != "" && all.Shape[0] > 0 {
			outputs[step] = runtime.Floats(all.Float[:len(all.Float)/all.Shape[0]], all.Shape[1:]...)
		}
	}
	return outputs, nil
}

// Roll runs the file for a number of steps, or for as many as it has. Inputs that differ
// from step to step have an axis of steps.
func (s OneStep) Roll(batch runtime.Batch, steps int64) (map[string]runtime.Tensor, error) {
	if s.Loops {
		batch.Inputs = maps.Clone(batch.Inputs)
		batch.Inputs[export.StepsInput] = runtime.Indices([]int64{steps})
	}
	return s.Session.Run(batch)
}
