// Package deploy carries trained models to where they are used: it exports
// runs, opens a run or an exported file behind any runtime, and imports
// weights that were trained elsewhere.
package deploy

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/plainfile"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// version is that of the next release; see CHANGELOG.
const version = "0.1.0"

// Version is the version of gmnc, with the commit it was built from if the
// build knows it, and whether files were changed since.
func Version() string {
	info, known := debug.ReadBuildInfo()
	if !known {
		return version
	}
	commit, changed := "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision" && len(setting.Value) >= 12:
			commit = "+" + setting.Value[:12]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			changed = ".modified"
		}
	}
	if commit == "" {
		return version
	}
	return version + commit + changed
}

// Model is a trained model as it is deployed: a run, or an exported file.
type Model struct {
	run    *run.Run     // of a file, or of a model that this program lacks, not built
	file   *export.File // nil for a run
	data   []byte       // of the file
	inside *topology    // what the file has in place of inputs; nil if they are inputs

	certificate *Certificate // of the file; nil if it has none
}

// Config is the configuration of the run, or of the one that was exported.
func (m *Model) Config() run.Config { return m.run.Config }

// Title names the model and the epoch of its weights, for titles.
func (m *Model) Title() string { return m.run.Title() }

// Certificate is what was measured of the file before it was written; nil of a
// run, and of a file without one.
func (m *Model) Certificate() *Certificate { return m.certificate }

// Compare compares predictions with the targets of the samples: velocities,
// too, where the model returns true ones and all samples have one.
func (m *Model) Compare(samples []system.Sample, position, velocity []float32) (predict.Errors, error) {
	found, err := predict.Compare(samples, position)
	if err == nil && m.TrueVelocity() && system.WithoutTargetVelocity(samples) < 0 {
		found.Velocity, err = predict.CompareVelocities(samples, velocity)
	}
	return found, err
}

// FromRun is the model of a run.
func FromRun(trained *run.Run) *Model { return &Model{run: trained} }

// TrueVelocity reports whether the velocity that the model returns was trained
// to be one. If not it is a displacement, as builder.New says.
func (m *Model) TrueVelocity() bool { return m.run.Config.Model.TrueVelocity }

// VelocityKind says which kind of velocity the model returns.
func (m *Model) VelocityKind() string {
	trained, err := m.built()
	if err != nil {
		trained = m.run
	}
	return returnedVelocity(trained)
}

// FromFile is the model in an exported file. It is rebuilt, from the
// configuration and the weights that the file carries, only for engines that
// cannot run the file itself.
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
	certificate, err := certificateIn(file)
	if err != nil {
		return nil, err
	}
	return &Model{&run.Run{Config: config, Metrics: metrics}, file, data, inside, certificate}, nil
}

// Load reads a model from a run's folder or an exported file.
func Load(path string) (*Model, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open the model: %w (it is a run folder or an .onnx file)", err)
	}
	if info.IsDir() {
		return fromFolder(run.Folder(path))
	}
	if !strings.EqualFold(filepath.Ext(path), ".onnx") {
		return nil, fmt.Errorf("%s is neither a run folder nor an .onnx file", path)
	}
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
	if config, err := run.ReadConfig(folder); err == nil && !builder.Known(config.Model.Model) {
		read = run.ReadUnbuilt
	}
	trained, err := read(folder)
	if err != nil {
		return nil, err
	}
	return FromRun(trained), nil
}

// built is the run with its model, without weights if the file was changed. A model that this program lacks is an error.
func (m *Model) built() (*run.Run, error) {
	if m.run.Model != nil {
		return m.run, nil
	}
	config := m.run.Config
	if !builder.Known(config.Model.Model) {
		return nil, fmt.Errorf("the model %s is not built into this program, which has %s: take the program that registered it, or a file of it in an engine that runs files (%s)",
			config.Model.Model, strings.Join(builder.Models(), ", "), strings.Join(fileEngines(), ", "))
	}
	if err := config.Model.CheckSize(len(m.data)); err != nil {
		return nil, err
	}
	model, err := builder.New(config.Model, false)
	if err != nil {
		return nil, err
	}
	trained := &run.Run{Config: config, Model: model}
	if !m.changed() {
		if trained, err = run.New(config, run.WithShapes(model, m.file.Weights)); err != nil {
			return nil, err
		}
	}
	trained.Metrics = m.run.Metrics
	return trained, nil
}

// weights is how many weights the run or the file has.
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

// OpenFor is Open, but a model that takes other inputs than the data set has
// is an error.
func (m *Model) OpenFor(data *datasets.Data, name string) (predict.Predictor, string, error) {
	if err := run.CheckData(m.run.Config.Model, data); err != nil {
		return nil, "", err
	}
	return m.Open(name)
}
