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
	"gmnc/runtime"
	"gmnc/runtime/gorgonia"
	"gmnc/runtime/interpreter"
	"gmnc/runtime/native"
	"gmnc/runtime/onnxgo"
	"gmnc/runtime/onnxruntime"
	"gmnc/train"
)

// version is that of the next release; see CHANGELOG.
const version = "0.1.0"

// Version is the version of gmnc, with the commit it was built from if the
// build knows it.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
				return version + "+" + setting.Value[:12]
			}
		}
	}
	return version
}

// Runtimes are the names that Open knows, but for "auto".
var Runtimes = []string{"native", "gorgonia", "onnxruntime", "onnx-go", "interpreter"}

// source is a model on disk: a run folder, or an exported file.
type source struct {
	run    *train.Run   // without weights if the file's graph was changed
	file   *export.File // nil for a run folder
	data   []byte       // of the file
	inside *topology    // what the file has in place of inputs; nil if they are inputs
}

// read reads a run folder or an exported file.
func read(path string) (*source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open the model: %w (it is a run folder or an .onnx file)", err)
	}
	if info.IsDir() {
		run, err := train.ReadRun(path)
		return &source{run: run}, err
	}
	if !strings.EqualFold(filepath.Ext(path), ".onnx") {
		return nil, fmt.Errorf("%s is neither a run folder nor an .onnx file", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the model: %w", err)
	}
	model, err := fromFile(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return model, nil
}

// fromFile rebuilds the model from the configuration and the weights that
// an exported file carries.
func fromFile(data []byte) (*source, error) {
	file, err := export.Decode(data)
	if err != nil {
		return nil, err
	}
	config, metrics, err := fromMetadata(file)
	if err != nil {
		return nil, err
	}
	model, err := builder.New(config.Model, false)
	if err != nil {
		return nil, err
	}
	run := &train.Run{Config: config, Model: model}
	if !file.Changed {
		if run, err = train.NewRun(config, train.WithShapes(model, file.Weights)); err != nil {
			return nil, err
		}
	}
	run.Metrics = metrics
	inside, err := topologyIn(file)
	return &source{run, file, data, inside}, err
}

// Open opens a run folder or an exported file behind the named runtime. An
// exported file runs as it is in onnxruntime and onnx-go, a run folder is
// exported in memory for them; in the others either is rebuilt from
// its configuration and weights. "auto" takes a run folder to our own native
// runtime and a file to onnxruntime, or to onnx-go where there is none. It
// returns the name of the runtime taken, with a remark if the file's graph is
// not the one that was exported.
func Open(path, name string) (train.Predictor, string, error) {
	model, err := read(path)
	if err != nil {
		return nil, "", err
	}
	return model.openAs(name)
}

// OpenFor is Open, but a model that takes other inputs than the data set has
// is an error.
func OpenFor(data *datasets.Data, path, name string) (train.Predictor, string, error) {
	model, err := read(path)
	if err != nil {
		return nil, "", err
	}
	if err := train.CheckData(model.run.Config.Model, data); err != nil {
		return nil, "", fmt.Errorf("%s: %w", path, err)
	}
	return model.openAs(name)
}

func (s *source) openAs(name string) (train.Predictor, string, error) {
	if name == "auto" {
		name = s.preferred()
	}
	predictor, err := s.open(name)
	if err == nil && s.inside != nil {
		predictor = bakedPredictor{predictor, *s.inside}
	}
	if s.changed() {
		name += ", with a graph changed since gmnc exported and checked it"
	}
	return predictor, name, err
}

func (s *source) changed() bool { return s.file != nil && s.file.Changed }

func (s *source) preferred() string {
	switch {
	case s.file == nil:
		return "native"
	case onnxruntime.Available() == nil:
		return "onnxruntime"
	}
	return "onnx-go"
}

func (s *source) open(name string) (train.Predictor, error) {
	switch name {
	case "interpreter", "native", "gorgonia":
		if s.changed() {
			return nil, fmt.Errorf("%s rebuilds a model from the weights in its file, but the graph there was changed since gmnc exported it, by another program or by damage: "+
				"take --runtime onnxruntime or onnx-go, which run it as it is, or export the model again", name)
		}
		return rebuild(s.run, name)
	case "onnxruntime", "onnx-go":
		if s.file != nil {
			return openFile(s.data, name, s.inside)
		}
		data, err := exporting{run: s.run, opset: export.DefaultOpset}.encode(nil)
		if err != nil {
			return nil, err
		}
		return openFile(data, name, nil)
	}
	return nil, fmt.Errorf("there is no runtime %q; known: auto, %s", name, strings.Join(Runtimes, ", "))
}

// rebuild runs a run's model, which is not an exported file or no longer one.
func rebuild(run *train.Run, name string) (train.Predictor, error) {
	switch name {
	case "interpreter":
		return rows(interpreter.Open(run.Model.Module, run.Weights))
	case "native":
		return rows(native.Open(run.Model.Module, run.Weights))
	}
	params, err := gorgonia.NewParams(run.Model.Module, run.Weights)
	if err != nil {
		return nil, err
	}
	return rows(gorgonia.Open(run.Model.Module, params, gorgonia.O0))
}

// openFile runs an exported file, which may have a topology inside.
func openFile(file []byte, name string, inside *topology) (train.Predictor, error) {
	open := onnxgo.Open
	if name == "onnxruntime" {
		open = onnxruntime.Open
	}
	session, err := open(file)
	if err != nil {
		return nil, err
	}
	if inside == nil {
		return train.NewSystemPredictor(session), nil
	}
	var names []string
	for _, baked := range inside.baked() {
		names = append(names, baked.Input)
	}
	return train.NewBakedPredictor(session, names), nil
}

func rows(session runtime.Session, err error) (train.Predictor, error) {
	if err != nil {
		return nil, err
	}
	return train.NewRowPredictor(session), nil
}
