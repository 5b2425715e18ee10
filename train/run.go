package train

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/atomicfile"
	"gmnc/internal/strictjson"
	"gmnc/runtime"
	"gmnc/train/weights"
)

// A run folder holds
//
//	config.json            the model, the training options, the data
//	weights.safetensors    the weights at the lowest validation error
//	state.safetensors      what a resumed training goes on from
//	metrics.csv            a row an epoch
//	learning_curve.png     a picture of them
//	lock                   locked by a process that trains
//
// Every file is replaced as a whole, so that a kill at any time loses at
// most the epoch in progress. The lock is there from the beginning to the
// end of a run's files: what stands beside it was ours.
const (
	configName  = "config.json"
	weightsName = "weights.safetensors"
	// CurveName is the file of the learning curve, which a training's
	// Observer draws.
	CurveName = "learning_curve.png"
)

// RunConfig is a run's config.json.
type RunConfig struct {
	Version  string         `json:"gmnc"`
	Model    builder.Config `json:"model"`
	Training *Options       `json:"training,omitempty"` // absent for imported weights
	Data     *DataInfo      `json:"data,omitempty"`
	Source   string         `json:"source,omitempty"` // the file that weights were imported from
}

// DataInfo says which data a model was trained on, and in which units those
// are, if they tell.
type DataInfo struct {
	File         string `json:"file"`
	SHA256       string `json:"sha256"`
	LengthUnit   string `json:"length_unit,omitempty"` // of positions
	VelocityUnit string `json:"velocity_unit,omitempty"`
	Interval     string `json:"interval,omitempty"` // from input to target
}

// DescribeData names a data file by its content; about is what that says of
// itself.
func DescribeData(path string, about datasets.About) (*DataInfo, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the data set: %w", err)
	}
	defer file.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return nil, fmt.Errorf("cannot read the data set: %w", err)
	}
	return &DataInfo{
		File: filepath.Base(path), SHA256: hex.EncodeToString(digest.Sum(nil)),
		LengthUnit: about.LengthUnit, VelocityUnit: about.VelocityUnit, Interval: about.Interval,
	}, nil
}

// Run is a trained model: what a run folder, or an exported file, holds.
type Run struct {
	Config  RunConfig
	Model   *builder.Model
	Weights map[string]runtime.Tensor
	// Metrics are named figures of the training: its lowest validation
	// error, and the epoch and the constraint error of that.
	Metrics map[string]string
}

// Names of metrics.
const (
	validMetric      = "valid_mse"
	constraintMetric = "valid_constraint_error"
	epochMetric      = "epoch"
)

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
	return best
}

// Write writes config and weights into a folder that holds no run yet.
func (r *Run) Write(folder string) error {
	return makeRun(folder, r.Config, func() error { return r.writeWeights(folder) })
}

func (r *Run) writeWeights(folder string) error {
	file := weights.File{Metadata: r.Metrics}
	for name, value := range r.Weights {
		file.Tensors = append(file.Tensors, weights.Tensor{Name: name, Shape: value.Shape, Data: value.Float})
	}
	return weights.Write(filepath.Join(folder, weightsName), file)
}

func writeConfig(folder string, config RunConfig) error {
	text, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(folder, configName), append(text, '\n'))
}

// ReadConfig reads a run folder's configuration.
func ReadConfig(folder string) (RunConfig, error) {
	path := filepath.Join(folder, configName)
	text, err := os.ReadFile(path)
	if err != nil {
		return RunConfig{}, fmt.Errorf("%s is not a run folder: %w (gmnc train and gmnc import make one)", folder, err)
	}
	config := RunConfig{Model: builder.DefaultConfig()}
	if err := strictjson.Unmarshal(text, &config); err != nil {
		return RunConfig{}, fmt.Errorf("%s is not a run's configuration: %w", path, err)
	}
	if config.Version == "" {
		return RunConfig{}, fmt.Errorf("%s is not a run's configuration: it does not say which version of gmnc wrote it", path)
	}
	if err := config.Model.Validate(); err != nil {
		return RunConfig{}, fmt.Errorf("%s: %w", path, err)
	}
	return config, nil
}

// ReadRun reads a run folder's config and best weights.
func ReadRun(folder string) (*Run, error) {
	config, err := ReadConfig(folder)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, weightsName)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the run folder %s has no %s: its training has not reached a validation yet; let it, or go on with --resume", folder, weightsName)
	}
	file, err := weights.Read(path)
	if err != nil {
		return nil, err
	}
	run, err := NewRun(config, tensors(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	run.Metrics = file.Metadata
	return run, nil
}

// NewRun puts a model and its weights together; the weights must be those
// of the configuration.
func NewRun(config RunConfig, values map[string]runtime.Tensor) (*Run, error) {
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
