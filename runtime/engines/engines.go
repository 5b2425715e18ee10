// Package engines holds the table of engines, which all code that runs or trains models reads.
// A new engine is a package below runtime and a row of this table.
package engines

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/gorgonia"
	"gmnc/runtime/interpreter"
	"gmnc/runtime/native"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/onnxgo"
	"gmnc/runtime/onnxruntime"
)

// table holds the engines in the order of preference.
var table = []runtime.Engine{
	{
		Name:      "native",
		About:     func() string { return "built in, " + kernels.Level() + " kernels" },
		Available: kernels.Check, Kernels: kernels.Level,
		Modes: []runtime.Mode{{Ragged: true, Open: native.Open, Train: native.NewTrainer}},
	},
	{
		Name: "gorgonia", About: builtIn, Available: always, Kernels: kernels.Level,
		Modes: []runtime.Mode{gorgoniaAt(gorgonia.O0, false), gorgoniaAt(gorgonia.O1, false), gorgoniaAt(gorgonia.O2, true)},
	},
	{
		Name:      "onnxruntime",
		About:     func() string { return onnxruntime.Doctor().String() },
		Available: onnxruntime.Available,
		Version:   func() string { return onnxruntime.Doctor().Library.Version },
		OpenFile:  onnxruntime.Open, OpenFileThreads: onnxruntime.OpenThreads, Loops: true,
	},
	{Name: "onnx-go", About: builtIn, Available: always, OpenFile: onnxgo.Open},
	{
		Name: "interpreter", About: func() string { return "built in, float64: the reference" }, Available: always,
		Modes: []runtime.Mode{{Open: interpreter.Open}},
	},
}

// All returns the engines, which are shared by the whole program, in a slice of the caller's own.
// The default is the first that can do the job on this machine.
func All() []runtime.Engine { return slices.Clone(table) }

func builtIn() string { return "built in" }
func always() error   { return nil }

func gorgoniaAt(level gorgonia.Level, ragged bool) runtime.Mode {
	return runtime.Mode{
		Name: level.String(), Ragged: ragged,
		Open: func(m *ir.Module, params map[string]runtime.Tensor) (runtime.Session, error) {
			return gorgonia.Open(m, params, level)
		},
		Train: func(m *ir.Module, params map[string]runtime.Tensor, solver runtime.Solver) (runtime.Trainer, error) {
			return gorgonia.NewTrainer(m, params, level, solver)
		},
	}
}

// Names returns the names of engines.
func Names(all []runtime.Engine) (names []string) {
	for _, engine := range all {
		names = append(names, engine.Name)
	}
	return names
}

// Named finds the engine with that name.
func Named(name string) (engine runtime.Engine, found bool) { return NamedIn(table, name) }

// NamedIn finds the engine with that name among others.
func NamedIn(others []runtime.Engine, name string) (engine runtime.Engine, found bool) {
	at := slices.IndexFunc(others, func(e runtime.Engine) bool { return e.Name == name })
	if at < 0 {
		return runtime.Engine{}, false
	}
	return others[at], true
}

// ForModules and ForFiles return the first available engine that runs modules or files. Some
// engines are built in.
func ForModules() runtime.Engine {
	return first(func(e runtime.Engine) bool { return len(e.Modes) > 0 })
}

func ForFiles() runtime.Engine {
	return first(func(e runtime.Engine) bool { return e.OpenFile != nil })
}

func first(can func(runtime.Engine) bool) runtime.Engine {
	return table[slices.IndexFunc(table, func(e runtime.Engine) bool { return can(e) && e.Available() == nil })]
}

// Trainer returns the engine that trains models by default. Each of its modes is a level of
// optimization.
func Trainer() runtime.Engine { return known("gorgonia") }

// Bounded returns the engine that runs untrusted files within bounds of memory. It is our own
// and uses no library that a file could crash.
func Bounded() runtime.Engine { return known("onnx-go") }

// Reference returns the engine with which all others are compared.
func Reference() runtime.Engine { return known("interpreter") }

func known(name string) runtime.Engine {
	engine, found := Named(name)
	if !found {
		panic("the table has no engine " + name)
	}
	return engine
}
