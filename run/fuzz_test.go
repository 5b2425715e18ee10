package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// FuzzConfig: what is read is what is written and read again.
func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"gmnc": "0.1.0", "model": {"model": "gmn", "form": "published", "layers": 4, "hidden": 64}}`))
	f.Add([]byte(`{"gmnc": "0.1.0", "model": {"model": "tfn", "layers": 1000, "hidden": 8192, "hidden": 1}}`))
	f.Add([]byte(`{"gmnc": "1", "Model": {"model": "own", "layers": -1}, "training": {"epochs": 1e99}, "data": null}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		store := run.NewMemory("memory")
		require.NoError(t, store.Write("config.json", text))
		config, err := run.ReadConfig(store)
		if err != nil {
			return
		}
		require.NoError(t, run.WriteConfig(store, config))
		again, err := run.ReadConfig(store)
		require.NoError(t, err)
		require.Equal(t, config.Model, again.Model)
	})
}

// FuzzMetrics: what is read is written in as many rows.
func FuzzMetrics(f *testing.F) {
	const header = "epoch,train_loss,valid_mse,seconds,note\n"
	f.Add([]byte(header + "1,0.5,,0.100,\n2,NaN,1e-3,0.200,\"the loss is not finite\"\n"))
	f.Add([]byte(header + "1,2\n"))
	f.Add([]byte(header + "99999999999999999999,+Inf,-0,0x1p-2,\"a\nb\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		store := run.NewMemory("memory")
		require.NoError(t, store.Write(run.MetricsName, text))
		rows, err := run.ReadMetrics(store)
		if err != nil {
			return
		}
		require.NoError(t, run.WriteMetrics(store, rows))
		again, err := run.ReadMetrics(store)
		require.NoError(t, err)
		require.Len(t, again, len(rows))
	})
}
