package run_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/system"
)

// wholeConfig is a configuration with values of all kinds.
func wholeConfig() run.Config {
	model := tinyModel
	model.Time, model.Scale = 1, config.Scale{Length: 2, Velocity: 3}
	model.NodeFeatures = []string{"carbon", "oxygen"}
	return run.Config{
		Version: "test", Model: model, Training: &run.Options{Epochs: 3, Batch: 2, Seed: 1, Schedule: "cosine", Reverse: true},
		Data: &run.DataInfo{File: "d.npz", SHA256: "00", Ranges: &system.Ranges{Speed: &system.Range{Least: 1, Most: 2}, Structures: []system.Structure{{Particles: 1, Bodies: []int64{0}}}},
			Examples: []system.Example{{Sample: system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{0.5, 0, 1e-7}}}}},
		Source: "weights.pt", Kernels: []string{"generic"},
	}
}

// TestNullInAConfiguration: whatever of a configuration is null, it is refused by its path.
func TestNullInAConfiguration(t *testing.T) {
	store := run.NewMemory("memory")
	require.NoError(t, run.WriteConfig(store, wholeConfig()))
	text, err := store.Read("config.json")
	require.NoError(t, err)
	var tree any
	require.NoError(t, json.Unmarshal(text, &tree))
	tried := 0
	eachValue(tree, "", func(path string, set func(any)) {
		tried++
		set(nil)
		spoilt, err := json.Marshal(tree)
		require.NoError(t, err)
		require.NoError(t, store.Write("config.json", spoilt))
		_, err = run.ReadConfig(store)
		require.ErrorContains(t, err, path+" is null: expected", "%s", spoilt)
	})
	require.Greater(t, tried, 30)
}

// eachValue calls try with each value below another one: its path, and what sets it, which is
// undone afterwards.
func eachValue(value any, path string, try func(path string, set func(any))) {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			below := key
			if path != "" {
				below = path + "." + key
			}
			try(below, func(other any) { value[key] = other })
			value[key] = inner
			eachValue(inner, below, try)
		}
	case []any:
		for i, inner := range value {
			below := fmt.Sprintf("%s[%d]", path, i)
			try(below, func(other any) { value[i] = other })
			value[i] = inner
			eachValue(inner, below, try)
		}
	}
}

// TestListsInAConfiguration: numbers of an example are a line a particle, and damage is told.
func TestListsInAConfiguration(t *testing.T) {
	store := run.NewMemory("memory")
	require.NoError(t, run.WriteConfig(store, wholeConfig()))
	text, err := store.Read("config.json")
	require.NoError(t, err)
	require.Contains(t, string(text), "\n          [1,2,3]\n")
	require.Contains(t, string(text), "\n          [0.5,0,1e-7]\n")
	read, err := run.ReadConfig(store)
	require.NoError(t, err)
	require.Equal(t, wholeConfig().Data.Examples, read.Data.Examples)

	config := wholeConfig()
	config.Data.Examples[0].Velocity = nil
	require.NoError(t, run.WriteConfig(store, config))
	_, err = run.ReadConfig(store)
	require.ErrorContains(t, err, "the examples of its training data are damaged: positions and velocities (x0 and v0): sample 0 has 3 and 0 numbers")
}
