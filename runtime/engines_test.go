package runtime_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/testenv"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/gorgonia"
	"gmnc/runtime/interpreter"
	"gmnc/runtime/native"
	"gmnc/runtime/onnxgo"
	"gmnc/runtime/onnxruntime"
)

type (
	tensors = map[string]runtime.Tensor
	weights = map[string][]float32
)

// engine is one way to run a module in rows.
type engine struct {
	name string
	open func(m *ir.Module, params tensors) (runtime.Session, error)
}

// engines are all there are.
var engines = []engine{
	{"interpreter", interpreter.Open},
	{"native", native.Open},
	{"gorgonia -O0", openGorgonia(gorgonia.O0)},
	{"gorgonia -O1", openGorgonia(gorgonia.O1)},
	{"gorgonia -O2", openGorgonia(gorgonia.O2)},
	{onnxRuntime, throughONNX(onnxruntime.Open)},
	{"onnx-go", throughONNX(onnxgo.Open)},
}

const onnxRuntime = "onnxruntime"

// fileEngine is one way to run an exported file.
type fileEngine struct {
	name string
	open func(model []byte) (runtime.Session, error)
}

var fileEngines = []fileEngine{
	{onnxRuntime, onnxruntime.Open},
	{"onnx-go", onnxgo.Open},
}

// need skips the test of an engine that this machine does not have.
func need(t testing.TB, name string) {
	t.Helper()
	if err := onnxruntime.Available(); name == onnxRuntime && err != nil {
		testenv.Missing(t, onnxRuntime, err.Error())
	}
}

// eachEngine runs a test for every engine, under its name.
func eachEngine(t *testing.T, test func(t *testing.T, e engine)) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			need(t, e.name)
			test(t, e)
		})
	}
}

// eachFileEngine opens an exported file in every engine that can.
func eachFileEngine(t *testing.T, model []byte, test func(t *testing.T, session runtime.Session)) {
	for _, e := range fileEngines {
		t.Run(e.name, func(t *testing.T) {
			need(t, e.name)
			session, err := e.open(model)
			require.NoError(t, err)
			defer func() { require.NoError(t, session.Close()) }()
			test(t, session)
		})
	}
}

func openGorgonia(level gorgonia.Level) func(*ir.Module, tensors) (runtime.Session, error) {
	return func(m *ir.Module, params tensors) (runtime.Session, error) {
		values, err := gorgonia.NewParams(m, params)
		if err != nil {
			return nil, err
		}
		return gorgonia.Open(m, values, level)
	}
}

// throughONNX writes the module, in rows, as a file and opens that.
func throughONNX(open func([]byte) (runtime.Session, error)) func(*ir.Module, tensors) (runtime.Session, error) {
	return func(m *ir.Module, params tensors) (runtime.Session, error) {
		constants := weights{}
		for name, value := range params {
			constants[name] = value.Float
		}
		model, err := export.Rows(m, constants, export.Info{})
		if err != nil {
			return nil, err
		}
		if err := export.Check(model); err != nil {
			return nil, err
		}
		session, err := open(model)
		return renamed{session, m}, err
	}
}

// renamed gives the outputs of a file their names in the module.
type renamed struct {
	runtime.Session
	module *ir.Module
}

func (r renamed) Run(inputs tensors) (tensors, error) {
	outputs, err := r.Session.Run(inputs)
	for _, output := range r.module.Main.Outputs {
		if name := export.OutputName(r.module, output.Name); name != output.Name && err == nil {
			outputs[output.Name] = outputs[name]
			delete(outputs, name)
		}
	}
	return outputs, err
}
