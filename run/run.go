// Package run keeps trained models: a run's folder, its configuration, the
// options of its training, its metrics and its weights.
package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/internal/plainfile"
	"gmnc/internal/strictjson"
	"gmnc/run/weights"
	"gmnc/runtime"
	"gmnc/system"
)

// A run's store holds
//
//	config.json            the model, the training options, the data
//	weights.safetensors    the weights at the lowest validation error
//	state.safetensors      what a resumed training goes on from
//	metrics.csv            a row an epoch
//	learning_curve.png     a picture of them
//	log.jsonl, events.out.tfevents.gmnc
//	                       logs that were asked for
//	lock                   locked by a process that trains
//
// Every file is replaced as a whole, so that a kill at any time loses at
// most the epoch in progress, and before its first step is made the one before,
// which is saved meanwhile. The lock is there from the beginning to the
// end of a run's files: what stands beside it was ours.
const (
	configName  = "config.json"
	weightsName = "weights.safetensors"
	// StateName is the file that a resumed training goes on from.
	StateName = "state.safetensors"
	// CurveName is the file of the learning curve, which a training's
	// Observer draws.
	CurveName = "learning_curve.png"
	// LinesName and EventsName are the logs that package logs writes.
	LinesName  = "log.jsonl"
	EventsName = "events.out.tfevents.gmnc"
)

// Config is a run's config.json.
type Config struct {
	Version  string         `json:"gmnc"`
	Model    builder.Config `json:"model"`
	Training *Options       `json:"training,omitempty"` // absent for imported weights
	Data     *DataInfo      `json:"data,omitempty"`
	Source   string         `json:"source,omitempty"` // the file that weights were imported from
	// Kernels are the sets of kernels that it was trained with, one after the
	// other: those of different machines round differently.
	Kernels []string `json:"kernels,omitempty"`
}

// DataInfo says which data a model was trained on, and in which units those
// are, if that is known.
type DataInfo struct {
	File         string `json:"file"`
	SHA256       string `json:"sha256"`
	LengthUnit   string `json:"length_unit,omitempty"` // of positions
	VelocityUnit string `json:"velocity_unit,omitempty"`
	Interval     string `json:"interval,omitempty"` // from input to target
	// Ranges are what the training samples span; nil if that is not known.
	Ranges *system.Ranges `json:"ranges,omitempty"`
}

// DescribeData names a data file by its content; data is what was read from it.
func DescribeData(path string, data *datasets.Data) (*DataInfo, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the data set: %w", err)
	}
	defer file.Close()
	return DescribeContent(path, file, data)
}

// DescribeContent is DescribeData of a file whose content is at hand.
func DescribeContent(path string, content io.Reader, data *datasets.Data) (*DataInfo, error) {
	digest := sha256.New()
	if _, err := io.Copy(digest, content); err != nil {
		return nil, fmt.Errorf("cannot read the data set: %w", err)
	}
	return &DataInfo{
		File: filepath.Base(path), SHA256: hex.EncodeToString(digest.Sum(nil)),
		LengthUnit: data.About.LengthUnit, VelocityUnit: data.About.VelocityUnit, Interval: data.About.Interval,
		Ranges: system.MeasureRanges(data.Train),
	}, nil
}

// Run is a trained model: what a run folder, or an exported file, holds.
type Run struct {
	Config  Config
	Model   *builder.Model // nil as long as it is not built
	Weights map[string]runtime.Tensor
	// Metrics are named figures of the training: its lowest validation
	// error, and the epoch and the constraint error of that.
	Metrics map[string]string
}

// Names of metrics.
const (
	validMetric      = "valid_mse"
	constraintMetric = "valid_constraint_error"
	velocityMetric   = "valid_velocity_mse"
	epochMetric      = "epoch"
)

