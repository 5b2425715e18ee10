package deploy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// small returns an untrained run of a law of motion that moves two particles.
func small(t *testing.T) *run.Run {
	t.Helper()
	return drawn(t, config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, TrueVelocity: true, Time: 0.1, Length: 1})
}

// drawn returns a run of a configuration with random weights.
func drawn(t *testing.T, c config.Config) *run.Run {
	t.Helper()
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}

// sticks returns samples of one stick.
func sticks(count int, seed uint64) []system.Sample {
	return fixtures.Samples(system.Composition{0, 1}, count, seed)
}

// ofStick returns options of a file that takes one stick alone, which is measured in milliseconds.
func ofStick() Options { return Options{Topology: &datasets.Data{Test: sticks(1, 1)}} }

// targeted returns samples of one stick with targets near straight lines.
func targeted(count int, seed uint64) []system.Sample {
	samples := sticks(count, seed)
	for i := range samples {
		samples[i].TargetVelocity = samples[i].Velocity
	}
	return samples
}
