package engines_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime/engines"
)

// TestRows: every engine says what it is and can do something, under a name
// of its own.
func TestRows(t *testing.T) {
	names := map[string]bool{"auto": true} // leaves the choice to the table
	for _, engine := range engines.All() {
		require.False(t, names[engine.Name], engine.Name)
		names[engine.Name] = true
		require.NotEmpty(t, engine.About(), engine.Name)
		require.NotEmpty(t, engine.Can(), engine.Name)
		if err := engine.Available(); err != nil {
			require.Greater(t, len(err.Error()), 20, "the reason and the remedy")
		}
		for _, mode := range engine.Modes {
			require.NotNil(t, mode.Open, engine.Name)
		}
	}
}

// TestChoice: the first engine at hand, whether onnxruntime is or not.
func TestChoice(t *testing.T) {
	require.Equal(t, "native", engines.ForModules().Name)
	file := "onnxruntime"
	if engine, found := engines.Named(file); !found || engine.Available() != nil {
		file = "onnx-go"
	}
	require.Equal(t, file, engines.ForFiles().Name)
	_, found := engines.Named("tensorrt")
	require.False(t, found)
}

func TestLevels(t *testing.T) {
	for level, name := range []string{"-O0", "-O1", "-O2"} {
		mode, err := engines.Trainer().Level(level)
		require.NoError(t, err)
		require.Equal(t, name, mode.Name)
	}
	for _, level := range []int{-1, 3} {
		_, err := engines.Trainer().Level(level)
		require.ErrorContains(t, err, "is no optimization level: use -O0, -O1, -O2")
	}
	mode, err := engines.ForModules().Level(2)
	require.NoError(t, err, "an engine without levels")
	require.NotNil(t, mode.Train)
	_, err = engines.Reference().Level(0)
	require.ErrorContains(t, err, `the engine "interpreter" does not train`)
	require.Equal(t, "models, training -O0 -O1 -O2", engines.Trainer().Can())
}

// TestTableStays: who changes the slice of All changes no engine. Names are those of its rows.
func TestTableStays(t *testing.T) {
	var names []string
	for _, engine := range engines.All() {
		names = append(names, engine.Name)
	}
	engines.All()[0].Name = "other"
	require.Equal(t, names, engines.Names(engines.All()))
	require.Equal(t, names[0], engines.All()[0].Name)
}
