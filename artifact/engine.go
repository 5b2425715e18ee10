package artifact

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// auto is the name that leaves the choice of the engine to the table.
const auto = "auto"

// Open opens the model in the named engine of the table. An exported file runs as it is in
// engines that run files. A run is exported in memory for engines that run only files. In other
// cases the model is rebuilt from its configuration and weights. "auto" takes the first
// available engine that runs the one or the other, and the bounded engine for a file that was
// changed since it was exported. Open returns the name of the engine, with a remark if the file
// was changed. It returns an error for a file of training steps, in joint coordinates, or with
// gradients.
func (m *Model) Open(name string) (predict.Predictor, string, error) {
	if m.Trains() {
		return nil, name, ErrStep
	}
	if m.joints != nil {
		return nil, name, ErrJoints
	}
	if m.Gradients() != nil {
		return nil, name, ErrGradients
	}
	engine, err := m.Engine(name)
	if err != nil {
		return nil, name, err
	}
	predictor, err := m.open(engine)
	if err == nil {
		predictor = checkedPredictor{predictor, m.Check, run.CheckGeometry}
	}
	name = engine.Name
	if m.Changed() {
		name += ", changed since gmnc exported and checked it"
	}
	return predictor, name, err
}

// Check returns an error if the model does not take one of the samples.
func (m *Model) Check(samples []system.Sample) error {
	return Check(m.run.Config.Model, m.inside, samples)
}

// Check returns an error if a model does not take one of the samples. The topology inside the
// model's file may be nil.
func Check(config config.Config, inside *Topology, samples []system.Sample) error {
	if inside != nil {
		if err := inside.check(samples); err != nil {
			return err
		}
	}
	return cmp.Or(run.CheckInputs(config, samples), run.CheckForests(config, samples))
}

// Changed reports whether the model is a file that was changed since it was exported.
func (m *Model) Changed() bool { return m.file != nil && m.file.Changed }

// Engine returns the engine that Open uses for a name.
func (m *Model) Engine(name string) (runtime.Engine, error) {
	if name == auto && m.file == nil {
		return engines.ForModules(), nil
	}
	if name == auto && m.Changed() { // a caller that names another engine trusts the file
		return engines.Bounded(), nil
	}
	if name == auto {
		return engines.ForFiles(), nil
	}
	return named(engines.All(), name)
}

// named returns the engine of a table with that name. It returns an error if there is none, or if
// the engine cannot run on this machine.
func named(table []runtime.Engine, name string) (runtime.Engine, error) {
	engine, found := engines.NamedIn(table, name)
	if !found {
		return engine, fmt.Errorf("there is no runtime %q; known: %s, %s", name, auto, strings.Join(engines.Names(table), ", "))
	}
	return engine, engine.Available()
}

func (m *Model) open(engine runtime.Engine) (predict.Predictor, error) {
	switch {
	case m.file != nil && engine.OpenFile != nil:
		return OpenFile(engine, m.data)
	case m.Changed():
		return nil, fields.Errorf("%s rebuilds a model from the configuration and the weights in its file, but that was changed since gmnc exported it, by another program or by damage: "+
			"take {runtime} %s, which run it as it is, or export the model again", engine.Name, strings.Join(fileEngines(), " or "))
	}
	trained, err := m.Run()
	if err != nil {
		return nil, err
	}
	if len(engine.Modes) > 0 {
		return OpenRun(engine, trained)
	}
	info, err := Info(trained)
	if err != nil {
		return nil, err
	}
	data, err := export.Model(trained.Model.Module, trained.Floats(), info)
	if err != nil {
		return nil, err
	}
	return OpenFile(engine, data)
}

// checkedPredictor predicts with a model that does not take all systems.
type checkedPredictor struct {
	predict.Predictor
	check func(samples []system.Sample) error
	// explain returns an error that says what is wrong with samples whose predictions are NaN.
	explain func(samples []system.Sample) error
}

func (p checkedPredictor) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	if err := p.check(samples); err != nil {
		return nil, nil, err
	}
	position, velocity, err = p.Predictor.Predict(samples)
	if err == nil && slices.ContainsFunc(position, func(x float32) bool { return math.IsNaN(float64(x)) }) {
		err = p.explain(samples)
	}
	return position, velocity, err
}

func (p checkedPredictor) Outputs(samples []system.Sample) (map[string][]float32, error) {
	if err := p.check(samples); err != nil {
		return nil, err
	}
	return p.Predictor.Outputs(samples)
}

// fileEngines returns the names of the engines that run files.
func fileEngines() (names []string) {
	for _, engine := range engines.All() {
		if engine.OpenFile != nil {
			names = append(names, engine.Name)
		}
	}
	return names
}

// OpenRun runs a run's model in the engine's default mode. The model is not an exported file,
// or no longer one. The float64 interpreter, with which files are compared, takes positions as
// they are: it does not depend on anything known about origins.
func OpenRun(engine runtime.Engine, trained *run.Run) (predict.Predictor, error) {
	return openModule(engine, trained.Model.Module, trained.Weights)
}

// openModule runs a module. Positions are taken relative to the mean of their system, except in
// the float64 interpreter.
func openModule(engine runtime.Engine, module *ir.Module, weights map[string]runtime.Tensor) (predict.Predictor, error) {
	mode := engine.Modes[0]
	session, err := mode.Open(module, weights)
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

// OpenFile runs an exported file with the inputs that it declares.
func OpenFile(engine runtime.Engine, file []byte) (predict.Predictor, error) {
	signature, err := ReadSignature(file)
	if err != nil {
		return nil, err
	}
	if signature.HasLoop && !engine.Loops {
		return nil, fields.Errorf("the file has a Loop, which %s does not run: take {runtime} native or onnxruntime, or export it without {loop}, and what rolls with {rollout}=N", engine.Name)
	}
	session, err := engine.OpenFile(file)
	if err != nil {
		return nil, err
	}
	return signature.Predictor(session), nil
}

// Predictor returns a predictor that runs the file in a session, and closes the session at the
// end.
func (s Signature) Predictor(session runtime.Session) predict.Predictor {
	if s.Rolls() {
		session = OneStep{session, s}
	}
	return predict.NewSystemPredictor(shaped{session}, s.Inputs...)
}
