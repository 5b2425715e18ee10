package deploy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// auto is the name that leaves the choice of the engine to the table.
const auto = "auto"

// Open opens the model in the named engine of the table. An exported file runs
// as it is in engines that run files, and a run is exported in memory for those
// that run nothing else; in the others either is rebuilt from its configuration
// and weights. "auto" takes the first engine at hand that runs the one or the
// other. It returns the name of the engine taken, with a remark if the file
// is not the one that was exported.
func (m *Model) Open(name string) (predict.Predictor, string, error) {
	if m.trains() {
		return nil, name, errStep
	}
	engine, err := m.engine(name)
	if err != nil {
		return nil, name, err
	}
	predictor, err := m.open(engine)
	if err == nil {
		predictor = checkedPredictor{predictor, m.check}
	}
	name = engine.Name
	if m.changed() {
		name += ", changed since gmnc exported and checked it"
	}
	return predictor, name, err
}

// check reports a sample that the model does not take.
func (m *Model) check(samples []system.Sample) error {
	if m.inside != nil {
		if err := m.inside.check(samples); err != nil {
			return err
		}
	}
	return run.CheckForests(m.run.Config.Model, samples)
}

func (m *Model) changed() bool { return m.file != nil && m.file.Changed }

// engine finds the engine in the table.
func (m *Model) engine(name string) (runtime.Engine, error) {
	if name == auto && m.file == nil {
		return engines.ForModules(), nil
	}
	if name == auto {
		return engines.ForFiles(), nil
	}
	engine, found := engines.Named(name)
	if !found {
		return engine, fmt.Errorf("there is no runtime %q; known: %s, %s", name, auto, strings.Join(engines.Names(), ", "))
	}
	return engine, engine.Available()
}

func (m *Model) open(engine runtime.Engine) (predict.Predictor, error) {
	switch {
	case m.file != nil && engine.OpenFile != nil:
		return openFile(engine, m.data)
	case m.changed():
		return nil, fields.Errorf("%s rebuilds a model from the configuration and the weights in its file, but that was changed since gmnc exported it, by another program or by damage: "+
			"take {runtime} %s, which run it as it is, or export the model again", engine.Name, strings.Join(fileEngines(), " or "))
	}
	trained, err := m.built()
	if err != nil {
		return nil, err
	}
	if len(engine.Modes) > 0 {
		return rebuild(engine, trained)
	}
	data, err := exporting{run: trained, opset: export.DefaultOpset}.encode(nil)
	if err != nil {
		return nil, err
	}
	return openFile(engine, data)
}

// fileEngines are the names of engines that run files.
func fileEngines() (names []string) {
	for _, engine := range engines.All {
		if engine.OpenFile != nil {
			names = append(names, engine.Name)
		}
	}
	return names
}

// rebuild runs a run's model, which is not an exported file or no longer one,
// in the engine's usual mode. The float64 interpreter, which files are held against,
// takes positions as they are: it depends on nothing that is known of origins.
func rebuild(engine runtime.Engine, trained *run.Run) (predict.Predictor, error) {
	mode, module := engine.Modes[0], trained.Model.Module
	session, err := mode.Open(module, trained.Weights)
	if err != nil {
		return nil, err
	}
	if engine.Name != engines.Reference().Name {
		centered, err := predict.Centered(session, module)
		if err != nil {
			return nil, errors.Join(err, session.Close())
		}
		session = centered
	}
	return predict.NewRowPredictor(predict.ForModule(session, module), mode.Ragged), nil
}

// openFile runs an exported file, on the inputs that it declares.
func openFile(engine runtime.Engine, file []byte) (predict.Predictor, error) {
	return openWith(file, func() (runtime.Session, error) { return engine.OpenFile(file) })
}

func openWith(file []byte, open func() (runtime.Session, error)) (predict.Predictor, error) {
	inputs, err := declared(file, onnx.GraphInput)
	if err != nil {
		return nil, err
	}
	outputs, err := declared(file, onnx.GraphOutput)
	if err != nil {
		return nil, err
	}
	session, err := open()
	if err != nil {
		return nil, err
	}
	if rolls(outputs) {
		session = oneStep{session, slices.Contains(inputs, export.StepsInput)}
	}
	return predict.NewSystemPredictor(session, inputs...), nil
}

// declared are the names of the inputs of a file, or of its outputs.
func declared(file []byte, which onnx.Number) (names []string, err error) {
	model, err := onnx.Read(file)
	if err != nil {
		return nil, err
	}
	return names, onnx.EachRecord(model.Graph, which, func(record []byte) error {
		declaration, err := onnx.ReadDeclaration(record)
		names = append(names, declaration.Name)
		return err
	})
}
