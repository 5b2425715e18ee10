package runtime_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/modes"
	"gmnc/internal/test/testenv"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

type (
	tensors = map[string]runtime.Tensor
	weights = map[string][]float32
)

// eachMode runs a test for every way to run a module in rows, under its name:
// all modes of engines that run modules, and a file of the others.
func eachMode(t *testing.T, test func(t *testing.T, m runtime.Mode)) {
	for _, engine := range engines.All() {
		if len(engine.Modes) == 0 {
			engine.Modes = []runtime.Mode{{Open: throughONNX(engine)}}
		}
		for _, mode := range modes.Of(engine) {
			t.Run(mode.Name, func(t *testing.T) {
				testenv.Engine(t, engine)
				test(t, mode)
			})
		}
	}
}

// eachModuleMode is eachMode without the engines that run only files.
func eachModuleMode(t *testing.T, test func(t *testing.T, m runtime.Mode)) {
	for _, engine := range engines.All() {
		for _, mode := range modes.Of(engine) {
			t.Run(mode.Name, func(t *testing.T) {
				testenv.Engine(t, engine)
				test(t, mode)
			})
		}
	}
}

// eachFileEngine opens an exported file in every engine that can.
func eachFileEngine(t *testing.T, model []byte, test func(t *testing.T, session runtime.Session)) {
	for _, engine := range engines.All() {
		if engine.OpenFile == nil {
			continue
		}
		t.Run(engine.Name, func(t *testing.T) {
			testenv.Engine(t, engine)
			session, err := engine.OpenFile(model)
			require.NoError(t, err)
			defer func() { require.NoError(t, session.Close()) }()
			test(t, session)
		})
	}
}

// throughONNX writes the module, in rows, as a file and opens that.
func throughONNX(engine runtime.Engine) func(*ir.Module, tensors) (runtime.Session, error) {
	return func(m *ir.Module, params tensors) (runtime.Session, error) {
		constants := weights{}
		for name, value := range params {
			constants[name] = value.Float
		}
		model, err := export.Rows(m, constants, export.Info{})
		if err != nil {
			return nil, err
		}
		if err := onnx.Check(model); err != nil {
			return nil, err
		}
		session, err := engine.OpenFile(model)
		return renamed{session, m}, err
	}
}

// renamed gives the outputs of a file their names in the module.
type renamed struct {
	runtime.Session
	module *ir.Module
}

func (r renamed) Run(batch runtime.Batch) (tensors, error) {
	outputs, err := r.Session.Run(batch)
	for _, output := range r.module.Main.Outputs {
		if name := export.OutputName(r.module, output.Name); name != output.Name && err == nil {
			outputs[output.Name] = outputs[name]
			delete(outputs, name)
		}
	}
	return outputs, err
}
