package artifact

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"

	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/runtime"
)

// ErrStep reports that a file makes steps of training.
var ErrStep = fields.Errorf("it makes steps of training, for a program that calls it (docs/onnx.md): export the run without {train_step} for a file that predicts")

// Trains reports whether the model is a file of training steps.
func (m *Model) Trains() bool {
	if m.file == nil {
		return false
	}
	step, err := m.file.Step()
	return err != nil || step != nil
}

// ErrGradients reports that a file returns gradients.
var ErrGradients = fields.Errorf("it takes cotangents and returns gradients, for a program that calls it (docs/onnx.md): export the run without {gradients} for a file that predicts")

// Gradients names the inputs with respect to which the model, a file, returns gradients. It
// returns nil if the file returns none.
func (m *Model) Gradients() []string {
	if m.file == nil {
		return nil
	}
	names, err := m.file.Gradients()
	if err != nil {
		return []string{}
	}
	return names
}

// Tuned makes a run from the weights that an exported file of training steps returned, one
// after the other. The source is the name of the file of these weights.
func Tuned(source string, weights []float32, step *Model) (*run.Run, error) {
	if !step.Trains() {
		return nil, fields.Errorf("it is no file of training steps: export one with {train_step}")
	}
	if step.Changed() {
		return nil, errors.New("it was changed since gmnc exported it, and says no longer for sure which weight is which: export it again")
	}
	before, err := step.Run()
	if err != nil {
		return nil, err
	}
	steps, err := step.file.Step()
	if err != nil {
		return nil, err
	}
	after := maps.Clone(before.Weights)
	at := 0
	for _, w := range steps.Weights {
		size := len(before.Weights[w.Name].Float)
		if size == 0 || at+size > len(weights) {
			return nil, fmt.Errorf("%s holds %d weights, which are not of this file of training steps", source, len(weights))
		}
		after[w.Name] = runtime.Floats(weights[at:at+size], before.Weights[w.Name].Shape...)
		at += size
	}
	if at != len(weights) {
		return nil, fmt.Errorf("%s holds %d weights; the steps train %d", source, len(weights), at)
	}
	for i, x := range weights {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return nil, fmt.Errorf("%s: weight %d is %g: the steps left the finite; take a smaller learning rate", source, i, x)
		}
	}
	config := before.Config
	config.Version, config.Source = run.Version(), filepath.Base(source)
	return run.New(config, after)
}