// MetricsAt are the metrics of the weights after an epoch: the validation
// error, in position units squared, the constraint error there, and the error of
// true velocities, in velocity units squared; NaN for none.
func MetricsAt(epoch int, valid, constraint, velocity float64) map[string]string {
	metrics := map[string]string{
		validMetric: FormatNumber(valid), epochMetric: strconv.Itoa(epoch), constraintMetric: FormatNumber(constraint),
	}
	if !math.IsNaN(velocity) {
		metrics[velocityMetric] = FormatNumber(velocity)
	}
	return metrics
}

// Valid is the lowest validation error; +Inf for weights without one.
func (r *Run) Valid() float64 {
	valid, err := strconv.ParseFloat(r.Metrics[validMetric], 64)
	if err != nil {
		return math.Inf(1)
	}
	return valid
}

// Epoch is the epoch after which the weights were taken; 0 for weights that
// were not trained here.
func (r *Run) Epoch() int {
	epoch, err := strconv.Atoi(r.Metrics[epochMetric])
	if err != nil {
		return 0
	}
	return epoch
}

// Title names the model and the epoch of its weights, for titles.
func (r *Run) Title() string {
	if epoch := r.Epoch(); epoch > 0 {
		return fmt.Sprintf("%s, best epoch %d", r.Config.Model.Model, epoch)
	}
	return r.Config.Model.Model
}

// Best says how good the weights are, in the unit of the paper's tables;
// it is empty for imported ones.
func (r *Run) Best() string {
	valid, err := strconv.ParseFloat(r.Metrics[validMetric], 64)
	if err != nil {
		return ""
	}
	best := fmt.Sprintf("validation error x100 %.5f, in epoch %s", 100*valid, r.Metrics[epochMetric])
	if change, err := strconv.ParseFloat(r.Metrics[constraintMetric], 64); err == nil {
		best += fmt.Sprintf(", constraint error %.1e", change)
	}
	if velocity, err := strconv.ParseFloat(r.Metrics[velocityMetric], 64); err == nil {
		best += fmt.Sprintf(", error of velocities x100 %.5f", 100*velocity)
	}
	return best
}

// Write writes config and weights into a store that holds no run yet.
func (r *Run) Write(store Store) error {
	return Make(store, r.Config, func() error { return r.WriteWeights(store) })
}

// WriteWeights replaces the weights in a run's store.
func (r *Run) WriteWeights(store Store) error {
	file := weights.File{Metadata: r.Metrics}
	for name, value := range r.Weights {
		file.Tensors = append(file.Tensors, weights.Tensor{Name: name, Shape: value.Shape, Data: value.Float})
	}
	return writeTensors(store, weightsName, file)
}

// WriteConfig replaces the configuration in a run's store.
func WriteConfig(store Store, config Config) error {
	text, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		return err
	}
	return store.Write(configName, append(text, '\n'))
}

// ReadConfig reads a run's configuration.
func ReadConfig(store Store) (Config, error) {
	path := in(store, configName)
	text, err := store.Read(configName)
	if err != nil {
		return Config{}, fmt.Errorf("%s is not a run folder: %w (gmnc train and gmnc import make one)", store, err)
	}
	config := Config{Model: builder.DefaultConfig()}
	if err := strictjson.Unmarshal(text, &config); err != nil {
		return Config{}, fmt.Errorf("%s is not a run's configuration: %w", path, err)
	}
	if config.Version == "" {
		return Config{}, fmt.Errorf("%s is not a run's configuration: it does not say which version of gmnc wrote it", path)
	}
	if err := config.Model.Check(); err != nil {
		return Config{}, fmt.Errorf("%s: %w", path, err)
	}
	return config, nil
}

// Read reads a run's configuration and best weights, and builds its model.
func Read(store Store) (*Run, error) {
	stored, err := ReadUnbuilt(store)
	if err != nil {
		return nil, err
	}
	if err := stored.Config.Model.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", in(store, configName), err)
	}
	run, err := New(stored.Config, stored.Weights)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in(store, weightsName), err)
	}
	run.Metrics = stored.Metrics
	return run, nil
}

