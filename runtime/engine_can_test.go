package runtime_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// TestCan: what an engine can is each of models, files and training by itself.
func TestCan(t *testing.T) {
	runs := runtime.Mode{Name: "-O1"}
	trains := runtime.Mode{Name: "-O2", Train: func(*ir.Module, map[string]runtime.Tensor, runtime.Solver) (runtime.Trainer, error) { return nil, nil }}
	file := func([]byte) (runtime.Session, error) { return nil, nil }
	for want, engine := range map[string]runtime.Engine{
		"":                                     {},
		"models":                               {Modes: []runtime.Mode{runs}},
		"exported files":                       {OpenFile: file},
		"models, exported files":               {Modes: []runtime.Mode{runs}, OpenFile: file},
		"models, training -O2":                 {Modes: []runtime.Mode{runs, trains}},
		"models, training -O2 -O2":             {Modes: []runtime.Mode{trains, trains}},
		"models, exported files, training -O2": {Modes: []runtime.Mode{trains}, OpenFile: file},
	} {
		require.Equal(t, want, engine.Can())
	}
}
