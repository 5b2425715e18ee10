// Package run stores trained models: the store of a run (a folder or memory), its configuration,
// its training options, its metrics and its weights.
package run

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gmnc/builder"
	"gmnc/builder/graph"
	"gmnc/internal/fields"
	"gmnc/run/weights"
	"gmnc/runtime"
)

// Run is a trained model, as stored in a run folder or an exported file.
type Run struct {
	Config  Config
	Model   *graph.Model // nil until it is built
	Weights map[string]runtime.Tensor
	// Metrics holds named figures of the training, such as its lowest validation error, with
	// the epoch and the constraint error of that.
	Metrics map[string]string
}

// Floats returns the numbers of the weights by name.
func (r *Run) Floats() map[string][]float32 {
	floats := map[string][]float32{}
	for name, weight := range r.Weights {
		floats[name] = weight.Float
	}
	return floats
}

// Write writes the configuration and the weights into a store that contains no run yet.
func (r *Run) Write(store Store) error {
	return Make(store, r.Config, func() error { return r.WriteWeights(store) })
}

// WriteWeights replaces the weights in a run's store, and seals them.
func (r *Run) WriteWeights(store Store) error {
	s, err := r.sealed()
	if err != nil {
		return err
	}
	text, err := s.text()
	if err != nil {
		return err
	}
	file := weights.File{Metadata: map[string]string{sealKey: text}}
	maps.Copy(file.Metadata, r.Metrics)
	for name, value := range r.Weights {
		file.Tensors = append(file.Tensors, weights.Tensor{Name: name, Shape: value.Shape, Data: value.Float})
	}
	return writeTensors(store, weightsName, file)
}

// Read reads a run's configuration and best weights, and builds its model.
func Read(store Store) (*Run, error) {
	stored, err := ReadUnbuilt(store)
	if err != nil {
		return nil, err
	}
	return stored.builtFrom(store)
}

// builtFrom returns the run, which was read from a store, with its model built.
func (r *Run) builtFrom(store Store) (*Run, error) {
	if err := r.Config.Model.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", in(store, configName), err)
	}
	built, err := New(r.Config, r.Weights)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in(store, weightsName), err)
	}
	built.Metrics = r.Metrics
	return built, nil
}

// ReadUnbuilt is like Read but does not build the model, which this program may lack. The
// weights are checked against their seal but not against the model.
func ReadUnbuilt(store Store) (*Run, error) {
	read, differ, err := readWhole(store)
	if err != nil {
		return nil, err
	}
	if len(differ) > 0 {
		return nil, fmt.Errorf("the run %s was changed after it was written: %s: put back what it was, or take it as it is now by gmnc run seal %[1]s",
			store, listed(differ))
	}
	return read, nil
}

// readWhole reads a run's configuration and best weights, and returns the differences from
// their seal.
func readWhole(store Store) (read *Run, differ []string, err error) {
	config, err := ReadConfig(store)
	if err != nil {
		return nil, nil, err
	}
	if !store.Has(weightsName) {
		return nil, nil, fields.Errorf("the run folder %s has no %s: %w", store, weightsName, withoutWeights(store, config))
	}
	file, err := readTensors(store, weightsName)
	if err != nil {
		return nil, nil, err
	}
	read = &Run{Config: config, Weights: tensors(file), Metrics: file.Metadata}
	if differ, err = read.unsealed(); err == nil {
		err = checkFinite(read.Weights)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", in(store, weightsName), err)
	}
	return read, differ, nil
}

// HasWeights reports whether the run in a store has weights.
func HasWeights(store Store) bool { return store.Has(weightsName) }

// withoutWeights returns an error that says why a run has no weights.
func withoutWeights(store Store, config Config) error {
	rows, err := ReadMetrics(store)
	validated := slices.IndexFunc(rows, func(row Epoch) bool { return !math.IsNaN(row.Valid) && row.Note == "" })
	switch {
	case config.Training == nil || err != nil:
		return errors.New("it was removed; put it back, or make the run anew")
	case validated >= 0:
		return fmt.Errorf("it was removed, as there was a validation after epoch %d; put it back, or train anew in another folder", rows[validated].Epoch)
	case len(rows) > 0 && rows[len(rows)-1].Note != "":
		return fmt.Errorf("its training ended before a validation: %s", rows[len(rows)-1].Note)
	}
	return fields.Errorf("its training has not reached a validation yet; let it, or go on with {resume}")
}

// New returns a run with its model built. The weights must fit the configuration.
func New(config Config, values map[string]runtime.Tensor) (*Run, error) {
	bytes := 0
	for _, value := range values {
		bytes += 4 * len(value.Float)
	}
	if err := builder.CheckSize(config.Model, bytes); err != nil {
		return nil, err
	}
	model, err := builder.New(config.Model, false)
	if err != nil {
		return nil, err
	}
	return NewBuilt(config, model, values)
}

// NewBuilt is like New for a model of the configuration that was built already.
func NewBuilt(config Config, model *graph.Model, values map[string]runtime.Tensor) (*Run, error) {
	if err := runtime.CheckParams(model.Module, values); err != nil {
		return nil, fmt.Errorf("the weights do not fit the model (%d layers, hidden %d): %w",
			config.Model.Layers, config.Model.Hidden, err)
	}
	if err := checkFinite(values); err != nil {
		return nil, err
	}
	return &Run{Config: config, Model: model, Weights: values}, nil
}

// checkFinite returns an error that names the first weight, by name, that is not a finite
// float32.
func checkFinite(values map[string]runtime.Tensor) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for i, value := range values[name].Float {
			if !(math.Abs(float64(value)) <= math.MaxFloat32) {
				return fmt.Errorf("the weight %s holds %g at place %d: weights are finite numbers, train anew", name, value, i)
			}
		}
	}
	return nil
}

// WithShapes returns the weights of a model, drawn or imported, with their shapes. Absent
// weights stay absent.
func WithShapes(model *graph.Model, values map[string][]float32) map[string]runtime.Tensor {
	byName := map[string]runtime.Tensor{}
	for _, param := range model.Params {
		if data, ok := values[param.Name]; ok {
			byName[param.Name] = runtime.Floats(data, param.Rows, param.Columns)
		}
	}
	return byName
}
