package deploy

import (
	"errors"
	"slices"

	"gmnc/artifact"
	"gmnc/export"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

// sameAsCalls measures a file of many steps against calls of one; nil for another
// file. one is the file's predictor, and steps is how many of a Loop are taken.
func sameAsCalls(engine runtime.Engine, file []byte, group verify.Group, one predict.Predictor, steps int) (*verify.Report, error) {
	outputs, err := artifact.Declared(file, onnx.GraphOutput)
	if err != nil || !artifact.Rolls(outputs) {
		return nil, err
	}
	inputs, err := artifact.Declared(file, onnx.GraphInput)
	if err != nil {
		return nil, err
	}
	session, err := engine.OpenFile(file)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	if own, err := artifact.Steps(file); err != nil {
		return nil, err
	} else if own > 0 {
		steps = own
	}
	perFrame, err := artifact.RolledInputs(file)
	if err != nil {
		return nil, err
	}
	batch := runtime.Batch{Inputs: predict.RollingInputs(group.Samples, inputs, perFrame, steps)}
	all, err := artifact.OneStep{Session: session, Loops: artifact.Loops(file)}.Roll(batch, int64(steps))
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
