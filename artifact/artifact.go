// Package artifact opens trained models in the forms that users have: a run or an exported
// file. It loads them, runs them in any engine, imports weights that were trained elsewhere,
// and reports what a model is, its inputs, and its size.
package artifact

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/plainfile"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// Model is a trained model: a run, or an exported file.
type Model struct {
	run    *run.Run     // not built for a file, or for a model that this program lacks
	file   *export.File // nil for a run
	data   []byte       // the bytes of the file; nil for a run
	inside *Topology    // what replaces inputs of the file; nil if the file takes it as inputs
	joints *Joints      // the columns of a file in joint coordinates; nil for others

	certificate *Certificate             // the certificate of the file; nil if it has none
	built       func() (*run.Run, error) // builds the run once, if run is not built
}

// Config returns the configuration of the run, or of the run that was exported.
func (m *Model) Config() run.Config { return m.run.Config }

// CheckEpochs returns an error if epochs do not belong to the model's training.
func (m *Model) CheckEpochs(epochs []run.Epoch) error { return m.run.CheckEpochs(epochs) }

// Title returns a name for titles: the model and the epoch of its weights.
func (m *Model) Title() string { return m.run.Title() }

// Certificate returns what was measured with the file before it was written. It returns nil for
// a run, and for a file without a certificate.
func (m *Model) Certificate() *Certificate { return m.certificate }

// File returns the content of the exported file, or nil for a run.
func (m *Model) File() *export.File { return m.file }

// Bytes returns the bytes of the exported file, or nil for a run.
func (m *Model) Bytes() []byte { return m.data }

// Inside returns the topology that replaces inputs of the file, or nil if the file takes it as
// inputs.
func (m *Model) Inside() *Topology { return m.inside }

// Compare compares predictions with the targets of the samples. It compares velocities, too, if
// the model returns true ones and all samples have target velocities.
func (m *Model) Compare(samples []system.Sample, position, velocity []float32) (predict.Errors, error) {
	found, err := predict.Compare(samples, position)
	if err == nil && m.TrueVelocity() && system.WithoutTargetVelocity(samples) < 0 {
		found.Velocity, err = predict.CompareVelocities(samples, velocity)
	}
	return found, err
}

// FromRun returns the model of a run.
func FromRun(trained *run.Run) *Model { return (&Model{run: trained}).builtOnce() }

func (m *Model) builtOnce() *Model {
	m.built = sync.OnceValues(m.build)
	return m
}

// TrueVelocity reports whether the returned velocity was trained as a velocity. If not, it is a
// displacement, as builder.New says.
func (m *Model) TrueVelocity() bool { return m.run.Config.Model.TrueVelocity }

// VelocityKind describes the kind of velocity that the model returns.
func (m *Model) VelocityKind() string {
	trained, err := m.Run()
	if err != nil {
		trained = m.run
	}
	return ReturnedVelocity(trained)
}

// FromFile returns the model in an exported file. The model is rebuilt from the configuration
// and the weights in the file only for engines that cannot run the file itself.
func FromFile(data []byte) (*Model, error) {
	file, err := export.Decode(data)
	if err != nil {
		return nil, err
	}
	config, metrics, err := fromMetadata(file)
	if err != nil {
		return nil, err
	}
	inside, err := topologyIn(file)
	if err != nil {
		return nil, err
	}
	joints, err := jointsIn(file, inside)
	if err != nil {
		return nil, err
	}
	certificate, err := certificateIn(file)
	if err != nil {
		return nil, err
	}
	model := &Model{run: &run.Run{Config: config, Metrics: metrics}, file: file, data: data, inside: inside, joints: joints, certificate: certificate}
	return model.builtOnce(), nil
}

// Stat is os.Stat for the path of a model. Its error says what a model is.
func Stat(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s does not exist: expected a model, which is a run folder or an .onnx file", path)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot open the model %s: %w (it is a run folder or an .onnx file)", path, errors.Unwrap(err))
	}
	return info, nil
}

// Load reads a model from a run's folder or an exported file.
func Load(path string) (*Model, error) {
	info, err := Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return fromFolder(run.Folder(path))
	}
	if !strings.EqualFold(filepath.Ext(path), ".onnx") {
		return nil, fmt.Errorf("%s is neither a run folder nor an .onnx file", path)
	}
	return loadFile(path)
}

// loadFile reads a model from an exported file.
func loadFile(path string) (*Model, error) {
	data, err := plainfile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the model: %w", err)
	}
	model, err := FromFile(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return model, nil
}

func fromFolder(folder run.Folder) (*Model, error) {
	read := run.Read
	if c, err := run.ReadConfig(folder); err == nil && !config.Known(c.Model.Model) {
		read = run.ReadUnbuilt
	}
	trained, err := read(folder)
	if err != nil {
		return nil, err
	}
	return FromRun(trained), nil
}

// Run returns the run with its model, without weights if the file was changed. All callers
// share it and must not change it. It is an error if this program lacks the model.
func (m *Model) Run() (*run.Run, error) {
	if m.run.Model != nil {
		return m.run, nil
	}
	return m.built()
}

func (m *Model) build() (*run.Run, error) {
	c := m.run.Config
	if !config.Known(c.Model.Model) {
		return nil, fmt.Errorf("the model %s is not built into this program, which has %s: take the program that registered it, or a file of it in an engine that runs files (%s)",
			c.Model.Model, strings.Join(config.Models(), ", "), strings.Join(fileEngines(), ", "))
	}
	if err := builder.CheckSize(c.Model, len(m.data)); err != nil {
		return nil, err
	}
	model, err := builder.New(c.Model, false)
	if err != nil {
		return nil, err
	}
	trained := &run.Run{Config: c, Model: model}
	if !m.Changed() {
		if trained, err = run.NewBuilt(c, model, run.WithShapes(model, m.file.Weights)); err != nil {
			return nil, err
		}
	}
	trained.Metrics = m.run.Metrics
	return trained, nil
}

// weights returns the number of weights of the run or the file.
func (m *Model) weights() (count int) {
	for _, weight := range m.run.Weights {
		count += len(weight.Float)
	}
	if m.file != nil {
		for _, weight := range m.file.Weights {
			count += len(weight)
		}
	}
	return count
}

// OpenFor is like Open but returns an error if the data set lacks inputs of the model, or has
// others.
func (m *Model) OpenFor(data *datasets.Data, name string) (predict.Predictor, string, error) {
	if err := run.CheckData(m.run.Config.Model, data); err != nil {
		return nil, "", err
	}
	return m.Open(name)
}