// ReadUnbuilt is Read of a run whose model this program may not have: it is not
// built, and the weights are not held against it.
func ReadUnbuilt(store Store) (*Run, error) {
	config, err := ReadConfig(store)
	if err != nil {
		return nil, err
	}
	if !store.Holds(weightsName) {
		return nil, fields.Errorf("the run folder %s has no %s: %w", store, weightsName, withoutWeights(store, config))
	}
	file, err := readTensors(store, weightsName)
	if err != nil {
		return nil, err
	}
	return &Run{Config: config, Weights: tensors(file), Metrics: file.Metadata}, nil
}

// HasWeights reports whether the run in a store has weights.
func HasWeights(store Store) bool { return store.Holds(weightsName) }

// withoutWeights says why a run has no weights.
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

// New puts a model and its weights together; the weights must be those
// of the configuration.
func New(config Config, values map[string]runtime.Tensor) (*Run, error) {
	bytes := 0
	for _, value := range values {
		bytes += 4 * len(value.Float)
	}
	if err := config.Model.CheckSize(bytes); err != nil {
		return nil, err
	}
	model, err := builder.New(config.Model, false)
	if err != nil {
		return nil, err
	}
	if err := runtime.CheckParams(model.Module, values); err != nil {
		return nil, fmt.Errorf("the weights do not fit the model (%d layers, hidden %d): %w",
			config.Model.Layers, config.Model.Hidden, err)
	}
	if err := checkFinite(values); err != nil {
		return nil, err
	}
	return &Run{Config: config, Model: model, Weights: values}, nil
}

// Identity tells the run in a store from others by its name and the SHA-256 of
// its weights.
func Identity(store Store) (string, error) {
	data, err := store.Read(weightsName)
	if err != nil {
		return "", fmt.Errorf("cannot read weights: %w", err)
	}
	return fmt.Sprintf("%s (weights %x)", filepath.Base(store.String()), sha256.Sum256(data)), nil
}

// in is where a file of a store is, for errors.
func in(store Store, name string) string { return filepath.Join(store.String(), name) }

func writeTensors(store Store, name string, file weights.File) error {
	encoded, err := weights.Encode(file)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", in(store, name), err)
	}
	return store.Write(name, encoded)
}

func readTensors(store Store, name string) (weights.File, error) {
	data, err := store.Read(name)
	if err != nil {
		return weights.File{}, fmt.Errorf("cannot read weights: %w", err)
	}
	file, err := weights.Decode(data)
	if err != nil {
		return weights.File{}, fmt.Errorf("cannot read %s: %w", in(store, name), err)
	}
	return file, nil
}

// WriteState replaces what a resumed training goes on from.
func WriteState(store Store, state weights.File) error {
	return writeTensors(store, StateName, state)
}

// ReadState reads what a resumed training goes on from.
func ReadState(store Store) (weights.File, error) {
	if !store.Holds(StateName) {
		return weights.File{}, fields.Errorf("there is nothing to resume: %s has no %s (train without {resume})", store, StateName)
	}
	return readTensors(store, StateName)
}

// checkFinite reports the first weight, by name, that no model can use.
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

// tensors are a weight file's contents by name.
func tensors(file weights.File) map[string]runtime.Tensor {
	byName := map[string]runtime.Tensor{}
	for _, tensor := range file.Tensors {
		byName[tensor.Name] = runtime.Floats(tensor.Data, tensor.Shape...)
	}
	return byName
}

// WithShapes gives the weights of a model, as drawn or imported, their
// shapes; absent ones stay absent.
func WithShapes(model *builder.Model, values map[string][]float32) map[string]runtime.Tensor {
	byName := map[string]runtime.Tensor{}
	for _, param := range model.Params {
		if data, ok := values[param.Name]; ok {
			byName[param.Name] = runtime.Floats(data, param.Rows, param.Columns)
		}
	}
	return byName
}
