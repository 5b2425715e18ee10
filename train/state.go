package train

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"gmnc/internal/adam"
	"gmnc/run"
	"gmnc/run/weights"
	"gmnc/runtime"
)

// state is what a training resumes from: the end of an epoch.
type state struct {
	epoch     int // number of epochs done
	bestEpoch int // epoch of the lowest validation error; 0 before the first validation
	bestValid float64
	weights   map[string]runtime.Tensor
	adam      runtime.SolverState
	average   map[string]runtime.Tensor // moving average of the weights; empty without Options.EMA
}

func newState() *state { return &state{bestValid: math.Inf(1)} }

// These prefixes name tensors in the state file: the weights, their average and Adam's two
// moments.
const (
	weightPrefix  = "weight:"
	averagePrefix = "average:"
	firstPrefix   = "first_moment:"
	secondPrefix  = "second_moment:"
)

func (s *state) write(store run.Store) error {
	file := weights.File{Metadata: map[string]string{
		"epoch":      strconv.Itoa(s.epoch),
		"best_epoch": strconv.Itoa(s.bestEpoch),
		"best_valid": strconv.FormatFloat(s.bestValid, 'g', -1, 64),
		"adam_step":  strconv.Itoa(s.adam.Step),
	}}
	add := func(name string, shape []int, data []float32) {
		file.Tensors = append(file.Tensors, weights.Tensor{Name: name, Shape: shape, Data: data})
	}
	for name, value := range s.weights {
		add(weightPrefix+name, value.Shape, value.Float)
	}
	for name, value := range s.average {
		add(averagePrefix+name, value.Shape, value.Float)
	}
	for name, moment := range s.adam.First {
		add(firstPrefix+name, []int{len(moment)}, moment)
		add(secondPrefix+name, []int{len(moment)}, s.adam.Second[name])
	}
	return run.WriteState(store, file)
}

// readState reads the state from which a training resumes. decays are those of its Adam.
func readState(store run.Store, decays adam.Decays) (*state, error) {
	path := filepath.Join(store.String(), run.StateName)
	file, err := run.ReadState(store)
	if err != nil {
		return nil, err
	}
	s := &state{weights: map[string]runtime.Tensor{}, average: map[string]runtime.Tensor{}}
	s.adam.First, s.adam.Second = map[string][]float32{}, map[string][]float32{}
	for _, tensor := range file.Tensors {
		if err := s.take(tensor); err != nil {
			return nil, fmt.Errorf("%s: %w: this is no training state", path, err)
		}
	}
	numbers := []struct {
		key  string
		into *int
	}{{"epoch", &s.epoch}, {"best_epoch", &s.bestEpoch}, {"adam_step", &s.adam.Step}}
	for _, n := range numbers {
		if *n.into, err = strconv.Atoi(file.Metadata[n.key]); err != nil || *n.into < 0 {
			return nil, fmt.Errorf("%s: %s is %q, not a whole number from 0: this is no training state", path, n.key, file.Metadata[n.key])
		}
	}
	if s.bestValid, err = strconv.ParseFloat(file.Metadata["best_valid"], 64); err != nil {
		return nil, fmt.Errorf("%s: best_valid is %q, not a number: this is no training state", path, file.Metadata["best_valid"])
	}
	if err := s.check(decays); err != nil {
		return nil, fmt.Errorf("%s is damaged (train anew in another folder): %w", path, err)
	}
	return s, nil
}

// take stores a tensor of the file in the state.
func (s *state) take(tensor weights.Tensor) error {
	if name, ok := strings.CutPrefix(tensor.Name, weightPrefix); ok {
		s.weights[name] = runtime.Floats(tensor.Data, tensor.Shape...)
	} else if name, ok := strings.CutPrefix(tensor.Name, averagePrefix); ok {
		s.average[name] = runtime.Floats(tensor.Data, tensor.Shape...)
	} else if name, ok := strings.CutPrefix(tensor.Name, firstPrefix); ok {
		s.adam.First[name] = tensor.Data
	} else if name, ok := strings.CutPrefix(tensor.Name, secondPrefix); ok {
		s.adam.Second[name] = tensor.Data
	} else {
		return fmt.Errorf("it holds %.40q, which is neither a weight, an average nor a moment", tensor.Name)
	}
	return nil
}
