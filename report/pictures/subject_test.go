package pictures

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// ofRun is a model of random weights.
func ofRun(t *testing.T, c config.Config) *artifact.Model {
	t.Helper()
	c.Model, c.Form, c.Layers, c.Hidden, c.Messages = "gmn-ode", config.Published, 1, 4, config.NoMessages
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: c}, run.WithShapes(model, fixtures.Weights(model, 5, 300)))
	require.NoError(t, err)
	return artifact.FromRun(trained)
}

// TestRadiiOfASubject: a model with radii has them for each particle with what they cover, and others have none.
func TestRadiiOfASubject(t *testing.T) {
	samples := fixtures.Samples(system.Composition{2}, 3, 1)
	subject := func(c config.Config) *Subject {
		return &Subject{Model: ofRun(t, c), Data: &datasets.Data{Test: samples}, Samples: slices.Clone(samples)}
	}
	s := subject(config.Config{})
	require.NoError(t, s.run(t.Context()))
	require.Nil(t, s.Radius)
	require.Nil(t, s.Coverage)
	var features []config.RadiusFeature
	for _, name := range []string{"deflection", "acceleration", "jerk", "speed", "closeness", "particles"} {
		features = append(features, config.RadiusFeature{Name: name, Soft: 1, High: 1})
	}
	ranged := config.Config{Radius: &config.Radius{Level: 0.9, Time: 0.1, Features: features, Position: &config.RadiusHead{Weights: make([]float64, len(features))}, System: 1}}
	s = subject(ranged)
	require.NoError(t, s.run(t.Context()))
	require.Len(t, s.Position, 3*6)
	require.Len(t, s.Radius, 6)
	require.Equal(t, 0.9, s.Coverage.Level)
	require.Equal(t, 6, s.Coverage.Particles)
	s = subject(ranged)
	s.Samples[1].TargetPosition = nil
	require.ErrorContains(t, s.run(t.Context()), "sample 1")
}

// TestDamagedSubjects: predictions of other samples are refused.
func TestDamagedSubjects(t *testing.T) {
	samples := fixtures.Samples(system.Composition{2}, 2, 1)
	s := &Subject{Data: &datasets.Data{Test: samples}, Samples: samples, Position: make([]float32, 12)}
	require.NoError(t, s.Predict(t.Context()))
	require.Len(t, s.Squared, 2)
	require.Len(t, s.Straight, 2)
	s.Position = s.Position[:9]
	require.ErrorContains(t, s.Predict(t.Context()), "9")
	s.Data = nil
	require.NoError(t, s.Predict(t.Context()), "there is nothing to predict")
}

// TestUnitOfASubject is that of the data, or else of the data of the training.
func TestUnitOfASubject(t *testing.T) {
	s := &Subject{}
	require.Empty(t, s.Unit())
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn"}}})
	require.Empty(t, s.Unit())
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn"}, Data: &run.DataInfo{LengthUnit: "cm"}}})
	require.Equal(t, "cm", s.Unit())
	s.Data = &datasets.Data{About: datasets.About{LengthUnit: "m (measured)"}}
	require.Equal(t, "m", s.Unit())
	require.Equal(t, 6, (&Subject{Samples: fixtures.Samples(system.Composition{1}, 3, 1)}).Start(2))
}
