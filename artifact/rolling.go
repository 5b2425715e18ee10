package artifact

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
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

// RollFile runs a file of many steps in an engine, for as many as it has, or for steps of
// a Loop, and returns the outputs of a single step after each of them.
func RollFile(engine runtime.Engine, file []byte, samples []system.Sample, steps int) ([]map[string][]float32, error) {
	inputs, err := Declared(file, onnx.GraphInput)
	if err != nil {
		return nil, err
	}
	if own, err := Steps(file); err != nil {
		return nil, err
	} else if own > 0 {
		steps = own
	}
	perFrame, err := RolledInputs(file)
	if err != nil {
		return nil, err
	}
	session, err := engine.OpenFile(file)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	frames := make([]map[string][]float32, steps)
	for _, batch := range predict.Batches(samples) {
		given := runtime.Batch{Inputs: predict.RollingInputs(batch, inputs, perFrame, steps)}
		all, err := OneStep{Session: session, Loops: Loops(file)}.Roll(given, int64(steps))
		if err != nil {
			return nil, err
		}
		for name, values := range all {
			if values.Shape[0] != steps {
				return nil, fmt.Errorf("a file of %d steps gives %d of %s", steps, values.Shape[0], name)
			}
			name = strings.TrimPrefix(export.OfStep(name), "predicted_")
			for step, frame := range slices.Collect(slices.Chunk(values.Float, len(values.Float)/steps)) {
				if frames[step] == nil {
					frames[step] = map[string][]float32{}
				}
				frames[step][name] = append(frames[step][name], frame...)
			}
		}
	}
	return frames, nil
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
