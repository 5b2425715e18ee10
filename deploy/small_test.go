package deploy

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// small returns an untrained run of a law of motion that moves two particles.
func small(t *testing.T) *run.Run {
	t.Helper()
	return drawn(t, config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 2, TrueVelocity: true, Time: 0.1, Length: 1})
}

// drawn returns a run of a configuration with random weights.
func drawn(t *testing.T, c config.Config) *run.Run {
	t.Helper()
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config}, run.WithShapes(model, fixtures.Weights(model, 1, 20)))
	require.NoError(t, err)
	return trained
}

// sticks returns samples of one stick.
func sticks(count int, seed uint64) []system.Sample {
	samples := fixtures.Samples(system.Composition{0, 1}, count, seed)
	for i := range samples {
		samples[i].Objects = system.Objects{system.Stick.Of(0, 1)}
	}
	return samples
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

// encoded returns the file of an export with a certificate, measured or not.
func encoded(t *testing.T, e exporting, certificate *artifact.Certificate) []byte {
	t.Helper()
	file, err := e.encode()
	require.NoError(t, err)
	if certificate != nil {
		file, err = withCertificate(file, certificate)
		require.NoError(t, err)
	}
	return file
}

// inside is the topology of one stick.
func inside() *artifact.Topology {
	topology := artifact.TopologyOf(sticks(1, 1)[0])
	return &topology
}

// measurer is a measurement that finds what it is told to.
type measurer struct {
	measured []artifact.Measured
	missing  []string
	broken   error
	limited  string
	counting error
	counted  func(test []system.Sample, file string)
}

func (m measurer) All(context.Context, []byte) ([]artifact.Measured, []string, error) {
	return m.measured, m.missing, m.broken
}

func (m measurer) CountLimited(test []system.Sample, file string) (string, error) {
	if m.counted != nil {
		m.counted(test, file)
	}
	return m.limited, m.counting
}

// still is a predictor that leaves particles where they are, and returns an error if it has one.
type still struct {
	predict.Predictor
	err error
}

func (s still) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for i := range samples {
		position, velocity = append(position, samples[i].Position...), append(velocity, samples[i].Velocity...)
	}
	return position, velocity, s.err
}

func (s still) Outputs(samples []system.Sample) (map[string][]float32, error) {
	position, velocity, err := s.Predict(samples)
	return map[string][]float32{system.Position.Name: position, system.Velocity.Name: velocity}, err
}
