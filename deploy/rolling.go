package deploy

import (
	"errors"
	"maps"
	"slices"

	"gmnc/export"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

// rolls reports whether the outputs are those of a file of many steps.
func rolls(outputs []string) bool {
	return slices.ContainsFunc(outputs, func(name string) bool { return export.OfStep(name) != "" })
}

// loops reports whether a file takes the number of its steps.
func loops(file []byte) bool {
	inputs, err := declared(file, onnx.GraphInput)
	return err == nil && slices.Contains(inputs, export.StepsInput)
}

// oneStep is the first step of a file of many.
type oneStep struct {
	runtime.Session
	loops bool // whether the file takes the number of steps
}

func (s oneStep) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	frames, err := s.roll(batch, 1)
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

// roll runs the file for so many steps, or for as many as it has.
func (s oneStep) roll(batch runtime.Batch, steps int64) (map[string]runtime.Tensor, error) {
	if s.loops {
		batch.Inputs = maps.Clone(batch.Inputs)
		batch.Inputs[export.StepsInput] = runtime.Indices([]int64{steps})
	}
	return s.Session.Run(batch)
}

// checkedSteps is how many steps of a Loop are held against single calls.
const checkedSteps = 5

// sameAsCalls measures a file of many steps against calls of one; nil for another
// file. one is the file's predictor.
func sameAsCalls(engine runtime.Engine, file []byte, group verify.Group, one predict.Predictor) (*verify.Report, error) {
	outputs, err := declared(file, onnx.GraphOutput)
	if err != nil || !rolls(outputs) {
		return nil, err
	}
	inputs, err := declared(file, onnx.GraphInput)
	if err != nil {
		return nil, err
	}
	session, err := engine.OpenFile(file)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	batch := runtime.Batch{Inputs: predict.FileInputs(group.Samples, inputs)}
	all, err := oneStep{session, loops(file)}.roll(batch, checkedSteps)
	if err != nil {
		return nil, err
	}
	frames := map[string][][]float32{}
	for name, values := range all {
		if values.Shape[0] == 0 {
			return nil, errors.New("a file of many steps gives none")
		}
		frames[export.OfStep(name)] = slices.Collect(slices.Chunk(values.Float, len(values.Float)/values.Shape[0]))
	}
	report := verify.SameAsCalls(group, frames["predicted_position"], frames["predicted_velocity"], one)
	return &report, nil
}

// mostKinds is the group whose systems have objects of the most kinds.
func mostKinds(groups []verify.Group) verify.Group {
	kinds := func(group verify.Group) (count int) {
		for _, kind := range system.ObjectKinds() {
			count += min(1, group.Samples[0].Objects.Count(kind))
		}
		return count
	}
	return slices.MaxFunc(groups, func(a, b verify.Group) int { return kinds(a) - kinds(b) })
}
