package artifact

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/export/rolling"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// RollFile runs a file of many steps in an engine. The file determines the number of steps,
// unless it has a Loop, which makes the given number. RollFile returns the outputs of a single
// step after each step.
func RollFile(engine runtime.Engine, file []byte, samples []system.Sample, steps int) ([]map[string][]float32, error) {
	signature, err := ReadSignature(file)
	if err != nil {
		return nil, err
	}
	session, err := engine.OpenFile(file)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	return signature.Roll(session, samples, steps)
}

// Roll is like RollFile but uses a session.
func (s Signature) Roll(session runtime.Session, samples []system.Sample, steps int) ([]map[string][]float32, error) {
	if s.Steps > 0 {
		steps = s.Steps
	}
	frames := make([]map[string][]float32, steps)
	for _, batch := range predict.Batches(samples) {
		given := runtime.Batch{Inputs: predict.RollingInputs(batch, s.Inputs, s.PerFrame, steps)}
		all, err := OneStep{session, s}.Roll(given, int64(steps))
		if err != nil {
			return nil, err
		}
		for name, values := range all {
			if len(values.Shape) == 0 || values.Shape[0] != steps || len(values.Float) < steps || rolling.OfStep(name) == "" {
				return nil, fmt.Errorf("a file of %d steps gives %s of shape %v: numbers of each step are expected", steps, name, values.Shape)
			}
			name = strings.TrimPrefix(rolling.OfStep(name), system.PredictedPrefix)
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

// OneStep is a session that runs the first step of a file of many steps.
type OneStep struct {
	runtime.Session
	Signature
}

func (s OneStep) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	batch.Inputs = maps.Clone(batch.Inputs)
	for _, name := range s.PerFrame {
		if input, given := batch.Inputs[name]; given {
			steps := max(1, s.Steps)
			batch.Inputs[name] = runtime.Floats(slices.Repeat(input.Float, steps), append([]int{steps}, input.Shape...)...)
		}
	}
	frames, err := s.Roll(batch, 1)
	if err != nil {
		return nil, err
	}
	outputs := map[string]runtime.Tensor{}
	for name, all := range frames {
		if step := rolling.OfStep(name); step != "" && len(all.Shape) > 0 && all.Shape[0] > 0 {
			outputs[step] = runtime.Floats(all.Float[:len(all.Float)/all.Shape[0]], all.Shape[1:]...)
		}
	}
	return outputs, nil
}

// Roll runs the file for the given number of steps, or for its own number if it has one. Inputs
// that differ from step to step have an axis of steps.
func (s OneStep) Roll(batch runtime.Batch, steps int64) (map[string]runtime.Tensor, error) {
	if s.RollsInLoop() {
		batch.Inputs = maps.Clone(batch.Inputs)
		batch.Inputs[rolling.StepsInput] = runtime.Indices([]int64{steps})
	}
	return s.Session.Run(batch)
}
